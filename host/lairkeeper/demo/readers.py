"""The readers that a maker may have built, by layout."""

from __future__ import annotations

from typing import Final

MOST: Final = 8
"""Readers that one board drives."""


def readers_of(layout: str, players: int) -> tuple[str, ...]:
    """``tap``: one tap point; ``seats``: and a tray for each; ``table``: and as many places as are left."""
    trays = tuple(f"seat-{n}" for n in range(1, players + 1))
    match layout:
        case "tap":
            return ("tap",)
        case "seats":
            return ("tap", *trays)
    return ("tap", *trays, *(f"slot-{n}" for n in range(1, 6)))[:MOST]
