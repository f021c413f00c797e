"""The rounds of a simulated match of Evil:101, at every level: who plays what, and what is cleaned up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, Protocol

from lairkeeper.simulation.acts import Act

from .chases import Chases
from .placing import Placing
from .purchases import Purchases
from .table import GroundTruth
from .taps import Taps
from .telling import Teller

ROUNDS_AT_MOST: Final = 150


class Hoarding(Protocol):
    """The ways to collect and tell the points of a round."""

    def hoard(self) -> Iterator[Act]:
        """Collect the points of all Plots that pay."""
        ...


class Rounds:
    """A whole match, one round after the other."""

    def __init__(self, truth: GroundTruth, taps: Taps, teller: Teller, hoarding: Hoarding, rng: Random) -> None:
        self._truth = truth
        self._rules = truth.rules
        self._teller = teller
        self._hoarding = hoarding
        self._rng = rng
        self._placing = Placing(truth, taps, teller, rng)
        self._chases = Chases(truth, teller, rng)
        self._purchases = Purchases(truth, taps, rng, counted=teller.each_card)

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        yield from self._deal()
        for _ in range(ROUNDS_AT_MOST):
            yield from self._round()
            if not self._truth.winners:
                yield from self._cleaners()
            if self._truth.winners:
                return

    def _round(self) -> Iterator[Act]:
        truth = self._truth
        for player in truth.in_order():
            yield from self._placing.place(player)
        yield from self._placing.handle()
        yield from self._placing.reveal(truth.in_order())
        yield from self._chases.all()
        yield from self._hoarding.hoard()
        if not truth.dry(seen=self._teller.each_card) and self._rules.game_end != "end-of-round":
            truth.look_for_the_end()

    def _cleaners(self) -> Iterator[Act]:
        truth = self._truth
        truth.clear_away()
        late = self._rules.game_end == "end-of-round" and (bool(truth.tied) or truth.reached())
        if late:
            yield from self._purchases.buy()
            truth.look_for_the_end()
            if truth.winners:
                return
        changed = truth.pass_on()
        chases = self._rules.chase_cards == "may-discard" and truth.handler.chases
        if changed and (chases or len(truth.players) == 2):
            yield from self._throw_away()
        truth.fill_hands()
        if not late and (not truth.tied or self._rules.tie_purchases):
            yield from self._purchases.buy()
        truth.take_used()
        yield from self._deal()

    def _throw_away(self) -> Iterator[Act]:
        """Throw Agents away, unseen, as the new Handler of two players may."""
        truth, handler = self._truth, self._truth.handler
        for _ in range(self._rng.randint(0, min(2, len(handler.agents))) if len(truth.players) == 2 else 0):
            card = handler.agents.pop(self._rng.randrange(len(handler.agents)))
            truth.agents.discards.append(card)
            yield from self._teller.say(handler, "verb-discard#1")
        yield from self._teller.say(handler, "verb-confirm#1")

    def _deal(self) -> Iterator[Act]:
        for at, card in self._truth.deal():
            yield from self._teller.target(card, at)
