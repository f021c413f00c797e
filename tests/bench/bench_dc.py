"""Commands of DC Forever, the game with the most rules, that the kernel decides a second."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted
from tests.games.dc_forever.matches import played

SEEDS = (1_000, 1_002, 1_004)
"""Two, three and four players, without house rules."""
TIMES = 5


def commands_of(history: History) -> list[Command]:
    """Everything that was done in a match, as it would be sent again."""
    made = (record.command for record in history.live if record.command is not None)
    return [replace(command, prompt=None) for command in made]


def decided(history: History, commands: list[Command]) -> float:
    """Processor seconds to decide a match command by command, with every state kept for undo."""
    again = History.start(history.game, history.header)
    assert isinstance(again, History)
    began = time.process_time()
    for command in commands:
        assert isinstance(again.submit(command), Accepted), command
    return time.process_time() - began


def replayed(history: History) -> float:
    """Processor seconds to replay the events of a match alone."""
    began = time.process_time()
    again = History.replay(history.game, history.header, history.records)
    assert isinstance(again, History)
    return time.process_time() - began


def run() -> dict[str, dict[str, Any]]:
    """``dc.commands_per_s``: 8,000 or more."""
    matches = [played(seed) for seed in SEEDS]
    commands = [commands_of(match) for match in matches]
    n = sum(len(each) for each in commands)
    rate = n / median(sum(map(decided, matches, commands)) for _ in range(TIMES))
    floor = n / median(sum(map(replayed, matches)) for _ in range(TIMES))
    return {
        "dc.commands_per_s": {
            "value": round(rate),
            "unit": "commands/s",
            "baseline": round(floor),
            "ratio": round(rate / floor, 3),
            "what": f"decide, evolve and keep the history of whole matches at level full by 2, 3 and 4 players ({n} "
            "commands), in processor time, against replaying their events alone; the aim is 8,000 or more",
        }
    }
