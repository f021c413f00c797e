"""A season: many simulated matches of the same seven people, through the real firmware, in one database.

`python -m tests.chain.season [--matches 40] [--seed N] [--db FILE]` plays them, one evening after the other, in every
game and at every level. It is for the eyes of whoever changes a page of players or matches, and for tests of whole
databases. The same seed gives the same season.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

from lairkeeper.games import all_games
from lairkeeper.simulation.auto import EPOCH, ok, run
from lairkeeper.simulation.plan import Case, plan
from lairkeeper.store import Store

PEOPLE: Final = ("Ana", "Bo", "Cléo", "Dee", "Eli", "Flo", "Gil")
DAY: Final = 86_400
FILE: Final = Path(__file__).parents[2] / "build" / "season.db"


def evenings(matches: int, seed: int) -> Iterator[tuple[Case, tuple[str, ...], float]]:
    """Yield the matches with who plays and when each begins: games in turn, the people as chance has them."""
    chance = Random(f"season {seed}")
    planned = sorted((case for case in plan(4 * matches, seed) if case.players <= len(PEOPLE)), key=lambda each: each.n)
    by_level: dict[tuple[str, str], list[Case]] = {
        (game.id, level): [] for game in all_games().values() for level in game.levels
    }
    for case in planned:
        by_level[case.game, case.level].append(case)
    turns = cycle([cases for cases in by_level.values() if cases])
    at = EPOCH + 19 * 3600
    for _ in range(matches):
        cases = next(turns)
        case = cases.pop(0)
        cases.append(case)
        yield case, tuple(chance.sample(PEOPLE, case.players)), at
        at += DAY * chance.randint(1, 9) + chance.randint(-3600, 3600)


def play(store: Store, matches: int, seed: int, *, noise: str = "none") -> Iterator[dict[str, Any]]:
    """Play a season into a store; yield the report of each match."""
    for n, (case, names, at) in enumerate(evenings(matches, seed)):
        yield run(
            case.game, players=case.players, seed=seed * 1000 + n, level=case.level, layout=case.layout,
            ruleset=case.rules, store=store, lang=case.lang, noise=noise, names=names, epoch=at,
        )  # fmt: skip


def main(words: list[str]) -> int:
    """Play a season, one line a match; 1 when a match was not clean."""
    parser = argparse.ArgumentParser(prog="python -m tests.chain.season", description=__doc__)
    parser.add_argument("--matches", type=int, default=40)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--db", type=Path, default=FILE)
    given = parser.parse_args(words)
    clean = True
    given.db.parent.mkdir(parents=True, exist_ok=True)
    with Store.open(given.db) as store:
        for n, report in enumerate(play(store, given.matches, given.seed), 1):
            clean = clean and ok(report)
            won = ", ".join(report["winners"]) or "nobody"
            print(
                f"{n:3} {report['game']} {report['level']} {len(report['scores'])} players, won by {won},"
                f" {report['seconds']} s{'' if ok(report) else ' NOT CLEAN ' + str(report['differences'][:1])}",
                flush=True,
            )
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
