"""The first half of a round: Plots on Targets, Agents on Plots, the reveal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from lairkeeper.core.ids import Component
from lairkeeper.simulation.acts import Act

from .table import GroundTruth, SeatedPlayer
from .taps import MISTAKES, Taps
from .telling import Teller

SPARES: Final = 0.1
"""The share of turns in which a Plot is held back or no more Agents are laid, where the house allows it."""


class Placing:
    """Evil players who plot, and a Handler who guesses."""

    def __init__(self, truth: GroundTruth, taps: Taps, teller: Teller, rng: Random) -> None:
        self._truth = truth
        self._rules = truth.rules
        self._taps = taps
        self._teller = teller
        self._rng = rng

    def place(self, player: SeatedPlayer) -> Iterator[Act]:
        """Place a Plot that fits, by exchange if need be; now and then try one that does not."""
        truth = self._truth
        left = truth.plots.available
        if self._rules.hold_back and truth.free() and player.plots and self._rng.random() < SPARES:
            self._turn_up_if_through(player)
            yield from self._teller.say(player, "verb-no#1")
            return
        while player.plots and truth.free():
            choices = truth.fitting(player)
            bluff = self._rng.random() < MISTAKES and self._teller.each_card
            if choices or bluff:
                plot, target = self._rng.choice(choices or [(player.plots[0], self._rng.choice(truth.free()))])
                if bluff:
                    plot = self._rng.choice(player.plots)
                yield from self._teller.wrong_target(player, plot)
                truth.place(player, plot, target)
                self._turn_up_if_through(player)
                yield from self._teller.plot(player, plot, target)
                return
            if not left:
                self._turn_up_if_through(player)
                yield from self._teller.say(player, "verb-no#1")
                return
            left -= 1
            truth.exchange(truth.plots, player.plots, self._rng)
            yield from self._teller.say(player, "verb-discard#1")

    def handle(self) -> Iterator[Act]:
        """Lay an Agent on each Plot, a guess among the Target's symbols, by exchange if need be."""
        truth, handler = self._truth, self._truth.handler
        left = truth.agents.available
        while truth.open_plots():
            if truth.stuck():
                return
            choices = truth.agents_that_fit()
            if self._rules.agents == "may-leave" and self._rng.random() < SPARES:
                truth.turn_up()
                yield from self._teller.say(handler, "verb-confirm#1")
                return
            if choices:
                yield from self._lay(*self._rng.choice(choices))
                continue
            if not left:
                truth.turn_up()
                yield from self._teller.say(handler, "verb-confirm#1")
                return
            left -= 1
            truth.exchange(truth.agents, handler.agents, self._rng)
            yield from self._teller.say(handler, "verb-discard#1")

    def _lay(self, agent: Component, player: SeatedPlayer) -> Iterator[Act]:
        truth = self._truth
        yield from self._teller.wrong_agent()
        several = len(truth.open_plots()) > 1
        truth.block(agent, player)
        if self._rules.reveal == "one-by-one":
            truth.show(player)
        self._turn_up_if_through()
        yield from self._teller.agent(agent, player, several=several)
        if self._rules.reveal == "one-by-one":
            yield from self.reveal([player])

    def _turn_up_if_through(self, player: SeatedPlayer | None = None) -> None:
        """Turn all Plots up once no more Agents can come: after an Agent, or after the turn of the last Evil player."""
        truth = self._truth
        if player is not None and (not truth.stuck() or truth.waits_after(player)):
            return
        if truth.stuck() or not truth.open_plots():
            truth.turn_up()

    def reveal(self, players: Iterable[SeatedPlayer]) -> Iterator[Act]:
        """Turn Plots up; by house rule the table says of each that does not match whether it counts."""
        for player in players:
            self._truth.show(player)
            if player.judged and self._rules.illegal_plot == "table-decides":
                yield self._taps.tap("verb-no#1" if player.worthless else "verb-confirm#1")
            player.judged = False
