"""The changes of VP tokens in a turn: players gain, lose and steal them."""

from __future__ import annotations

from random import Random

from lairkeeper.core.ids import Seat
from lairkeeper.simulation.acts import Act, Tap

from .sides import Sides
from .taps import Taps


class TokenChanges:
    """Random changes of the tokens that each player holds, which happen and are told."""

    def __init__(self, held: dict[Seat, int], sides: Sides, taps: Taps, rng: Random) -> None:
        self._held = held
        self._sides = sides
        self._taps = taps
        self._rng = rng

    def change(self, current: Seat) -> Act:
        """Let somebody gain, lose or steal tokens in the turn of ``current``."""
        roll = self._rng.random()
        foes = self._sides.foes(current)
        victims = [seat for seat in self._held if seat in foes and self._held[seat]]
        if roll < 0.25 and victims:
            return self._steal(current, self._rng.choice(victims))
        if roll < 0.35 and self._held[current]:
            return self._lose(current)
        return self._gain(self._rng.choice(tuple(self._held)) if roll < 0.5 else current, current)

    def _gain(self, seat: Seat, current: Seat) -> Act:
        piece, amount = self._taps.amount_piece()
        self._held[seat] += amount
        return self._taps.move(*self._taps.at(seat, piece, actor=current))

    def _lose(self, seat: Seat) -> Act:
        piece, amount = self._taps.any_token()
        self._held[seat] = max(0, self._held[seat] - amount)
        return self._taps.move(*self._taps.at(seat, "verb-discard#1", piece, actor=seat))

    def _steal(self, thief: Seat, victim: Seat) -> Act:
        piece, amount = self._taps.amount_piece()
        moved = min(amount, self._held[victim])
        self._held[victim] -= moved
        self._held[thief] += moved
        words = (self._taps.seat_token(thief), self._taps.seat_token(victim), piece)
        return self._taps.move(*(Tap("tap", each) for each in words))
