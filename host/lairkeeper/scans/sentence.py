"""A tap sentence: [seat] [verb] component [component | seat], any part left out when the context gives it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lairkeeper.core.ids import Component, Kind, Path, Seat
from lairkeeper.core.pieces import moves_of
from lairkeeper.scans.sighting import Sighting
from lairkeeper.scans.zones import Role


@dataclass(frozen=True, slots=True)
class Sentence:
    """The taps so far. ``tray`` is the seat whose reader it was, ``place`` the game's place it was."""

    role: Role
    sightings: tuple[Sighting, ...] = ()
    seats: tuple[Seat, ...] = ()
    verb: Kind | None = None
    card: Component | None = None
    target: str | None = None
    """A piece or seat that was tapped after the card."""

    @property
    def tray(self) -> Seat | None:
        """Return the seat whose tray the reader is; None at any other reader."""
        return self.role.seat

    @property
    def place(self) -> Path | None:
        """Return the place of the game that the reader stands for; None at a tap point or tray."""
        return self.role.place

    @property
    def moves(self) -> tuple[str, ...]:
        """Return the moves that the verb token names; none when no verb was said."""
        return moves_of(self.verb) if self.verb else ()

    @property
    def rows(self) -> tuple[int, ...]:
        """Return the row of each sighting, in the order of the words."""
        return tuple(sighting.row for sighting in self.sightings)

    @property
    def words(self) -> tuple[Component, ...]:
        """Return the pieces tapped, to be shown."""
        return tuple(each.component for each in self.sightings if each.component is not None)

    @property
    def last(self) -> Sighting:
        """Return the sighting of the last word."""
        return self.sightings[-1]

    def plus(self, sighting: Sighting, seats: tuple[Seat, ...]) -> Sentence | None:
        """Return the longer sentence; None when there is no room for this word. A second verb replaces the first."""
        longer = replace(self, sightings=(*self.sightings, sighting))
        shared = sighting.shared
        if shared is not None and shared.seat:
            seat = seats[shared.seat - 1]
            if self.card is not None:
                return None if self.target is not None else replace(longer, target=seat)
            return None if len(self.seats) == 2 else replace(longer, seats=(*self.seats, seat))
        if shared is not None and shared.moves:
            return None if self.card is not None else replace(longer, verb=shared.kind)
        if self.card is None:
            return replace(longer, card=sighting.component)
        return None if self.target is not None else replace(longer, target=sighting.component)
