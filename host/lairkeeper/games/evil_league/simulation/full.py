"""A simulated match of the Evil League at level ``full``: everything that changes places is tapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act

from . import compare
from .effects import Effects
from .opening import header, new_table, starts
from .outcomes import Outcomes
from .supplies import Supplies
from .table import ROUTE
from .taps import Taps
from .turns import Turns

ROUNDS_AT_MOST: Final = 40


class FullMatch:
    """Level ``full``: everything that changes places is tapped, Loot face down as it is drawn.

    Nobody trades, or plays Loot out of turn, allowed or not.
    """

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self.truth = new_table(seats, rng, ruleset)
        self._taps = Taps(seats, rng, layout)
        self._supplies = Supplies(self.truth, self._taps)
        self._turns = Turns(self.truth, self._taps, self._supplies, Effects(self.truth, self._taps, self._supplies))
        self._outcomes = Outcomes(self.truth, self._taps, self._supplies)
        self.readers = self._taps.readers
        self.header = header(self.truth, "full", ruleset)

    def scores(self) -> dict[Seat, int]:
        """Return the reputation of each villain on the table."""
        return self.truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table, nobody before its end."""
        return self.truth.winners or ()

    def unseen(self) -> frozenset[Component]:
        """Return the cards that lie face down in the decks.

        Parts of the bag are open whenever they are out of it.
        """
        return frozenset((*self.truth.deck, *self.truth.schemes))

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return, by seat, the Loot cards of the hand that not everybody has seen."""
        shown = self.truth.shown
        return {seat: frozenset(villain.hand) - shown for seat, villain in self.truth.villains.items()}

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: results, villains, places of the route, sizes of piles."""
        return [*compare.result(view, self.truth), *compare.table(view, self.truth)]

    # The match ----------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield the start, the deal and the first draws, then rounds until the match is over."""
        yield from starts(self.truth, self._taps, may_ask=True)
        yield from self._supplies.deal()
        for villain in self.truth.order():
            yield from self._supplies.draw(villain, parts=2, loot=2)
        for n in range(ROUNDS_AT_MOST):
            yield from self._round(first=n == 0)
            if self.truth.winners is not None:
                return

    def _round(self, *, first: bool) -> Iterator[Act]:
        truth = self.truth
        if not first:
            truth.hammer = truth.next_plan()
        order = truth.order()
        for villain in order:
            yield from self._turns.walk(villain)
        yield from self._turns.actions(order)
        if truth.winners is None:
            yield from self._outcomes.schemes(order)
        if truth.winners is None:
            yield from self._outcomes.beating()
        if truth.winners is None and not truth.schemes and not any(truth.plans.values()):
            truth.winners = ()
        if truth.winners is None:
            for villain in truth.villains.values():
                villain.committed = villain.equipped = villain.empowered = False
            truth.fought.clear()
            truth.boosts.clear()
            for place in ROUTE if truth.rules.scheme_refill == "all" and truth.schemes else ():
                truth.discard_plan(place)
            yield from self._supplies.deal()
