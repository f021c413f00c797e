"""``--log FILE``: what the app noticed, for a bug report; it rotates, and holds no secrets."""

from __future__ import annotations

import logging
import platform
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from lairkeeper import __version__

if TYPE_CHECKING:
    from lairkeeper.table import Hub

LARGEST: Final = 1_000_000
KEPT: Final = 3
"""Files of ``LARGEST`` bytes that are kept beside the newest: ``FILE.1`` to ``FILE.3``."""
_SECRET: Final = re.compile(r"[A-Za-z0-9_-]{32,}|\b(?:[0-9A-Fa-f]{2}){7,10}\b|\b\d{3} ?\d{3}\b")
"""Keys of pages, UIDs of tags, codes of seats."""
_LOG: Final = logging.getLogger("lairkeeper")


class _Veiled(logging.Formatter):
    """One line a record, in UTC, without what opens a seat's page or names a tag."""

    converter = time.gmtime  # type: ignore[assignment]

    def format(self, record: logging.LogRecord) -> str:
        return _SECRET.sub("…", super().format(record))


class _Rotating(RotatingFileHandler):
    """Say once that the log cannot be written, as on a full disk, and let the app go on without it."""

    _told = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (the name is logging's)
        error = sys.exc_info()[1]
        if isinstance(error, OSError):
            self._say(error)
        else:
            super().handleError(record)

    def close(self) -> None:
        try:
            super().close()
        except OSError as error:  # what was never written is tried again here
            self._say(error)

    def _say(self, error: OSError) -> None:
        if not self._told:
            self._told = True
            why = error.strerror or error
            told = f"The log {self.baseFilename} cannot be written ({why}); the app goes on without it."
            click.echo(f"{told} Make room, or choose another file with --log.", err=True)


@contextmanager
def logged(file: Path | None) -> Iterator[None]:
    """Write the log to ``file``; nothing without one. Raises ``ClickException`` for a file that cannot be written."""
    if file is None:
        yield
        return
    try:
        handler = _Rotating(file, maxBytes=LARGEST, backupCount=KEPT, encoding="utf-8", errors="replace")
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}. Choose another file with --log.") from None
    handler.setFormatter(_Veiled("%(asctime)sZ %(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    _LOG.setLevel(logging.INFO)
    _LOG.info("Lairkeeper %s, Python %s, %s", __version__, platform.python_version(), platform.platform())
    try:
        yield
    except Exception:
        _LOG.exception("ended by an error")
        raise
    finally:
        _LOG.info("ended")
        root.removeHandler(handler)
        handler.close()


def watched(hub: Hub) -> Callable[[], None]:
    """Log from now on how the boards are, what goes wrong and which match runs; returns the way to stop that.

    Without a log nobody is told: the terminal has its own sentences.
    """
    if not _LOG.hasHandlers():
        return lambda: None
    from .hub import say, say_board

    told: dict[str, str] = {}
    problems: list[str] = []

    def note(what: str, said: str) -> None:
        if told.get(what, "") != said:
            told[what] = said
            _LOG.info("%s: %s", what, said or "over")

    def look() -> None:
        for n, board in enumerate(hub.boards, 1):
            if board.message:
                note(f"board {n}", f"{board.state} ({say_board(hub, board)})")
        now = [say(hub, f"trouble.{each.code}", each.args) for each in hub.troubles.all]
        for said in now or (["over"] if problems else []):
            if said not in problems:
                _LOG.warning("problem: %s", said)
        problems[:] = now
        note("match", f"{hub.table.match}, {hub.table.game.id}" if hub.table else "")

    look()
    return hub.subscribe(look)
