"""``lairkeeper export MATCH``: a match for other programs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import db_option, output_option, write_out

if TYPE_CHECKING:
    from lairkeeper.store import Store


@click.command()
@click.argument("match", type=int, required=False)
@click.option("--format", "form", type=click.Choice(["json", "csv"]), default="json", show_default=True,
              help="json: the whole log. csv: one line a seat.")  # fmt: skip
@output_option
@db_option()
def export(match: int | None, form: str, output: Path | None, db: Path) -> None:
    """Export the match with the number MATCH; without a number, list the matches."""
    from lairkeeper.store import Store
    from lairkeeper.table import export as render

    with Store.open(db, readonly=True) as store:
        if match is None:
            _list(store)
            return
        text = render(store, match, form)
        running = store.matches.get(match).finished_at is None
    if running and form == "json":
        click.echo(f"Match {match} is still running: its log names what lies face down.", err=True)
    write_out(text, output, f"match {match}")


def _list(store: Store) -> None:
    rows = store.matches.list()
    if not rows:
        click.echo("No match yet. Play one with `lairkeeper serve` or `lairkeeper demo`.")
    for row in rows:
        when = datetime.fromtimestamp(row.started_at).strftime("%Y-%m-%d %H:%M")
        state = "finished" if row.finished_at is not None else "running"
        click.echo(f"{row.id:>4}  {when}  {row.game:<14} {state:<9} {', '.join(row.header['seats'])}")
