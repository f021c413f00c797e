"""Commands of the Evil League that the kernel decides a second, at each of its levels."""

from __future__ import annotations

from statistics import median
from typing import Any

from bench_dc import TIMES, commands_of, decided, replayed

from lairkeeper.games import get_game
from lairkeeper.kit.driver import play_match

GAME = get_game("evil-league")
SEEDS = {"score": range(1, 9), "full": (3, 7, 8)}
"""Random matches by level; those at level score are short."""


def run() -> dict[str, dict[str, Any]]:
    """``el.score_commands_per_s`` and ``el.full_commands_per_s``."""
    return {f"el.{level}_commands_per_s": _at(level) for level in SEEDS}


def _at(level: str) -> dict[str, Any]:
    matches = [play_match(GAME, seed, level=level, ruleset={}).history for seed in SEEDS[level]]
    commands = [commands_of(match) for match in matches]
    n = sum(len(each) for each in commands)
    rate = n / median(sum(map(decided, matches, commands)) for _ in range(TIMES))
    floor = n / median(sum(map(replayed, matches)) for _ in range(TIMES))
    return {
        "value": round(rate),
        "unit": "commands/s",
        "baseline": round(floor),
        "ratio": round(rate / floor, 3),
        "what": f"decide, evolve and keep the history of whole random matches at level {level} ({n} commands), in "
        "processor time, against replaying their events alone",
    }
