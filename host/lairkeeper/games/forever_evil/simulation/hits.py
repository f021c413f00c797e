"""The Attacks of Forever Evil's cards, one method a card: what happens to a player who is hit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lairkeeper.core.ids import Component, Kind, Seat
from lairkeeper.simulation.acts import Act

from .choosing import Choices
from .outcomes import Outcomes
from .table import GroundTruth

Hit = Callable[[Seat, Component, Seat], Iterator[Act]]
"""Who is hit, by which card, of whom."""


class Hits:
    """The text of each Attack."""

    def __init__(self, truth: GroundTruth, outcomes: Outcomes, choices: Choices) -> None:
        self._truth = truth
        self._outcomes = outcomes
        self._choices = choices
        self.by_kind: Mapping[Kind, Hit] = {
            "bizarro-power": self._weakness,
            "broadsword": self._broadsword,
            "catwoman": self._catwoman,
            "constructs-of-fear": self._constructs_of_fear,
            "despero": self._despero,
            "dr-light": self._dr_light,
            "power-drain": self._power_drain,
            "the-joker": self._weakness,
        }

    def _weakness(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        self._outcomes.gain_weaknesses(seat, 1)
        yield from ()

    def _broadsword(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        """Destroy a cheap card of the discard pile for the attacker, who has what comes of it."""
        cost = self._truth.house.cost
        there = [card for card in self._truth.players[seat].discard if 1 <= cost(card) <= 3]
        chosen = sorted(there, key=lambda card: (cost(card), card))[-1:]
        yield from self._choices.destroys(by, source, chosen)

    def _catwoman(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        self._outcomes.steal_vp(by, seat)
        yield from ()

    def _constructs_of_fear(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._choices.discards(seat, source, 2)

    def _despero(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._choices.discards(seat, source, 1, lambda card: self._truth.house.cost(card) > 0)

    def _dr_light(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._choices.push_back(seat, source)

    def _power_drain(self, seat: Seat, source: Component, by: Seat) -> Iterator[Act]:
        yield from self._choices.discards(seat, source, 1, chooser=by)
