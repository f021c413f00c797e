"""Write the numbered rules into the pages of docs/games: ``python -m tests.games.rule_pages``.

They are kept in ``texts/rules.toml`` of each game, where ``lairkeeper rules`` finds them. A page orders them by
subject; each line is replaced where it stands.
"""

from __future__ import annotations

import re
from pathlib import Path

from lairkeeper.core.game import Game
from lairkeeper.games import all_games
from lairkeeper.kit.rulebook import rules_of

PAGES = Path(__file__).parents[2] / "docs" / "games"


def page(game: Game) -> Path:
    """Return the game's page of the documentation."""
    return PAGES / f"{game.id}.md"


def written(game: Game) -> str:
    """Return the page as it should be. Raises ``KeyError`` for a line with an id that the game does not list."""
    rules = rules_of(game)
    return re.sub(
        r"^- \*\*([a-z0-9]+-[1-9]\d*)\*\* \(.*$",
        lambda found: rules[found[1]].line,
        page(game).read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )


def main() -> None:
    """Write all pages anew."""
    for game in all_games().values():
        page(game).write_text(written(game), encoding="utf-8")


if __name__ == "__main__":
    main()
