"""Runs the whole kit on the installed game and prints what failed: ``python run_kit.py [write]``.

The golden matches lie in ``golden`` (``write`` writes them anew).
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from lairkeeper.games import get_game
from lairkeeper.kit.golden import write
from lairkeeper.kit.rulebook import rules_of
from lairkeeper.kit.run import run_kit

HERE = Path(__file__).parent


def main(words: list[str]) -> int:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (name,) = project["entry-points"]["lairkeeper.games"]
    game = get_game(name)
    if words == ["write"]:
        print(*write(game, HERE / "golden") or ["unchanged"])
        return 0
    points = {id: rule.level for id, rule in rules_of(game).items()}
    results = run_kit(game, seeds=range(6), points=points, golden=HERE / "golden")
    for result in results:
        print("ok  " if result.ok else "FAIL", result.name, result.detail)
    return int(any(not result.ok for result in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
