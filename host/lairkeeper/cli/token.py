"""``lairkeeper token``: what other programs call the API with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import InstalledChoice, db_option

if TYPE_CHECKING:
    from lairkeeper.web.api.tokens import ApiTokens, KeptToken


def _scopes() -> tuple[str, ...]:
    from lairkeeper.web.api.scopes import TokenScope

    return tuple(map(str, TokenScope))


SCOPE = InstalledChoice("scope", _scopes)


@click.group()
def token() -> None:
    """Make, list and revoke the tokens with which other programs call the API (docs/api.md).

    Stop `lairkeeper serve` before you make or revoke one here.
    """


@token.command()
@click.argument("name")
@click.option("--scope", "scopes", type=SCOPE, multiple=True, required=True, help="May be given again.")
@click.option("--seat", metavar="NAME", help="The player whose hand it may read, and for whom it may play.")
@click.option("--days", type=click.IntRange(1, 3650), help="Days after which it ends; without it, it does not.")
@db_option()
def create(name: str, scopes: tuple[str, ...], seat: str | None, days: int | None, db: Path) -> None:
    """Make a token called NAME, and show it once."""
    from lairkeeper.web.api.scopes import TokenScope

    with _tokens(db) as tokens:
        try:
            made, secret = tokens.create(name, tuple(map(TokenScope, scopes)), seat=seat, days=days)
        except ValueError as error:
            raise click.ClickException(str(error)) from None
    click.echo(f"Token {made.number} for {name}. Copy it now: it is not shown again.", err=True)
    click.echo(secret)


@token.command("list")
@db_option()
def list_tokens(db: Path) -> None:
    """List the tokens, with their scopes and when each was used last."""
    with _tokens(db, readonly=True) as tokens:
        for line in _lines(tokens.all()):
            click.echo(line)


@token.command()
@click.argument("number", type=int)
@db_option()
def revoke(number: int, db: Path) -> None:
    """Revoke token NUMBER: it is worthless at once."""
    with _tokens(db) as tokens:
        if not tokens.revoke(number):
            raise click.ClickException(f"there is no token {number}; `lairkeeper token list` lists all")
    click.echo(f"Token {number} is revoked.")


@contextmanager
def _tokens(db: Path, *, readonly: bool = False) -> Iterator[ApiTokens]:
    import time

    from lairkeeper.store import Store
    from lairkeeper.web.api.tokens import ApiTokens

    with Store.open(db, readonly=readonly) as store:
        yield ApiTokens(store.settings, time.time)


def _lines(tokens: tuple[KeptToken, ...]) -> Iterator[str]:
    if not tokens:
        yield "No token yet. Make one with `lairkeeper token create NAME --scope read`."
    for each in tokens:
        seat = f" seat {each.seat}" if each.seat is not None else ""
        used = _day(each.used) if each.used is not None else "never"
        ends = f", ends {_day(each.expires)}" if each.expires is not None else ""
        scopes = " ".join(each.scopes)
        yield f"{each.number:>4}  {each.name}  [{scopes}]{seat}  made {_day(each.created)}, used {used}{ends}"


def _day(at: float) -> str:
    return datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
