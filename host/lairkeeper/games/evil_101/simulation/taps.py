"""The taps of the players of Evil:101: which piece they lay on which reader, at every level."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .table import SeatedPlayer

MISTAKES: Final = 0.05
JIGGLES: Final = 0.04


class Taps:
    """The readers on the table, and the players' way to lay tags on them."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str) -> None:
        self._seats = tuple(seats)
        self._rng = rng
        self._layout = layout
        self.readers = readers_of(layout, len(seats))

    @property
    def shared(self) -> bool:
        """Return True when there is one reader for all."""
        return self._layout == "tap"

    def move(self, *taps: Tap) -> Act:
        """Return an act that is meant; now and then a single tag wobbles."""
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps)

    def tap(self, piece: Component) -> Act:
        """Return the act of a piece tapped on the reader that all share."""
        return self.move(Tap("tap", piece))

    def say(self, player: SeatedPlayer, *pieces: Component) -> Iterator[Act]:
        """Tap on one's own tray, or at the tap point by whoever is asked anyway."""
        stranger = self._rng.random() < MISTAKES
        yield self.move(*self.at(player, *pieces))
        if stranger:  # not before: what is said here has happened on the table already
            yield self.stranger()

    def at(self, player: SeatedPlayer, *pieces: Component) -> tuple[Tap, ...]:
        """Return the taps of pieces on a player's tray, or at the tap point."""
        tray = self.tray(player)
        return tuple(Tap(tray, piece) for piece in pieces)

    def tray(self, player: SeatedPlayer) -> str:
        """Return the reader at which a player taps."""
        tray = f"seat-{self._seats.index(player.name) + 1}"
        return tray if tray in self.readers else "tap"

    def seat_token(self, player: SeatedPlayer) -> Component:
        """Return the token that names a player's seat."""
        return f"seat-{self._seats.index(player.name) + 1}#1"

    def stranger(self) -> Act:
        """Return an act with a tag that is none of the game's, or with a phone."""
        what = "stranger" if self._rng.random() < 0.4 else "phone"
        return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), what),))
