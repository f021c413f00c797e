"""``lairkeeper moves GAME``: all that a play may name, so that one can be written without reading code."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import click


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def moves(game: str, as_json: bool) -> None:
    """List every move, refusal code, house rule, state path and prompt of GAME."""
    from lairkeeper.games import get_game
    from lairkeeper.kit.describe import describe

    found = describe(get_game(game))
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    for title, rows in found.items():
        click.secho(title.capitalize(), bold=True)
        for row in rows:
            click.echo(f"  {_line(row)}")
        click.echo()


def _line(row: dict[str, Any]) -> str:
    """Return the first value as the name, the rest as ``key value``, empty ones left out."""
    name, *rest = row.items()
    shown = [f"{key} {_value(value)}" for key, value in rest if value not in (None, [], False)]
    return f"{name[1]:<22} {'; '.join(shown)}"


def _value(value: Any) -> str:
    if isinstance(value, Sequence | Iterable) and not isinstance(value, str):
        return ", ".join(str(each) for each in value)
    return str(value)
