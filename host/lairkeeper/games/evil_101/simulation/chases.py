"""The chases for Plots that were foiled."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from lairkeeper.core.ids import kind_of
from lairkeeper.simulation.acts import Act

from .table import BEATEN_BY, GroundTruth, SeatedPlayer
from .telling import Teller

RUNS: Final = 0.7
"""The share of cases in which somebody plays on in a chase."""


class Chases:
    """Players who run from the Handler."""

    def __init__(self, truth: GroundTruth, teller: Teller, rng: Random) -> None:
        self._truth = truth
        self._rules = truth.rules
        self._teller = teller
        self._rng = rng

    def all(self) -> Iterator[Act]:
        """Play one chase after the other, clockwise or as the Handler likes."""
        left = [player for player in self._truth.in_order() if player.foiled and player.chases]
        while left:
            player = left[0]
            if len(left) > 1 and self._rules.chase_order == "handler-chooses":
                player = self._rng.choice(left)
                yield from self._teller.chase_first(player)
            left.remove(player)
            yield from self._chase(player)

    def _chase(self, player: SeatedPlayer) -> Iterator[Act]:
        """Cards round the circle, by turns, until somebody cannot or will not go on."""
        if not player.foiled or not player.chases:
            return
        truth, last, mover = self._truth, "", player
        while mover.chases:
            fits = [card for card in mover.chases if not last or BEATEN_BY[kind_of(card)] == last]
            if not fits or self._rng.random() > RUNS:
                yield from self._teller.wrong_chase(mover, fits, last)
                yield from self._teller.say(mover, "verb-no#1")
                break
            card = self._rng.choice(fits)
            truth.chase(mover, card)
            yield from self._teller.say(mover, card)
            last, mover = kind_of(card), truth.handler if mover is player else player
        if last and mover is not player:
            player.foiled = False
        elif last and self._rules.pocket_the_evidence:
            yield from self._evidence(player)

    def _evidence(self, player: SeatedPlayer) -> Iterator[Act]:
        """Let the Handler who has won a chase take the points of the Plot, or leave them."""
        player.pocketed = self._rng.random() < RUNS
        yield from self._teller.say(self._truth.handler, "verb-confirm#1" if player.pocketed else "verb-no#1")
