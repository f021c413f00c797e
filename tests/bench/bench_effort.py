"""Measure what following a match costs in taps, questions and movements of the hand: 30 fresh matches of each kind."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from lairkeeper.simulation.readers import LAYOUTS
from tests.bench.effort import (
    ALL_TOLD,
    FEWEST,
    MATCHES,
    NO_FANS,
    NO_RULES,
    Effort,
    cases,
    measure,
    players_of,
)
from tests.simulation.fanned import FANS

CORES = 2


def _of_case(
    case: tuple[str, str, str], seed: int, matches: int, rules: Mapping[str, str] = NO_RULES,
    fans: frozenset[str] = NO_FANS,
) -> list[Effort]:  # fmt: skip
    game, level, layout = case
    return [measure(game, level, layout, seed + n, players_of(game), rules, fans) for n in range(matches)]


Ways = dict[tuple[str, str, str], tuple[list[Effort], list[Effort]]]


def ways(seed: int, matches: int = MATCHES) -> Ways:
    """Return the matches of each case that has options about taps: with everything told, and with the fewest taps."""
    every = [case for case in cases() if case[0] in ALL_TOLD]
    with ProcessPoolExecutor(CORES) as pool:
        n = len(every)
        told = pool.map(_of_case, every, [seed] * n, [matches] * n, [ALL_TOLD[game] for game, _, _ in every])
        few = [FEWEST[game].get(level, NO_RULES) for game, level, _ in every]
        fans = [FANS[game].get(level, NO_FANS) for game, level, _ in every]
        fewest = pool.map(_of_case, every, [seed] * n, [matches] * n, few, fans)
        return dict(zip(every, zip(told, fewest, strict=True), strict=True))


def efforts(seed: int, matches: int = MATCHES) -> dict[tuple[str, str, str], list[Effort]]:
    """Return so many matches of each game, level and layout, with the seeds from ``seed`` on."""
    every = list(cases())
    with ProcessPoolExecutor(CORES) as pool:
        found = pool.map(_of_case, every, [seed] * len(every), [matches] * len(every))
        return dict(zip(every, found, strict=True))


def figures(found: dict[tuple[str, str, str], list[Effort]], seed: int) -> dict[str, dict[str, Any]]:
    """Return ``effort.<game>.<level>.<layout>`` and the other means of each, against one tap point in the same run."""
    said = {}
    for (game, level, layout), efforts in found.items():
        alone = found[game, level, LAYOUTS[0]]
        of = f"{len(efforts)} matches of {players_of(game)}, seeds from {seed} on; the baseline has one tap point"
        for name, unit, what in (
            ("per_turn", "taps a turn", "taps a turn, counts left out"),
            ("taps", "taps", "taps a match"),
            ("counted", "taps", "of them in counts of cards, as at the end"),
            ("questions", "questions", "questions of the app a match"),
            ("movements", "movements", "movements of the hand a match that are only for the app"),
        ):
            value, baseline = (fmean(getattr(each, name) for each in one) for one in (efforts, alone))
            said[".".join(("effort", game, level, layout, *([] if name == "per_turn" else [name])))] = {
                "value": round(value, 2),
                "unit": unit,
                "baseline": round(baseline, 2),
                "ratio": round(value / baseline, 3) if baseline else 1.0,
                "what": f"{what}; {of}",
            }
    return said


def run() -> dict[str, dict[str, Any]]:
    """Return the effort of each game, level and layout."""
    seed = secrets.randbelow(10**9)
    return figures(efforts(seed), seed)


if __name__ == "__main__":
    for name, figure in run().items():
        print(name, figure["value"], figure["what"])
