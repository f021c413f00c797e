"""Turns that players do not say to be over, where the next player's first move tells it.

Without trays nobody can see who taps, so that players say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lairkeeper.core.ids import Seat
from lairkeeper.simulation.acts import Act, Intent

from .taps import Taps


class TokenTurns:
    """The turn as the app has it where only tokens are told: any change may be in anybody's turn."""

    def __init__(self, taps: Taps, seats: Sequence[Seat], turn_end: str) -> None:
        self._taps = taps
        self._seats = tuple(seats)
        self._silent = taps.silent(turn_end)
        self._believed: Seat = self._seats[0]
        self._known = False
        """True once the table has said that the end of a turn may be understood."""
        self._acted = False
        """True once the player whose turn it is for the app has done something in it."""

    def over(self, after: Seat) -> Iterator[Act]:
        """End a turn by the word for it, unless the app understands it from what comes; ``after`` is next."""
        if not self._silent:
            self._believed = after
            self._acted = False
            yield self._taps.end_turn()

    def told_by(self, act: Act, seat: Seat, current: Seat) -> Act:
        """Return an act that as a rule only whose turn it is does, with the ends of turns that the app takes from it.

        The first time it asks: the table says yes for a player who has begun, and no for one who only gained something.
        """
        ends = (self._seats.index(seat) - self._seats.index(self._believed)) % len(self._seats)
        asks = ends == 1 and seat == current and self._acted
        if not (self._silent and ends) or not (self._known or asks):
            self.lost(seat)
            return act
        self._known, self._believed, self._acted = True, seat, True
        return replace(act, ends=ends)

    def lost(self, seat: Seat) -> None:
        """Note something of a seat that tells nothing of whose turn it is, such as a loss."""
        self._acted = self._acted or seat == self._believed

    def waiting(self, current: Seat) -> list[Seat]:
        """Return who can end no turn, whatever the app believes."""
        return [seat for seat in self._seats if seat not in (current, self._believed)]


class CardTurns:
    """The end of a turn that is still untold, where cards are followed: some moves are for one's own turn only."""

    def __init__(self, taps: Taps, turn_end: str) -> None:
        self._taps = taps
        self._silent = taps.silent(turn_end)
        self._untold = False

    def over(self) -> Iterator[Act]:
        """End a turn: in silence, or by the word for it."""
        self._untold = self._silent
        if not self._silent:
            yield self._taps.end_turn()

    def telling(self, act: Act) -> Act:
        """Return an act that is legal only once the turn before is over, and so tells it."""
        untold, self._untold = self._untold, False
        return replace(act, ends=1) if untold else act

    def spoken(self) -> Iterator[Act]:
        """Say what is untold, before something that would not tell it."""
        if self._untold:
            self._untold = False
            yield self._taps.end_turn()

    def before(self, act: Act) -> Iterator[Act]:
        """Yield an act that does not tell the end of a turn, and before it the word for that."""
        if act.intent is not Intent.STRANGER:
            yield from self.spoken()
        yield act
