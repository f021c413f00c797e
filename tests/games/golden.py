"""Write golden matches, pictures and scenes anew, after a change on purpose: ``python tests/games/golden.py GAME``.

Those of the made-up games are called ``toys``.

Files of released versions are never written again: a change after a release comes with a new ``version`` of the game.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from lairkeeper.games import get_game
from lairkeeper.kit.golden import write
from lairkeeper.kit.plays import play_files


def folder(game: str) -> Path:
    """Where a game's golden matches are kept."""
    return Path(__file__).parent / game.replace("-", "_") / "golden"


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    from tests.games import elsewhere, facts, fingers, onward, toys
    from tests.games.pictures import ELSEWHERE, FACTS, ONWARD, SCENES, TAPS, keep, pictures

    if "toys" in sys.argv[1:]:
        toys.FOLDER.mkdir(exist_ok=True)
        for file, found in toys.prints().items():
            print("toys", file, *keep(toys.FOLDER, found, file) or ["unchanged"])
    for name in (each for each in sys.argv[1:] if each != "toys"):
        game = get_game(name)
        plays = {name: found.text for name, found in play_files(game.plays_dir).items()}
        changed = keep(folder(name), pictures(game, plays))
        changed += keep(folder(name), onward.prints(game, plays), ONWARD)
        changed += keep(folder(name), fingers.prints(game, plays), TAPS)
        changed += keep(folder(name), elsewhere.prints(game, plays), ELSEWHERE)
        changed += keep(folder(name), facts.prints(game), FACTS)
        package = name.replace("-", "_")
        if find_spec(f"tests.games.{package}.scenes") is not None:
            changed += keep(folder(name), import_module(f"tests.games.{package}.scenes").prints(), SCENES)
        print(name, *(write(game, folder(name)) + changed) or ["unchanged"])
