"""``lairkeeper matches``: the list of matches, their names, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .hub import with_hub
from .options import db_option

if TYPE_CHECKING:
    from lairkeeper.store import MatchRow, Store


@click.group(invoke_without_command=True)
@click.pass_context
@db_option()
def matches(context: click.Context, db: Path) -> None:
    """List the matches, name them, put one away, delete one or bring it back.

    `lairkeeper serve --resume MATCH` resumes one.
    """
    context.obj = db
    if context.invoked_subcommand is None:
        from lairkeeper.store import Store

        with Store.open(db, readonly=True) as store:
            tell(store)


@matches.command()
@click.argument("match", type=int)
@click.argument("title", default="")
@click.pass_obj
def rename(db: Path, match: int, title: str) -> None:
    """Give MATCH a name in the list; without TITLE take its name away."""
    from lairkeeper.table import LONGEST_TITLE, is_title

    if title and not is_title(title):
        raise click.BadParameter(f"use 1 to {LONGEST_TITLE} characters that can be seen", param_hint="TITLE")
    with with_hub(db) as hub:
        hub.matches.rename(match, title or None)


@matches.command("put-away")
@click.pass_obj
def put_away(db: Path) -> None:
    """Archive the match on the table; it can be resumed later."""
    with with_hub(db) as hub:
        match = hub.store.matches.current()
        if match is None:
            raise click.ClickException("no match is on the table; `lairkeeper matches` lists all")
        hub.matches.put_away(match)
    click.echo(f"Match {match} is put away. `lairkeeper serve --resume {match}` resumes it.")


@matches.command()
@click.argument("match", type=int)
@click.pass_obj
def delete(db: Path, match: int) -> None:
    """Delete MATCH; it can be brought back for 30 days."""
    with with_hub(db) as hub:
        hub.matches.delete(match)
    click.echo(f"Match {match} is deleted. `lairkeeper matches restore {match}` brings it back.")


@matches.command()
@click.argument("match", type=int)
@click.pass_obj
def restore(db: Path, match: int) -> None:
    """Bring a deleted MATCH back to the list."""
    with with_hub(db) as hub:
        hub.matches.restore(match)
    click.echo(f"Match {match} is back. `lairkeeper serve --resume {match}` resumes it.")


def tell(store: Store) -> None:
    """Print a line for each match."""
    rows = store.matches.list()
    if not rows:
        click.echo("No match yet. Play one with `lairkeeper serve` or `lairkeeper demo`.")
    for line in _lines(rows, store.matches.current()):
        click.echo(line)


def _lines(rows: list[MatchRow], current: int | None) -> Iterator[str]:
    for row in rows:
        when = datetime.fromtimestamp(row.started_at).strftime("%Y-%m-%d %H:%M")
        who = ", ".join(row.header.get("seats", ()))
        title = f"  “{row.title}”" if row.title else ""
        yield f"{row.id:>4}  {when}  {row.game:<14} {_state(row, current):<9} {who}{title}{_until(row)}"


def _state(row: MatchRow, current: int | None) -> str:
    if row.deleted_at is not None:
        return "deleted"
    if row.damaged:
        return "damaged"
    if row.finished_at is not None:
        return "finished"
    return "running" if row.id == current else "archived"


def _until(row: MatchRow) -> str:
    from lairkeeper.store import KEPT_DAYS

    if row.deleted_at is None:
        return ""
    end = datetime.fromtimestamp(row.deleted_at) + timedelta(days=KEPT_DAYS)
    return f"  (kept until {end:%Y-%m-%d})"
