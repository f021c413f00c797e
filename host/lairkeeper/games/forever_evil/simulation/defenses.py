"""The Defenses of Forever Evil, one method a card: what a player does who avoids an Attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.simulation.acts import Act

from .choosing import Choices, must
from .dialogue import Dialogue
from .outcomes import Outcomes
from .table import GroundTruth

Defense = Callable[[Seat, Component, Seat | None], Iterator[Act]]
"""Who defends, with which card, against whom: nobody at a First Appearance."""


class Defenses:
    """The text of each Defense."""

    def __init__(self, truth: GroundTruth, outcomes: Outcomes, choices: Choices, dialogue: Dialogue) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._outcomes = outcomes
        self._choices = choices
        self._dialogue = dialogue
        self.by_kind: Mapping[Kind, Defense] = {
            "commissioner-gordon": self._commissioner_gordon,
            "cosmic-staff": self._cosmic_staff,
            "insanity": self._insanity,
            "invulnerable": self._invulnerable,
            "man-bat": self._man_bat,
            "power-armor": self._power_armor,
            "stargirl": self._stargirl,
        }

    def _commissioner_gordon(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._outcomes.discard(seat, card)
        self._outcomes.gain_vp(seat, 1)
        yield from ()

    def _cosmic_staff(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._outcomes.discard(seat, card)
        if self._truth.main_deck:
            taken = self._truth.main_deck.pop()
            yield self._dialogue.say(seat, taken)
            self._outcomes.comes_to(seat, taken)
            self._outcomes.acquired(seat, taken, from_line_up=False)

    def _insanity(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._outcomes.discard(seat, card)
        if by is None:
            return
        chosen = must(each for each in self._choices.own(seat) if self._truth.house.cost(each) == 0)

        def given(each: Component) -> None:
            self._truth.players[seat].remove(each)
            self._truth.players[by].hand.append(each)
            self._outcomes.left_hand(seat)

        yield from self._choices.choose("give", seat, card, chosen, given)

    def _invulnerable(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        there = [each for each in self._choices.own(seat) if kind_of(each) == "vulnerability"]
        chosen = there[:1] if self._rng.random() < 0.8 else []
        yield from self._choices.destroys(seat, card, chosen)
        if not chosen:
            self._outcomes.discard(seat, card)

    def _man_bat(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._outcomes.discard(seat, card)
        if by is not None:
            self._outcomes.steal_vp(seat, by)
        yield from ()

    def _power_armor(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        rest = [each for each in self._choices.own(seat) if each != card]
        yield from self._choices.may_destroy(seat, card, rest)

    def _stargirl(self, seat: Seat, card: Component, by: Seat | None) -> Iterator[Act]:
        self._outcomes.discard(seat, card)
        self._truth.players[seat].draw(1)
        there = [each for each in self._truth.destroyed if self._truth.house.cost(each) > 0]
        chosen = [self._rng.choice(there)] if there else []

        def goes(each: Component) -> None:
            self._truth.destroyed.remove(each)
            self._outcomes.under_main_deck(each)

        yield from self._choices.choose("bottom", seat, card, chosen, goes)
