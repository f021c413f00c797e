"""The taps of the players of the Evil League: which piece they lay on which reader, at every level."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import LAIR, ROUTE

MISTAKES: Final = 0.06
JIGGLES: Final = 0.05
LOCATIONS: Final = (*ROUTE, LAIR)


class Taps:
    """The readers on the table, and the players' way to lay tags on them."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str) -> None:
        self._seats = tuple(seats)
        self._rng = rng
        self._layout = layout
        self.readers = readers_of(layout, len(seats), LOCATIONS)

    @property
    def trays(self) -> bool:
        """Return True when players have trays of their own."""
        return self._layout == "seats"

    @property
    def places(self) -> bool:
        """Return True when locations have readers of their own."""
        return self._layout == "table"

    def move(self, *taps: Tap, **choose: Any) -> Act:
        """Return an act that is meant; now and then a single tag wobbles."""
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps, choose or None)

    def tap(self, piece: Component, **choose: Any) -> Act:
        """Return the act of a piece tapped on the reader that all share."""
        return self.put("tap", piece, **choose)

    def put(self, reader: str, piece: Component, **choose: Any) -> Act:
        """Return the act of a piece laid on a reader."""
        return self.move(Tap(reader, piece), **choose)

    def say(self, seat: Seat, *pieces: Component, **choose: Any) -> Act:
        """Return the act of pieces tapped by a seat, on its tray if it has one."""
        return self.move(*(Tap(self.tray(seat), piece) for piece in pieces), **choose)

    def goes(self, pawn: Component, goal: str, *, alone: bool = False) -> Act:
        """Move a pawn to a location: onto its reader, or by location token.

        Its owner's own move needs no pawn.
        """
        if self.places:
            return self.put(goal, pawn)
        token = Tap("tap", f"{goal}#1")
        return self.move(token) if alone and self._rng.random() < 0.6 else self.move(Tap("tap", pawn), token)

    def stranger(self) -> Act:
        """Return an act with a stranger's tag, or a phone, at any reader."""
        what = self._rng.choice(("stranger", "phone"))
        return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), what),))

    def tray(self, seat: Seat) -> str:
        """Return the reader at which a seat taps."""
        return f"seat-{self._seats.index(seat) + 1}" if self.trays else "tap"

    def seat_token(self, seat: Seat) -> Component:
        """Return the token that names a seat."""
        return f"seat-{self._seats.index(seat) + 1}#1"

    def marker(self, seat: Seat) -> Component:
        """Return the marker of a seat on the track."""
        return f"marker-{self._seats.index(seat) + 1}#1"
