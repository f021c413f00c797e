"""Simulated players of Smugglers at level ``score``: they play as at level ``full`` and tell their coins only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act

from ..game import GAME
from . import compare
from .rounds import Rounds
from .table import GroundTruth, new_table
from .taps import Silence, Taps

TOKENS: Final = (("plus-5#1", 5), ("plus-1#1", 1), ("minus-1#1", -1))


class ScoreMatch:
    """A match of which the app is told coins alone."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._truth = new_table(seats, rng, ruleset)
        taps = Taps(rng, layout, len(seats))
        self._rounds = Rounds(self._truth, Silence(), CoinsTold(self._truth, taps).acts, rng)
        self.readers = taps.readers
        self.header = Header(GAME.id, tuple(seats), "score", ruleset, {}, GAME.version)

    def unseen(self) -> frozenset[Component]:
        """Return the cards of decks and hands."""
        return self._truth.unseen()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the course cards that only their player has seen."""
        return self._truth.own()

    def scores(self) -> Mapping[Seat, int]:
        """Return the coins of each player."""
        return self._truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners

    def differences(self, view: View) -> list[str]:
        """Return the coins, Captain and winners that the app has otherwise."""
        return list(compare.result(view, self._truth))

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        yield from self._rounds.acts()


class CoinsTold:
    """Coins that the players tell in turn when a round is over: what each has won or lost since the last time."""

    def __init__(self, truth: GroundTruth, taps: Taps) -> None:
        self._truth = truth
        self._taps = taps
        self._before = truth.scores()

    def acts(self) -> Iterator[Act]:
        """Yield the tokens of each player, then the confirmation."""
        for player in self._truth.in_order():
            left = player.coins - self._before[player.name]
            while left:
                token, n = next((token, n) for token, n in TOKENS if 0 < n <= left or left <= n < 0)
                left -= n
                yield from self._taps.say(player, token)
            yield from self._taps.say(player, "verb-confirm#1")
        self._before = self._truth.scores()
