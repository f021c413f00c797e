"""The simulated players of Forever Evil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.simulation.acts import SimulatedLevel

from .deck import DeckMatch
from .full import FullMatch
from .score import ScoreMatch

SIMULATED_LEVELS: Final[Mapping[str, SimulatedLevel]] = {
    "score": SimulatedLevel(ScoreMatch, weight=1.5),
    "deck": SimulatedLevel(DeckMatch, weight=4.0),
    "full": SimulatedLevel(FullMatch, weight=4.0),
}
