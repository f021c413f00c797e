"""The speed at which the kernel decides and replays a whole match, against a loop that only copies small objects."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from statistics import median
from typing import Any

from lairkeeper.core.codec import record_from_json, record_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted
from lairkeeper.games import get_game
from lairkeeper.kit.driver import Recording, play_match

TIMES = 5
COMMANDS = 6_000
GAME = get_game("forever-evil")


@dataclass(frozen=True, slots=True)
class Bare:
    """A frozen dataclass to copy: its cost is the least that any immutable state can do."""

    seat: str
    turn: int
    tokens: int


def per_second(n: int, work: Callable[[], object]) -> float:
    """Median rate over ``TIMES`` runs of ``n`` things each."""
    rates = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work()
        rates.append(n / (time.perf_counter() - began))
    return median(rates)


def bare() -> None:
    """One copy a command, and nothing decided."""
    state = Bare("Ana", 0, 0)
    for n in range(COMMANDS):
        state = replace(state, turn=n)


def longest(level: str) -> Recording:
    """Return the longest of 12 random matches: a full evening of commands."""
    matches = (play_match(GAME, seed, level=level, players=4, ruleset={}) for seed in range(12))
    return max(matches, key=lambda each: len(each.history.live))


def again(recording: Recording) -> tuple[Header, list[Command], int]:
    """Return a recorded match as commands, and how often to play it to reach ``COMMANDS``."""
    made = (record.command for record in recording.history.live if record.command is not None)
    commands = [replace(command, prompt=None) for command in made]
    return recording.history.header, commands, max(1, COMMANDS // len(commands))


def play(recording: Recording) -> Callable[[], object]:
    """Decide, evolve and keep the history, as a running match does."""
    header, commands, times = again(recording)

    def work() -> None:
        for _ in range(times):
            history = History.start(GAME, header)
            assert isinstance(history, History)
            for command in commands:
                decision = history.submit(command)
                assert isinstance(decision, Accepted), decision

    return work


def read_back(recording: Recording) -> Callable[[], History]:
    """Read a recorded match from JSON and replay it, as a match that is resumed."""
    lines = [record_to_json(record) for record in recording.history.records]

    def work() -> History:
        found = History.replay(GAME, recording.history.header, [record_from_json(line) for line in lines])
        assert isinstance(found, History), found
        return found

    return work


def state_bytes(history: History) -> int:
    """Return the bytes that one more kept state costs: the objects that the state before lacks, one level deep."""
    sizes = []
    for depth in range(1, min(200, len(history.live) - 1)):
        after, before = history.state_at(depth - 1), history.state_at(depth)
        values = ((getattr(after, each.name), getattr(before, each.name)) for each in fields(after))
        fresh = [value for value, old in values if value is not old]
        sizes.append(sys.getsizeof(after) + sum(sys.getsizeof(value) for value in fresh))
    return int(median(sizes))


def run() -> dict[str, dict[str, Any]]:
    """``core.commands_per_s`` (20,000 or more), ``core.replay_ms`` (under 100), offers and memory."""
    level = "deck"
    recording = longest(level)
    _, commands, times = again(recording)
    rate = per_second(times * len(commands), play(recording))
    floor = per_second(COMMANDS, bare)
    history = recording.history
    lines = [record_to_json(record) for record in history.records]
    halfway = history.state_at(len(history.live) // 2)
    replay_ms = 1_000 / per_second(1, read_back(recording))
    read_ms = 1_000 / per_second(1, lambda: [record_from_json(line) for line in lines])
    offers_ms = 1_000 / per_second(1, lambda: GAME.offers(halfway, TABLE))
    named_ms = 1_000 / per_second(1, lambda: GAME.offers(halfway, TABLE, "vp-5"))
    return {
        "core.commands_per_s": {
            "value": round(rate),
            "unit": "commands/s",
            "baseline": round(floor),
            "ratio": round(rate / floor, 3),
            "what": f"decide, evolve and keep the history of a random match at level {level}, against one copy of a "
            "small frozen dataclass a command; the aim is 20,000 or more",
        },
        "core.replay_ms": {
            "value": round(replay_ms, 2),
            "unit": "ms",
            "baseline": round(read_ms, 2),
            "ratio": round(replay_ms / read_ms, 2),
            "what": f"that random match of {len(lines)} records read from JSON and replayed, against reading "
            "it alone; the aim is under 100 ms",
        },
        "core.offers_ms": {
            "value": round(offers_ms, 3),
            "unit": "ms",
            "baseline": round(named_ms, 3),
            "ratio": round(offers_ms / named_ms, 2),
            "what": "everything the table may do in the middle of it, against what one tapped token may do",
        },
        "core.state_bytes": {
            "value": state_bytes(history),
            "unit": "bytes",
            "baseline": sys.getsizeof(history.state),
            "ratio": round(state_bytes(history) / sys.getsizeof(history.state), 2),
            "what": "one more state kept for undo, against the state's own fields alone",
        },
    }
