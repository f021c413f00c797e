"""The purchases of the players of level ``full``, who know what they can pay."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Component, Seat
from lairkeeper.simulation.acts import Act, Intent

from .parts import Parts
from .taps import MISTAKES
from .telling import STRANGER_COST


class Purchases:
    """Players who buy and defeat for the Power of a turn."""

    def __init__(self, parts: Parts) -> None:
        self._truth = parts.truth
        self._rng = parts.truth.rng
        self._teller = parts.teller
        self._dialogue = parts.dialogue
        self._outcomes = parts.outcomes
        self._settling = parts.settling
        self._cost = parts.truth.house.cost

    def buy(self, seat: Seat) -> Iterator[Act]:
        """Buy the Super Hero first, then the dearest card, then Kicks, as long as the Power allows."""
        truth, facts = self._truth, self._outcomes.turn
        while (card := self._wanted(facts.power)) is not None:
            if self._rng.random() < MISTAKES / 2 and not facts.unsure:
                dear = [each for each in truth.line_up if self._cost(each) > facts.power and each not in truth.frozen]
                if dear:
                    yield Act(Intent.MISTAKE, self._teller.at(seat, self._rng.choice(dear)))
            yield from self._buy_card(seat, card)

    def too_dear(self, hero: Component) -> bool:
        """Return True when the current player fights Super Heroes, but cannot defeat this one."""
        facts = self._outcomes.turn
        bad = not self._truth.sides.good(self._truth.current)
        return bad and self._cost(hero) > facts.power + facts.discount

    def _wanted(self, power: int) -> Component | None:
        truth, mine = self._truth, self._truth.mine()
        if mine is not None and self._price(mine) <= power:
            return mine
        choice = [card for card in truth.line_up if card not in truth.frozen and 0 < self._cost(card) <= power]
        if choice:
            return max(choice, key=lambda card: (self._cost(card), card))
        return truth.any_kick(power)

    def _price(self, card: Component) -> int:
        """Return the cost of the card on top of a stack."""
        return max(0, (self._cost(card) or STRANGER_COST) - self._outcomes.turn.discount)

    def _buy_card(self, seat: Seat, card: Component) -> Iterator[Act]:
        truth, facts = self._truth, self._outcomes.turn
        price = self._cost(card)
        from_line_up = card in truth.line_up
        if card == truth.mine():
            price = self._price(card)
            if card == truth.other_top:
                facts.power -= price
                facts.unsure = True
                yield from self._teller.defeat_stranger(seat)
                return
            truth.top = None
        elif not from_line_up:
            truth.stacks["kick"].remove(card)
        facts.power -= price
        yield self._dialogue.say(seat, card)
        yield from self._settling.settled(self._bought(seat, card, from_line_up=from_line_up))

    def _bought(self, seat: Seat, card: Component, *, from_line_up: bool) -> Iterator[Act]:
        self._outcomes.comes_to(seat, card)
        self._outcomes.acquired(seat, card, from_line_up=from_line_up)
        yield from ()
