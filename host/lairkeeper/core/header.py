"""The agreement before a match: who plays what, in which order, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .ids import Seat


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a log. All values are plain JSON values, so that a log can be read in twenty years.

    ``seats`` run clockwise, ``seat-1`` first. ``ruleset`` names only the options that differ from their defaults.
    ``setup`` holds what the players chose or dealt beforehand, by state path. ``version`` is the version of the
    game's rules that the match was begun with.
    """

    game: str
    seats: tuple[Seat, ...]
    level: str | None = None
    ruleset: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Any] = field(default_factory=dict)
    version: int = 1
