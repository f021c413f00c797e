"""The words of the players to the app while they play a round: at level ``full`` on every card, at ``score`` none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from lairkeeper.core.ids import Component
from lairkeeper.simulation.acts import Act, Intent, Tap

from .table import GroundTruth, SeatedPlayer
from .taps import MISTAKES, Taps


class Teller(Protocol):
    """The players' words in a round; each method follows what has happened on the table."""

    each_card: bool
    """True when the app is told of every card."""

    def say(self, player: SeatedPlayer, piece: Component) -> Iterator[Act]:
        """Answer by a word, or by a card that needs no other."""
        ...

    def chase_first(self, player: SeatedPlayer) -> Iterator[Act]:
        """Say whose chase comes next."""
        ...

    def plot(self, player: SeatedPlayer, plot: Component, target: Component) -> Iterator[Act]:
        """Place a Plot on a Target."""
        ...

    def agent(self, agent: Component, player: SeatedPlayer, *, several: bool) -> Iterator[Act]:
        """Lay an Agent on a player's Plot; with ``several`` Plots it must be said on which."""
        ...

    def target(self, card: Component, at: int) -> Iterator[Act]:
        """Deal a Target to a place of the row."""
        ...

    def wrong_target(self, player: SeatedPlayer, plot: Component) -> Iterator[Act]:
        """Yield, now and then, a second Plot on a Target."""
        ...

    def wrong_agent(self) -> Iterator[Act]:
        """Yield, now and then, an Agent whose symbol is not on the Target."""
        ...

    def wrong_chase(self, mover: SeatedPlayer, fits: Sequence[Component], last: str) -> Iterator[Act]:
        """Yield, now and then, a Chase card that does not beat the last one."""
        ...


class EachCard:
    """Level ``full``: every card that is placed is tapped."""

    each_card = True

    def __init__(self, truth: GroundTruth, taps: Taps, rng: Random) -> None:
        self._truth = truth
        self._taps = taps
        self._rng = rng

    def say(self, player: SeatedPlayer, piece: Component) -> Iterator[Act]:
        """Implement ``Teller.say``."""
        yield from self._taps.say(player, piece)

    def chase_first(self, player: SeatedPlayer) -> Iterator[Act]:
        """Implement ``Teller.chase_first``."""
        yield self._taps.tap(self._taps.seat_token(player))

    def plot(self, player: SeatedPlayer, plot: Component, target: Component) -> Iterator[Act]:
        """Implement ``Teller.plot``."""
        yield self._on(player, plot, target, target)

    def agent(self, agent: Component, player: SeatedPlayer, *, several: bool) -> Iterator[Act]:
        """Implement ``Teller.agent``: with its Target, or with the seat token of the Plot's owner."""
        target = player.target or ""
        word = self._taps.seat_token(player) if self._taps.shared else target
        yield self._on(self._truth.handler, agent, target, *([word] if several else []))

    def _on(self, player: SeatedPlayer, card: Component, target: Component, *words: Component) -> Act:
        """On the reader beside a Target, or with words that say on which."""
        slot = f"slot-{self._truth.place_of(target)}"
        beside = slot in self._taps.readers
        return self._taps.move(*((Tap(slot, card),) if beside else self._taps.at(player, card, *words)))

    def target(self, card: Component, at: int) -> Iterator[Act]:
        """Implement ``Teller.target``."""
        slot = f"slot-{at}"
        yield self._taps.move(Tap(slot if slot in self._taps.readers else "tap", card))

    # Mistakes -----------------------------------------------------------------------------------------------------

    def wrong_target(self, player: SeatedPlayer, plot: Component) -> Iterator[Act]:
        """Implement ``Teller.wrong_target``."""
        taken = [each.target for each in self._truth.in_order() if each.target]
        if taken and self._rng.random() < MISTAKES * 2:
            yield Act(Intent.MISTAKE, self._taps.at(player, plot, self._rng.choice(taken)))

    def wrong_agent(self) -> Iterator[Act]:
        """Implement ``Teller.wrong_agent``."""
        wrong = self._truth.agents_that_do_not_fit()
        if wrong and self._rng.random() < MISTAKES:
            agent, player = self._rng.choice(wrong)
            self._truth.shown.add(agent)
            yield Act(Intent.MISTAKE, self._taps.at(self._truth.handler, agent, player.target or ""))

    def wrong_chase(self, mover: SeatedPlayer, fits: Sequence[Component], last: str) -> Iterator[Act]:
        """Implement ``Teller.wrong_chase``."""
        wrong = [card for card in mover.chases if card not in fits]
        if last and wrong and self._rng.random() < 0.3:
            card = self._rng.choice(wrong)
            self._truth.shown.add(card)
            yield Act(Intent.MISTAKE, self._taps.at(mover, card))


class ResultsAlone:
    """Level ``score``: a round is played in silence, and told after its reveal."""

    each_card = False

    def _silent(self, *_: object, **__: object) -> Iterator[Act]:
        yield from ()

    say = chase_first = plot = agent = target = wrong_target = wrong_agent = wrong_chase = _silent
