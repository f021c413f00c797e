"""The First Appearances of the Super Heroes, one method a hero: what happens to a player who is hit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .choosing import Choices, must
from .outcomes import Outcomes
from .table import GroundTruth
from .turn import LOCATION

Appearance = Callable[[Seat, Component], Iterator[Act]]
"""Who is hit, by which Super Hero."""


class Appearances:
    """The text of each First Appearance."""

    def __init__(self, truth: GroundTruth, outcomes: Outcomes, choices: Choices) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._outcomes = outcomes
        self._choices = choices
        self._cost, self._is_a = truth.house.cost, truth.house.is_a
        self.by_kind: Mapping[Kind, Appearance] = {
            "aquaman": self._aquaman,
            "batman": lambda seat, hero: self._destroys_one(seat, hero, "equipment"),
            "constantine": self._constantine,
            "cyborg": lambda seat, hero: self._discards_each(seat, hero, "super-power", "equipment"),
            "green-arrow": self._green_arrow,
            "green-lantern": lambda seat, hero: self._destroys_one(seat, hero, "hero"),
            "martian-manhunter": lambda seat, hero: self._discards_each(seat, hero, "hero", "villain"),
            "shazam": self._shazam,
            "superman": lambda seat, hero: self._destroys_one(seat, hero, "super-power", 2),
            "swamp-thing": self._swamp_thing,
            "wonder-woman": lambda seat, hero: self._destroys_one(seat, hero, "villain"),
        }

    def _destroys_one(self, seat: Seat, hero: Component, wanted: str, weaknesses: int = 1) -> Iterator[Act]:
        """One card of a type is destroyed; whoever has none gains Weaknesses."""
        chosen = must(card for card in self._choices.own(seat) if self._is_a(card, wanted))
        yield from self._choices.destroys(seat, hero, chosen)
        if not chosen:
            self._outcomes.gain_weaknesses(seat, weaknesses)

    def _discards_each(self, seat: Seat, hero: Component, *wanted: str) -> Iterator[Act]:
        """One card of each type, as far as there are; an Element Woman alone will do."""
        hand = self._truth.players[seat].hand
        chosen: list[Component] = []
        for type in wanted:
            fitting = [card for card in hand if self._is_a(card, type) and card not in chosen]
            plain = [card for card in fitting if not all(self._is_a(card, each) for each in wanted)]
            chosen += must(plain or fitting)
        for card in hand:
            if all(self._is_a(card, each) for each in wanted) and self._rng.random() < 0.5:
                chosen = [card]
        if self._truth.house.rules.element_woman_discards == "is-enough":
            chosen = self._until_covered(chosen, wanted)
        yield from self._choices.choose(
            "discard", seat, hero, chosen, lambda card: self._outcomes.discard(seat, card), 2
        )
        if not chosen:
            self._outcomes.gain_weaknesses(seat, 1)

    def _until_covered(self, cards: list[Component], wanted: Iterable[str]) -> list[Component]:
        """Return the first of some cards, until there was one of each type that could be had."""
        left = set(wanted)
        for n, card in enumerate(cards, 1):
            left -= {type for type in left if self._is_a(card, type)}
            if not left:
                return cards[:n]
        return cards

    def _aquaman(self, seat: Seat, hero: Component) -> Iterator[Act]:
        free = [card for card in self._truth.players[seat].discard if self._cost(card) == 0]
        yield from self._choices.on_top(seat, hero, free, 4, 4)
        if not free:
            self._outcomes.gain_weaknesses(seat, 1)

    def _constantine(self, seat: Seat, hero: Component) -> Iterator[Act]:
        tokens = self._truth.tokens
        if tokens[seat]:
            tokens[seat] = max(0, tokens[seat] - 3)
        else:
            self._outcomes.gain_weaknesses(seat, 1)
        yield from ()

    def _green_arrow(self, seat: Seat, hero: Component) -> Iterator[Act]:
        had = sum(kind_of(card) == "punch" for card in self._truth.players[seat].hand)
        yield from self._choices.discards(seat, hero, 2, lambda card: kind_of(card) == "punch")
        self._outcomes.gain_weaknesses(seat, max(0, 2 - had))

    def _shazam(self, seat: Seat, hero: Component) -> Iterator[Act]:
        chosen = must(card for card in self._choices.own(seat) if self._cost(card) >= 5)

        def goes(card: Component) -> None:
            self._truth.players[seat].remove(card)
            self._outcomes.under_main_deck(card)

        yield from self._choices.choose("bottom", seat, hero, chosen, goes)
        if not chosen:
            self._outcomes.gain_weaknesses(seat, 1)

    def _swamp_thing(self, seat: Seat, hero: Component) -> Iterator[Act]:
        had = any(self._is_a(card, LOCATION) for card in self._truth.players[seat].in_play)
        yield from self._choices.push_back(seat, hero)
        if not had:
            self._outcomes.gain_weaknesses(seat, 1)
