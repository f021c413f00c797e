"""The Locations at level ``full``: dealt, and given pieces and Unaligned characters."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act

from .table import PLACES, GroundTruth
from .taps import Taps


class Locations:
    """The row of Locations, as players lay it out."""

    def __init__(self, truth: GroundTruth, taps: Taps, *, first_game: bool) -> None:
        self._truth = truth
        self._taps = taps
        self._to_the_most = not first_game
        """True until the first Unaligned character has come, to where the most citizens are."""

    def deal(self) -> Iterator[Act]:
        """Deal the next Location."""
        yield self._taps.lay("tap", self._truth.next_location())

    def put(self, seat: Seat | None, piece: Component, place: str) -> Iterator[Act]:
        """Put a piece at a Location: on its reader, or followed by the Location card."""
        if place in self._taps.readers:
            yield self._taps.lay(place, piece)
        else:
            yield from self._taps.say(seat, piece, self._truth.row[place])

    def next_unaligned(self, seat: Seat | None) -> Iterator[Act]:
        """Put the next Unaligned character at a Location."""
        truth = self._truth
        if self._to_the_most:
            self._to_the_most = False
            place = max(PLACES, key=lambda at: (truth.citizens[at], at))
        else:
            place = truth.rng.choice(truth.free() or PLACES)  # by a house rule there may be several at a Location
        yield from self.put(seat, truth.place(place), place)
