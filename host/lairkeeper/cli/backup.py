"""``lairkeeper backup`` and ``lairkeeper restore``: everything in one file, and back again."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import db_option

if TYPE_CHECKING:
    from lairkeeper.store.backup import BackupFacts


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@db_option()
def backup(file: Path | None, db: Path) -> None:
    """Write everything to one new FILE, also while a match runs; without FILE, say where the database is.

    Matches, players, tags, printed numbers and settings are in it. Of a folder it is named after the day.
    """
    from lairkeeper.store.backup import write_backup

    if file is None:
        click.echo(f"The database is {db.absolute()}")
        return
    target = file / f"lairkeeper-{datetime.now():%Y-%m-%d}.db" if file.is_dir() else file
    if target.exists():
        raise click.ClickException(f"{target} is there already. Choose another name.")
    facts = write_backup(db, target)
    click.echo(f"{_what(facts)} written to {target}, and checked.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--anyway", is_flag=True, help="Also a backup with damaged entries; they are set aside.")
@db_option()
def restore(file: Path, anyway: bool, db: Path) -> None:
    """Put the backup FILE in the place of the database. It is checked first; the present one is kept beside it.

    While Lairkeeper runs, this happens at its next start.
    """
    import time

    from lairkeeper.store import StoreError, StoreProblem
    from lairkeeper.store.restoring import prepare, put_in_place

    waiting = prepare(file, db, anyway=anyway)
    try:
        restored = put_in_place(db, time.time())
    except StoreError as error:
        if error.problem is not StoreProblem.LOCKED:
            raise
        click.echo(f"{_what(waiting.facts)} checked. Lairkeeper is running: its next start puts them in place.")
        return
    click.echo(f"{_what(waiting.facts)} restored to {db}.")
    if restored is not None and restored.kept is not None:
        click.echo(f"The database of before is kept as {restored.kept}.")


def _what(facts: BackupFacts) -> str:
    return f"Matches: {facts.matches}, players: {facts.people}, tags: {facts.tags}"
