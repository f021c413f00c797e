"""Write the golden matches of a game anew, after a rule change made on purpose: ``python tests/games/golden.py GAME``.

Files of released versions are never written again: a change after a release comes with a new ``version`` of the game.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lairkeeper.games import get_game
from lairkeeper.kit.golden import write


def folder(game: str) -> Path:
    """Where a game's golden matches are kept."""
    return Path(__file__).parent / game.replace("-", "_") / "golden"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, *write(get_game(name), folder(name)) or ["unchanged"])
