"""``lairkeeper moves GAME``: all that a play may name, so that one can be written without reading code."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from lairkeeper.i18n import Texts

HEADINGS: Final = {"ruleset": "House rules", "state": "State paths"}
"""Headings that are not the key of the JSON."""
NAMED: Final = {"moves": "move", "ruleset": "ruleset"}
"""Lists whose codes have a name on pages, with the table of texts that holds it."""


@click.command()
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def moves(game: str, as_json: bool) -> None:
    """List every move, refusal code, house rule, state path and prompt of GAME.

    Moves and house rules have the name that pages show beside their code.
    """
    from lairkeeper.games import get_game
    from lairkeeper.i18n import Texts, shared_texts
    from lairkeeper.kit.describe import describe

    known = get_game(game)
    found = describe(known)
    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False))
        return
    texts = Texts.load("en", shared_texts(), known.texts_dir)
    for part, rows in found.items():
        click.secho(HEADINGS.get(part, part.capitalize()), bold=True)
        for row in rows:
            click.echo(f"  {_line(row, texts, NAMED.get(part))}")
        click.echo()


def _line(row: dict[str, Any], texts: Texts, table: str | None) -> str:
    """Return the code, the name that pages show for it, and the rest as ``key value``, empty values left out."""
    (_, code), *rest = row.items()
    name = [f"“{texts.say(f'{table}.{code}')}”"] if table else []
    shown = [f"{key} {_value(value)}" for key, value in rest if value not in (None, [], False)]
    return f"{code:<22} {'; '.join((*name, *shown))}"


def _value(value: Any) -> str:
    if isinstance(value, Sequence | Iterable) and not isinstance(value, str):
        return ", ".join(str(each) for each in value)
    return str(value)
