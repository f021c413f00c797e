"""``lairkeeper board set``: what a board's settings are, and changing one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .at_board import Visitor, Words, port_options, run

if TYPE_CHECKING:
    from lairkeeper.board import Pairings
    from lairkeeper.board.short_session import ShortSession
    from lairkeeper.store import Store


@click.command("set")
@click.argument("name", required=False)
@click.argument("value", required=False)
@port_options
def set_(name: str | None, value: str | None, port: str | None, lang: str, db: Path) -> None:
    """Change a board's setting and start it again; without NAME and VALUE: show them all.

    Lists are written with commas: lairkeeper board set zones tap,seat-1,seat-2
    """
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.serial import pinned
    from lairkeeper.board.short_session import ShortSession, confirmed
    from lairkeeper.board.status import LinkState

    async def do(at: str, store: Store, pairings: Pairings) -> dict[str, Any]:
        plugged = pinned(at)
        board = plugged if plugged.serial_number else at  # one that is heard by Bluetooth has no port
        async with ShortSession(at, store.inbox, pairings) as visit:
            if (await visit.greeted()).state is not LinkState.UP:
                raise ReplError("no-answer", port=at)
            names = await _answer(visit, "cfg", "get") if name is None else [name]
            settings = {each: await _answer(visit, "cfg", "get", each) for each in names}
            if name is None or value is None:
                return settings
            settings[name] = _read(value, settings[name])
            await _answer(visit, "cfg", "set", name, settings[name])
            await _answer(visit, "reset")
            await visit.gone()
        if (await confirmed(board, store.inbox, pairings)).state is not LinkState.UP:
            raise ReplError("no-answer", port=at)
        return settings

    with Words(lang) as say, Visitor(port, db) as (at, store, pairings):
        settings = run(do(at, store, pairings))
        for each, now in sorted(settings.items()):
            click.echo(f"{each:<12} {_shown(now)}")
        if value is not None:
            click.echo(say("set"))


async def _answer(visit: ShortSession, *command: Any) -> Any:
    from lairkeeper.board.repl import ReplError

    ok, value = await visit.ask(*command)
    if not ok:
        raise ReplError("setting-refused", words=value)
    return value


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(value)
    return value if isinstance(value, str) else json.dumps(value)


def _read(text: str, like: Any) -> Any:
    """Return what was typed, as the kind of value that the setting has; the board judges it."""
    if isinstance(like, list):
        return [part.strip() for part in text.strip("[] ").replace('"', "").split(",") if part.strip()]
    if isinstance(like, str):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text
