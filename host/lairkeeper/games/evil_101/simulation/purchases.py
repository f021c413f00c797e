"""The purchases of Chase cards, which the app is told of at every level."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from lairkeeper.simulation.acts import Act

from .table import GroundTruth
from .taps import Taps

BUYS: Final = 0.3


class Purchases:
    """Players who buy. ``counted``: the app knows how many Chase cards are left."""

    def __init__(self, truth: GroundTruth, taps: Taps, rng: Random, *, counted: bool) -> None:
        self._truth = truth
        self._taps = taps
        self._rng = rng
        self._counted = counted

    def buy(self) -> Iterator[Act]:
        """Let players buy Chase cards, from the Handler's left; one tap ends it when nobody wants more."""
        truth = self._truth
        buyers = [player for player in truth.all_in_order() if player.points >= 2 and self._for_sale()]
        for n, player in enumerate(buyers):
            if not self._for_sale():
                return
            if self._rng.random() < 0.5:
                if any(each.points >= 2 for each in buyers[n:]):
                    yield self._taps.tap("verb-end-turn#1")
                return
            while player.points >= 2 and self._for_sale():
                picks = truth.rules.purchase == "buyer-picks" and self._counted
                there = truth.chases.cards if picks else truth.chases.available
                if self._rng.random() > BUYS or not there:
                    yield from self._taps.say(player, "verb-no#1")
                    break
                card = self._rng.choice(truth.chases.cards) if picks else None
                truth.buy(player, card)
                yield from self._taps.say(player, card or "verb-buy#1")

    def _for_sale(self) -> bool:
        """Return True when the app thinks that there is anything to buy."""
        return bool(self._truth.chases.available) or not self._counted
