"""The simulated players of Marbles, for `lairkeeper demo --auto`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.simulation.acts import SimulatedLevel

from .full import FullMatch

SIMULATED_LEVELS: Final[Mapping[str, SimulatedLevel]] = {"full": SimulatedLevel(FullMatch)}
