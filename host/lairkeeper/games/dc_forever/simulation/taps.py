"""The taps of the players of DC Forever: which piece they lay on which reader, at every level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import PLACES

MISTAKES: Final = 0.05
JIGGLES: Final = 0.03


class Taps:
    """The readers on the table, and the players' way to lay tags on them."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str) -> None:
        self._seats = tuple(seats)
        self._rng = rng
        self.readers = readers_of(layout, len(seats), PLACES)

    def say(self, seat: Seat | None, *pieces: Component) -> Iterator[Act]:
        """Yield the act that is meant, now and then with a tag that wobbles or a stranger before it."""
        if self._rng.random() < MISTAKES:
            yield Act(Intent.STRANGER, (Tap(self._tray(seat), self._rng.choice(("stranger", "phone"))),))
        intent = Intent.JIGGLE if len(pieces) == 1 and self._rng.random() < JIGGLES else Intent.MOVE
        yield Act(intent, tuple(Tap(self._tray(seat), piece) for piece in pieces))

    def lay(self, reader: str, piece: Component) -> Act:
        """Return the act of a piece laid on a reader that all share."""
        return Act(Intent.MOVE, (Tap(reader, piece),))

    def seat_token(self, seat: Seat) -> Component:
        """Return the token that names a seat."""
        return f"seat-{self._seats.index(seat) + 1}#1"

    def _tray(self, seat: Seat | None) -> str:
        reader = f"seat-{self._seats.index(seat) + 1}" if seat in self._seats else "tap"
        return reader if reader in self.readers else "tap"
