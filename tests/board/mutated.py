"""Frames of the link with fields that cannot be: what a damaged, old or hostile other side may send."""

from __future__ import annotations

from random import Random
from typing import Any

FROM_THE_BOARD: tuple[list[Any], ...] = (
    ["h", 1, "n1", "b1", None, "lair-1", "boot-1", 1, 1, "0.1.0", "pico-w", ["led"], [16, 256]],
    ["E", 1, 20, "+", "tap", "04319f5d240289"],
    ["E", 1, 20, "-", "tap", "04319f5d240289", "foreign"],
    ["E", 1, 20, "b", "", "undo"],
    ["E", 1, 20, "f", "tap", "no-bus"],
    ["E", 1, 20, "g", "", 3],
    ["E", 3, 20, "x", "tap", 3],
    ["J", "boot-0", 4, 20, 5000, "+", "tap", "04319f5d240289"],
    ["S", 0, "tap", "ok", [["04319f5d240289", 20]]],
    ["s", 0, 1],
    ["R", 1, True, "value"],
    ["L", "info", 20, "words"],
    ["!", "taken", "words"],
    ["?"],
    ["P", 20],
    ["p", 20, 30],
)
FROM_THE_HOST: tuple[list[Any], ...] = (
    ["H", 1, "n1", "lairkeeper", ["boot-1", 3]],
    ["G", 1, None],
    ["A", 1],
    ["a", "boot-0", 4],
    ["P", 20],
    ["p", 20, 30],
    ["C", 1, "led", "tap", "safe", [1, 2, 3], 20],
    ["C", 2, "buz", 440, 20, 2],
    ["C", 3, "disp", "words", 20, "title"],
    ["C", 4, "cfg", "get", "zones"],
    ["C", 5, "cfg", "set", "brightness", 50],
    ["C", 6, "zone", "tap", "loose"],
    ["C", 7, "time", 1700000000],
    ["C", 8, "log", 3],
    ["C", 9, "applied", 1, "tap"],
    ["C", 10, "rd", "tap", "04319f5d240289", 4, 2],
    ["C", 11, "wr", "tap", "04319f5d240289", 4, "00000000"],
    ["C", 12, "ndef", "piece", "tap", "04319f5d240289", "forever-evil", "punch", 1, True],
    ["C", 13, "stat"],
    ["C", 14, "test", "tap"],
    ["C", 15, "fw", "forth"],
)
NUMBERS = (0, -1, 1, 2**31, 2**32, 2**53, 2**63, 2**64, -(2**70), 10**400, 0.5, 1e300, -0.0)
TEXTS = ("", "x", "é" * 20, "\ud800", "\u0000", "x" * 400)
LISTS = ([], [[]], [None], [1, 2, 3], ["04319f5d240289"], [["04319f5d240289", 10**300]])
ODD: tuple[Any, ...] = (None, True, False, {}, {"a": 1}, *NUMBERS, *TEXTS, *LISTS)


def mutated(rng: Random, frames: tuple[list[Any], ...]) -> list[Any]:
    """Return a frame of one of these types with some of its fields exchanged, dropped, doubled or added."""
    items = [*rng.choice(frames)]
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(1, len(items)) if len(items) > 1 else 0
        match rng.randrange(6):
            case 0 if at:
                del items[at]
            case 1 if at:
                items.insert(at, rng.choice(ODD))
            case 2 if at:
                items.insert(at, items[at])
            case 3:
                items.append(rng.choice(ODD))
            case _ if at:
                items[at] = rng.choice(ODD)
    return items
