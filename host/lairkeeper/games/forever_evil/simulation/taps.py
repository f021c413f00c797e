"""The taps of the players of Forever Evil: which piece they lay on which reader, at every level."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

TOKENS: Final = {"vp-1": 1, "vp-5": 5, "vp-10": 10}
BUTTONS: Final = {"plus-1": 1, "plus-5": 5}
COPIES_OF_TOKENS: Final = 10
JIGGLES: Final = 0.05
MISTAKES: Final = 0.06


class Taps:
    """The readers on the table, and the players' way to lay tags on them."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str) -> None:
        self._seats = tuple(seats)
        self._rng = rng
        self._layout = layout
        self.readers = readers_of(layout, len(seats))

    @property
    def trays(self) -> bool:
        """Return True when players have trays of their own."""
        return self._layout != "tap"

    def silent(self, turn_end: str) -> bool:
        """Return True when the app understands the end of a turn from whose tray speaks next."""
        return self.trays and turn_end == "understood"

    def end_turn(self) -> Act:
        """Say that the turn is over."""
        return self.move(Tap("tap", "verb-end-turn#1"))

    def move(self, *taps: Tap) -> Act:
        """Return an act that is meant; now and then a single tag wobbles."""
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps)

    def foreign(self, what: str) -> Act:
        """Return an act with a stranger's tag, or a phone, at any reader."""
        return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), what),))

    def at(self, seat: Seat, *pieces: Component, actor: Seat | None) -> tuple[Tap, ...]:
        """Tap on the own tray if there is one; else at the tap point, after the token unless it is the ``actor``."""
        if self.trays:
            return tuple(Tap(self.tray(seat), piece) for piece in pieces)
        words = pieces if seat == actor else (self.seat_token(seat), *pieces)
        return tuple(Tap("tap", word) for word in words)

    def tray(self, seat: Seat) -> str:
        """Return the reader at which a seat taps."""
        return f"seat-{self._seats.index(seat) + 1}" if self.trays else "tap"

    def seat_token(self, seat: Seat) -> Component:
        """Return the token that names a seat."""
        return f"seat-{self._seats.index(seat) + 1}#1"

    def amount_piece(self) -> tuple[Component, int]:
        """Draw a button or a VP token; return it with its number."""
        if self._rng.random() < 0.4:
            kind = self._rng.choice(list(BUTTONS))
            return f"{kind}#1", BUTTONS[kind]
        return self.any_token()

    def any_token(self) -> tuple[Component, int]:
        """Draw a VP token; return it with its number."""
        kind = self._rng.choices(list(TOKENS), (6, 3, 1))[0]
        return self.vp_token(kind), TOKENS[kind]

    def vp_token(self, kind: str) -> Component:
        """Return any copy of a VP token."""
        return f"{kind}#{self._rng.randint(1, COPIES_OF_TOKENS)}"
