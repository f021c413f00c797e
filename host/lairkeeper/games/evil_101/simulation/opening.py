"""The beginning of a simulated match of Evil:101, at every level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Seat
from lairkeeper.core.ruleset import build
from lairkeeper.games.evil_101 import GAME
from lairkeeper.games.evil_101.cards import PRINTED
from lairkeeper.games.evil_101.ruleset import Ruleset

from .table import GroundTruth


def new_table(seats: Sequence[Seat], rng: Random, ruleset: Mapping[str, Any]) -> GroundTruth:
    """Return the table of a match by some house rules; its cards have the invented numbers of the proxy set."""
    rules = build(Ruleset, ruleset)
    return GroundTruth(tuple(seats), rng, PRINTED.proxy, rules if isinstance(rules, Ruleset) else Ruleset())


def header(truth: GroundTruth, level: str, ruleset: Mapping[str, Any]) -> Header:
    """Return the header with which the app starts the match at a tracking level."""
    drawn = {"handler": truth.handler.name} if truth.rules.first_handler == "random" else {}
    seats = tuple(player.name for player in truth.players)
    return Header(GAME.id, seats, level, ruleset, drawn, GAME.version)
