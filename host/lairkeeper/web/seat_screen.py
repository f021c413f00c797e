"""A seat's own page: what this player may know and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lairkeeper.core.view import View

from .places import Place, layout_of
from .tongue import Tongue

if TYPE_CHECKING:
    from lairkeeper.table import Table

NOTES: Final = "notes"
"""In a view's ``extra``: what is wrong with cards that this viewer may know, each with ``code`` and ``card``."""


@dataclass(frozen=True, slots=True)
class Note:
    """What only this player is told about a card."""

    card: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatPage:
    """What only this player is told, and what lies before this player as only this player sees it."""

    name: str
    number: int
    notes: tuple[Note, ...]
    places: tuple[Place, ...]


def seat_of(table: Table, seat: str, t: Tongue) -> SeatPage:
    """The page of one seat. The seat must play."""
    view = table.view(seat)
    places = layout_of(table, view, t).seats.get(seat, ())
    return SeatPage(seat, view.seats.index(seat) + 1, tuple(_notes(view, t)), places)


def _notes(view: View, t: Tongue) -> Iterator[Note]:
    for note in view.extra.get(NOTES, ()):
        yield Note(t.name(note["card"]), t.say("refusal", note["code"], note))
