"""The simulated players that the installed games bring: the package ``simulation`` inside the game's own.

A game does not import its players, so a real table starts without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from lairkeeper.games import module_of

from .acts import SimulatedLevel

PACKAGE: Final = "simulation"
"""The package in which a game keeps its simulated players; its ``SIMULATED_LEVELS`` has them by tracking level."""


@cache
def has_players(game: str) -> bool:
    """Return True when a game brings simulated players. Raises ``UnknownGameError`` for an unknown id."""
    home = import_module(module_of(game))
    return hasattr(home, "__path__") and find_spec(f"{home.__name__}.{PACKAGE}") is not None


@cache
def levels_of(game: str) -> Mapping[str, SimulatedLevel]:
    """Return the simulated players of a game by tracking level, and import them only now; none is an empty mapping."""
    if not has_players(game):
        return {}
    levels: Mapping[str, SimulatedLevel] = import_module(f"{module_of(game)}.{PACKAGE}").SIMULATED_LEVELS
    return levels
