"""``lairkeeper games``: what can be played."""

from __future__ import annotations

import json

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON array.")
def games(as_json: bool) -> None:
    """List the games, their player numbers, languages and levels."""
    from lairkeeper.games import all_games
    from lairkeeper.i18n import Texts, shared_texts, spoken

    rows = [
        {
            "id": game.id,
            "title": game.title["en"],
            "players": list(game.players),
            "levels": list(game.levels),
            "languages": list(spoken(game.texts_dir)),
        }
        for game in all_games().values()
    ]
    if as_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
        return
    for game in all_games().values():
        fewest, most = game.players
        click.echo(
            f"{game.id:<14} {game.title['en']}: {fewest}-{most} players; languages {', '.join(spoken(game.texts_dir))}"
        )
        texts = Texts.load("en", shared_texts(), game.texts_dir)
        for level in game.levels:
            click.echo(f"{'':<14} {texts.say(f'level.{level}')} ({level}): {texts.say(f'level-note.{level}')}")
