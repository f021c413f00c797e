"""The simulated players of Smugglers, for `lairkeeper demo --auto` and `--campaign`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.simulation.acts import SimulatedLevel

from .full import FullMatch
from .score import ScoreMatch

SIMULATED_LEVELS: Final[Mapping[str, SimulatedLevel]] = {
    "score": SimulatedLevel(ScoreMatch),
    "full": SimulatedLevel(FullMatch, weight=0.5),
}
