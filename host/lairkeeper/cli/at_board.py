"""Shared parts of the verbs of ``lairkeeper board``: words, the port, the visit, the prompt."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .options import LANGUAGE, data_file, db_option

if TYPE_CHECKING:
    from lairkeeper.board import Pairings
    from lairkeeper.board.repl import Repl
    from lairkeeper.store import Store

PLUG_SECONDS = 3.0
"""Seconds to look for a board that was plugged in a moment ago."""
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
language_option = click.option("--lang", type=LANGUAGE, default="en", envvar="LAIRKEEPER_LANG")


def port_options(function: F) -> F:
    """Add the options ``--port``, ``--lang`` and ``--db``."""
    function = language_option(db_option()(function))
    return click.option("--port", metavar="PORT", envvar="LAIRKEEPER_BOARD", help="Such as /dev/ttyACM0 or COM3.")(
        function
    )


class Words:
    """Sentences in the chosen language; a failure that we foresee leaves as one of them."""

    def __init__(self, lang: str, table: str = "install") -> None:
        from lairkeeper.i18n import Texts, shared_texts

        self._texts = Texts.load(lang, shared_texts())
        self._table = table

    def __enter__(self) -> Callable[..., str]:
        return lambda code, **args: self._say(self._table, code, args)

    def __exit__(self, kind: object, error: BaseException | None, _: object) -> None:
        from lairkeeper.board import PairingError, PortError
        from lairkeeper.board.repl import ReplError

        if isinstance(error, PairingError):
            raise click.ClickException(str(error)) from error
        if isinstance(error, ReplError):
            raise click.ClickException(self._say("install", error.code, error.words)) from error
        if isinstance(error, PortError):
            raise click.ClickException(self._say("board", error.code, error.words)) from error

    def _say(self, table: str, code: str, args: Any) -> str:
        for name in (table, "board"):
            if f"{name}.{code}" in self._texts:
                return self._texts.say(f"{name}.{code}", args)
        return f"{code} {dict(args)}"


class Visitor:
    """The port, the store whose inbox takes what the board has to tell, and the pairings."""

    def __init__(self, port: str | None, db: Path) -> None:
        self._port = port
        self._db = db

    def __enter__(self) -> tuple[str, Store, Pairings]:
        from lairkeeper.board import Pairings
        from lairkeeper.store import Store

        name = named(self._port)
        self._store = Store.open(self._db)
        return name, self._store, Pairings(data_file("pairings.json"))

    def __exit__(self, *_: object) -> None:
        self._store.close()


@contextlib.contextmanager
def at_prompt(port: str, store: Store, pairings: Pairings) -> Iterator[Repl]:
    """Yield the board at its prompt, and start it again afterwards, whatever happened there."""
    from lairkeeper.board.repl import Repl
    from lairkeeper.board.serial import pinned
    from lairkeeper.board.short_session import to_prompt

    board = pinned(port)
    run(to_prompt(board, store.inbox, pairings))
    with Repl(board.where()) as repl:
        try:
            yield repl
        finally:
            repl.reset()


def named(port: str | None) -> str:
    """Return the port that was named, or that of the only board; wait for one that was just plugged in.

    Raises ReplError ``none-plugged`` or ``which-board``, and ``boot-mode`` or ``boot-unmounted`` for a board that waits
    for its MicroPython.
    """
    from lairkeeper.board import discover
    from lairkeeper.board.bootdrive import waiting
    from lairkeeper.board.repl import ReplError

    if port:
        return port
    end = time.monotonic() + PLUG_SECONDS
    while not (found := [each.name for each in discover()]) and time.monotonic() < end:
        time.sleep(0.1)
    for each in [] if found else waiting():
        raise ReplError(each.code, **each.words)
    if not found:
        raise ReplError("none-plugged")
    if len(found) != 1:
        raise ReplError("which-board", n=len(found), ports=" ".join(found))
    return found[0]


def run(job: Coroutine[Any, Any, T]) -> T:
    """Run a job, and return its result."""
    return asyncio.run(job)
