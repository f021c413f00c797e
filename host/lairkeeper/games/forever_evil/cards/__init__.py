"""Every card as a script; players resolve a card without one by hand, and the app keeps count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..effects.script import Character, Script
from .characters import CHARACTERS
from .equipment import EQUIPMENT
from .heroes import HEROES
from .locations import LOCATIONS
from .starters import STARTERS
from .super_heroes import SUPER_HEROES
from .super_powers import SUPER_POWERS
from .villains import VILLAINS

SCRIPTS: Final[Mapping[str, Script | Character]] = {
    **HEROES,
    **VILLAINS,
    **SUPER_POWERS,
    **EQUIPMENT,
    **LOCATIONS,
    **SUPER_HEROES,
    **STARTERS,
    **CHARACTERS,
}
"""Scripts by kind: 55 of the main deck, 12 Super Heroes, starters, Kick and Weakness, 9 Super-Villains."""

__all__ = ["CHARACTERS", "SCRIPTS"]
