"""Simulated players of Smugglers at level ``full``: every card that is played is tapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act

from ..game import GAME
from . import compare
from .rounds import Rounds
from .table import new_table
from .taps import Taps


class FullMatch:
    """A match of which the app is told each card."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._truth = new_table(seats, rng, ruleset)
        taps = Taps(rng, layout, len(seats))
        self._rounds = Rounds(self._truth, taps, lambda: iter(()), rng)
        self.readers = taps.readers
        self.header = Header(GAME.id, tuple(seats), "full", ruleset, {}, GAME.version)

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
        """Return the coins, Captain, winners and places that the app has otherwise."""
        return [*compare.result(view, self._truth), *compare.places(view, self._truth)]

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        yield from self._rounds.acts()
