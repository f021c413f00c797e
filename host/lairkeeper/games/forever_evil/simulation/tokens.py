"""The changes of VP tokens in a turn: players gain, lose and steal them."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.simulation.acts import Act, Tap

from .sides import Sides
from .taps import BUTTONS, Taps


class Change(NamedTuple):
    """A change of tokens as it is told."""

    act: Act
    by: Seat | None = None
    """Who gained; None for a loss, which can be in anybody's turn."""


class TokenChanges:
    """Random changes of the tokens that each player holds, which happen and are told."""

    def __init__(self, held: dict[Seat, int], sides: Sides, taps: Taps, rng: Random, *, passes: bool = False) -> None:
        """Change what is ``held``. ``passes``: cards may be passed unseen: a number with a player needs its verb."""
        self._passes = passes
        self._held = held
        self._sides = sides
        self._taps = taps
        self._rng = rng

    def change(self, current: Seat) -> Change:
        """Let somebody gain, lose or steal tokens in the turn of ``current``."""
        roll = self._rng.random()
        foes = self._sides.foes(current)
        victims = [seat for seat in self._held if seat in foes and self._held[seat]]
        if roll < 0.25 and victims:
            return Change(self._steal(current, self._rng.choice(victims)), current)
        if roll < 0.35 and self._held[current]:
            return Change(self._lose(current))
        seat = self._rng.choice(tuple(self._held)) if roll < 0.5 else current
        return Change(self._gain(seat, current), seat)

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
        if self._taps.trays:
            verb = ("verb-attack#1",) if self._passes and kind_of(piece) in BUTTONS else ()
            return self._taps.move(*self._taps.at(thief, *verb, self._taps.seat_token(victim), piece, actor=None))
        words = (self._taps.seat_token(thief), self._taps.seat_token(victim), piece)
        return self._taps.move(*(Tap("tap", each) for each in words))
