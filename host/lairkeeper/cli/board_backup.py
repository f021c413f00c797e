"""``lairkeeper board backup`` and ``restore``: a board's settings and pairing, in a file and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .at_board import Visitor, Words, port_options, run

if TYPE_CHECKING:
    from lairkeeper.board import Pairings
    from lairkeeper.board.backup import Backup, Restored
    from lairkeeper.store import Store


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@port_options
def backup(file: Path, port: str | None, lang: str, db: Path) -> None:
    """Keep a board's settings and its pairing in a new file, FILE, that only you may read."""
    from lairkeeper.board.backup import Overheard, take
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.short_session import ShortSession

    async def do(at: str, store: Store, pairings: Pairings) -> tuple[Backup, bool]:
        heard = Overheard()
        async with ShortSession(at, store.inbox, pairings, tap=heard) as visit:
            return await take(visit, heard, pairings)

    with Words(lang) as say:
        if file.exists():
            raise ReplError("backup-exists", path=str(file))
        with Visitor(port, db) as (at, store, pairings):
            made, whole = run(do(at, store, pairings))
        made.write(file)
        click.echo(say("backed-up", device=made.device, path=str(file), n=len(made.settings)))
        if not whole:
            click.echo(say("backup-without-pairing", device=made.device))


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@port_options
def restore(file: Path, port: str | None, lang: str, db: Path) -> None:
    """Set a board as FILE says, and start it again. A fresh board takes the place of the old one, pairing and all."""
    from lairkeeper.board.backup import Backup, put
    from lairkeeper.board.repl import ReplError
    from lairkeeper.board.serial import pinned
    from lairkeeper.board.short_session import ShortSession, confirmed
    from lairkeeper.board.status import LinkState

    async def do(at: str, kept: Backup, store: Store, pairings: Pairings) -> Restored:
        plugged = pinned(at)
        board = plugged if plugged.serial_number else at
        async with ShortSession(at, store.inbox, pairings) as visit:
            restored = await put(visit, kept, pairings)
            await visit.ask("reset")
            await visit.gone()
        if (await confirmed(board, store.inbox, pairings)).state is not LinkState.UP:
            raise ReplError("no-answer", port=at)
        return restored

    with Words(lang) as say:
        kept = Backup.read(file)
        with Visitor(port, db) as (at, store, pairings):
            restored = run(do(at, kept, store, pairings))
        click.echo(say("restored", device=restored.device, n=len(restored.done), made=kept.made))
        if restored.paired:
            click.echo(say("restored-pairing", device=restored.device))
        if restored.unknown:
            click.echo(say("restored-unknown", words=" ".join(restored.unknown)))
