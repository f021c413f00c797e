"""The beginning of a simulated match of the Evil League: who is who, and whose marker stands where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.ruleset import build
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.ruleset import Ruleset
from lairkeeper.simulation.acts import Act

from .table import GroundTruth
from .taps import Taps


def new_table(seats: Sequence[Seat], rng: Random, ruleset: Mapping[str, Any]) -> GroundTruth:
    """Return the table of a match by some house rules."""
    rules = build(Ruleset, ruleset)
    return GroundTruth(seats, rng, rules if isinstance(rules, Ruleset) else Ruleset())


def header(truth: GroundTruth, level: str, ruleset: Mapping[str, Any]) -> Header:
    """Return the header with which the app starts the match at a tracking level."""
    setup = {f"villain.{seat}": kind_of(villain.sheet) for seat, villain in truth.villains.items()}
    return Header(GAME.id, tuple(truth.villains), level, ruleset, setup, GAME.version)


def starts(truth: GroundTruth, taps: Taps, *, may_ask: bool) -> Iterator[Act]:
    """Put the markers on START, oldest next to 1; of one age, whoever is drawn is tapped."""
    left = list(truth.villains.values())
    at = 0
    while left:
        oldest = max(villain.age for villain in left)
        eldest = [villain for villain in left if villain.age == oldest]
        first = truth.rng.choice(eldest)
        if len(eldest) > 1 and may_ask and truth.rules.equal_ages == "asked":
            yield taps.tap(taps.seat_token(first.seat))
        elif len(eldest) > 1:
            first = eldest[0]
        first.track = -at
        at += 1
        left.remove(first)
