"""A simulated match of Evil:101: real hands, real bluffs, Agents that guess, chases, purchases.

Its own arithmetic is kept apart from the game's on purpose. The app is told by taps alone; at the end both must have
the same table. The cards have the invented numbers of the proxy set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act

from . import compare
from .opening import header, new_table
from .rounds import Rounds
from .table import GroundTruth
from .taps import Taps
from .telling import EachCard, Teller


class FullMatch:
    """Tracking level ``full``: every card that is placed is tapped. Nobody throws Chase cards away, allowed or not."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._truth = new_table(seats, rng, ruleset)
        taps = Taps(seats, rng, layout)
        teller = EachCard(self._truth, taps, rng)
        self._rounds = Rounds(self._truth, taps, teller, Confirmed(self._truth, teller), rng)
        self.readers = taps.readers
        self.header = header(self._truth, "full", ruleset)

    def unseen(self) -> frozenset[Component]:
        """Return cards in decks and hands, and Plots that have been thrown away face down."""
        return self._truth.unseen()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the Plots that lie face down on Targets: their owner's page alone may name them."""
        return self._truth.face_down()

    def scores(self) -> Mapping[Seat, int]:
        """Return the points of each player on the table."""
        return self._truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: points, Handler, winners, the end, places."""
        return [*compare.result(view, self._truth), *compare.places(view, self._truth)]

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        yield from self._rounds.acts()


class Confirmed:
    """Points that are collected by a tap of whoever gets them: the app knows which cards lie there."""

    def __init__(self, truth: GroundTruth, teller: Teller) -> None:
        self._truth = truth
        self._teller = teller

    def hoard(self) -> Iterator[Act]:
        """Implement ``Hoarding.hoard``."""
        for player in self._truth.in_order():
            if self._truth.collect(player):
                yield from self._teller.say(self._truth.handler if player.pocketed else player, "verb-confirm#1")
            if self._truth.over_at_once():
                return
