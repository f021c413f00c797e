"""Whole matches of Forever Evil at level `full` that the kernel plays a second, on two cores."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import mean
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from lairkeeper.core.history import History
from lairkeeper.games.forever_evil import GAME
from tests.games.forever_evil.full_table import FullTable

CORES = 2
SEEDS = range(32)


def match(seed: int) -> tuple[float, float, int]:
    """Processor seconds to play a match with everything that the simulated table does, and to replay its log alone."""
    began = time.process_time()
    table = FullTable(seed)
    table.play()
    played = time.process_time()
    again = History.replay(GAME, table.history.header, table.history.records)
    replayed = time.process_time()
    assert isinstance(again, History)
    assert again.state == table.history.state
    return played - began, replayed - played, len(table.history.records)


def run() -> dict[str, dict[str, Any]]:
    """``fe.matches_per_s``: 10 or more."""
    with ProcessPoolExecutor(CORES) as pool:
        found = list(pool.map(match, SEEDS))
    rate, floor = (CORES / mean(each[n] for each in found) for n in (0, 1))
    return {
        "fe.matches_per_s": {
            "value": round(rate, 1),
            "unit": "matches/s",
            "baseline": round(floor, 1),
            "ratio": round(rate / floor, 3),
            "what": f"whole matches at level full, 2 to 5 sensible players, {round(mean(each[2] for each in found))} "
            f"commands each, in the time of {CORES} cores, against replaying their events alone; the aim is 10 or more",
        }
    }
