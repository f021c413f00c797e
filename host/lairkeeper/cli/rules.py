"""``lairkeeper rules GAME``: find a numbered rule, the play that shows it and the line that enforces it."""

from __future__ import annotations

import json
from typing import Any, Final

import click

WHOLE: Final = 3
"""So many rules are shown whole; of more, each gets one line."""
WIDTH: Final = 100


@click.command()
@click.argument("game")
@click.argument("words", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="One JSON list of objects.")
def rules(game: str, words: tuple[str, ...], as_json: bool) -> None:
    """Find the numbered rules of GAME by an id (`fe-48`), or by WORDS of their text and heading.

    A rule is shown with the heading of the rulebook, the plays that prove it and the lines of code that enforce it.
    """
    from lairkeeper.games import get_game
    from lairkeeper.kit.rulebook import code_of, plays_by_rule, rules_of

    chosen = get_game(game)
    known = rules_of(chosen)
    named = [known[word] for word in words if word in known]
    found = named if named and len(named) == len(words) else [rule for rule in known.values() if rule.fits(words)]
    if not found:
        raise click.ClickException(_nothing(game, words, bool(known)))
    code, plays = code_of(chosen), plays_by_rule(chosen)
    rows: list[dict[str, Any]] = [
        {
            "id": rule.id,
            "level": rule.level,
            "heading": rule.book,
            "text": rule.plain,
            "plays": list(plays.get(rule.id, ())),
            "code": list(code.get(rule.id, ())),
        }
        for rule in found
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    if len(rows) <= WHOLE:
        click.echo("\n\n".join(_block(**row) for row in rows))
        return
    for row in rows:
        click.echo(_cut(f"{row['id']:<7} {row['text']}"))
    click.echo(f"{len(rows)} rules. `lairkeeper rules {game} {rows[0]['id']}` shows one whole.")


def _block(id: str, level: str, heading: str, text: str, plays: list[str], code: list[str]) -> str:
    proof = plays or ["none: a test of the code proves it"]
    lines = [click.style(f"{id}  level {level}", bold=True) + (f"  {heading}" if heading else ""), f"  {text}"]
    lines += [f"  {'play' if n == 0 else '':<5} {each}" for n, each in enumerate(proof)]
    lines += [f"  {'code' if n == 0 else '':<5} {each}" for n, each in enumerate(code)]
    return "\n".join(lines)


def _cut(line: str) -> str:
    return line if len(line) <= WIDTH else line[: WIDTH - 1].rstrip() + "…"


def _nothing(game: str, words: tuple[str, ...], lists: bool) -> str:
    if not lists:
        return f"{game} lists no numbered rules; a game has them in texts/rules.toml"
    return f"no rule of {game} has {' '.join(words)!r}; `lairkeeper rules {game}` lists them all"
