"""The readers that a maker may have built, by layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LAYOUTS: Final = ("tap", "seats", "table")
MOST: Final = 8
"""Readers that one board drives."""


def readers_of(layout: str, players: int, places: Sequence[str] = ()) -> tuple[str, ...]:
    """``tap``: one tap point; ``seats``: and a tray for each; ``table``: and as many places as are left.

    The eighth player has no tray: a board drives eight readers.

    ``places`` are locations of a game that need a reader each; they come before the trays. Without any, there are
    slots beside a row of open cards, and the trays come first.
    """
    trays = tuple(f"seat-{n}" for n in range(1, players + 1))
    match layout:
        case "tap":
            return ("tap",)
        case "seats":
            return ("tap", *trays)[:MOST]
    beside = (*places, *trays) if places else (*trays, *(f"slot-{n}" for n in range(1, 6)))
    return ("tap", *beside)[:MOST]
