"""``lairkeeper export MATCH``: a match for other programs."""

from __future__ import annotations

import contextlib
import locale
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from .options import MARK, db_option, output_option, write_out

if TYPE_CHECKING:
    from lairkeeper.store import MatchRow, Store

SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}


@click.command()
@click.argument("match", type=int, required=False)
@click.option("--format", "form", type=click.Choice(["json", "csv"]), default="json", show_default=True,
              help="json: the whole log. csv: one line a seat.")  # fmt: skip
@click.option("--separator", type=click.Choice(list(SEPARATORS)),
              help="Of csv; if left out: semicolon in French and where people write 0,5.")  # fmt: skip
@click.option("--with-secrets", is_flag=True, help="The whole log of a match that has not ended, face-down cards too.")
@output_option
@db_option()
def export(
    match: int | None, form: str, separator: str | None, with_secrets: bool, output: Path | None, db: Path
) -> None:
    """Export the match with the number MATCH; without a number, list the matches.

    A csv file opens in a spreadsheet by a double click. Of a match that has not ended the JSON holds what everybody at
    its table may know, and says so.
    """
    from lairkeeper.store import Store
    from lairkeeper.table import export as render

    with Store.open(db, readonly=True) as store:
        if match is None:
            _list(store)
            return
        try:
            separates = SEPARATORS[separator or _separator(store)]
            text = render(store, match, form, secrets=with_secrets, separator=separates)
        except ValueError as error:
            raise click.ClickException(f"{error} (--with-secrets)") from None
        running = store.matches.get(match).finished_at is None
    if running and form == "json":
        told = (
            "The file names what lies face down."
            if with_secrets
            else ("What lies face down is left out; --with-secrets exports the whole log.")
        )
        click.echo(f"Match {match} is still running. {told}", err=True)
    write_out(MARK + text if form == "csv" else text, output, f"match {match}")


def _separator(store: Store) -> str:
    """Return the name of the separator that spreadsheets use in the chosen language, or in this computer's."""
    with contextlib.suppress(locale.Error):
        locale.setlocale(locale.LC_NUMERIC, "")
    comma = locale.localeconv()["decimal_point"] == "," or store.settings.get("language") == "fr"
    return "semicolon" if comma else "comma"


def _list(store: Store) -> None:
    rows = store.matches.list()
    if not rows:
        click.echo("No match yet. Play one with `lairkeeper serve` or `lairkeeper demo`.")
    for row in rows:
        when = datetime.fromtimestamp(row.started_at).strftime("%Y-%m-%d %H:%M")
        state = _state(row, store.matches.current())
        click.echo(f"{row.id:>4}  {when}  {row.game:<14} {state:<9} {', '.join(row.header.get('seats', ()))}")


def _state(row: MatchRow, current: int | None) -> str:
    if row.damaged:
        return "damaged"
    if row.finished_at is not None:
        return "finished"
    return "running" if row.id == current else "put away"
