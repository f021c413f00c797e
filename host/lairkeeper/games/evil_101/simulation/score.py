"""Simulated players of Evil:101 at level ``score``: they play as at level ``full`` and tell less."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act, Intent, Tap

from . import compare
from .opening import header, new_table
from .rounds import Rounds
from .table import GroundTruth, SeatedPlayer
from .taps import MISTAKES, Taps
from .telling import ResultsAlone


class ScoreMatch:
    """Tracking level ``score``: after the reveal each Plot is tapped with its Target, or the Agent that foiled it."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._truth = new_table(seats, rng, ruleset)
        taps = Taps(seats, rng, layout)
        self._rounds = Rounds(self._truth, taps, ResultsAlone(), Told(self._truth, taps, rng), rng)
        self.readers = taps.readers
        self.header = header(self._truth, "score", ruleset)

    def unseen(self) -> frozenset[Component]:
        """Return the cards that nobody has shown: nothing is told before the reveal."""
        return self._truth.unseen()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the Plots that lie face down on Targets: their owner's page alone may name them."""
        return self._truth.face_down()

    def scores(self) -> Mapping[Seat, int]:
        """Return the points of each player on the table."""
        return self._truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: points, Handler, winners, the end."""
        return list(compare.result(view, self._truth))

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        yield from self._rounds.acts()


class Told:
    """Points that are collected by the cards themselves, of which the app has not heard before."""

    def __init__(self, truth: GroundTruth, taps: Taps, rng: Random) -> None:
        self._truth = truth
        self._taps = taps
        self._rng = rng

    def hoard(self) -> Iterator[Act]:
        """Implement ``Hoarding.hoard``: everybody tells what became of the own Plot, in turn or as they like."""
        truth = self._truth
        at_once = truth.rules.game_end == "at-once"
        players = list(truth.in_order())
        if not self._taps.shared and not at_once:
            self._rng.shuffle(players)
        late = [player for player in players if player.pocketed and not at_once and self._rng.random() < 0.5]
        for player in players:
            yield from self._tell(player)
            if player.pocketed and player not in late:
                yield from self._pocket(player)
            if truth.over_at_once():
                return
        for player in late:
            yield from self._pocket(player)
        foiled = [player for player in players if player.agent and not self._pays(player)]
        if truth.rules.pocket_the_evidence and not all(player.pocketed for player in foiled):
            yield self._taps.tap("verb-confirm#1")

    def _pays(self, player: SeatedPlayer) -> bool:
        return player.plot is not None and not player.foiled

    def _tell(self, player: SeatedPlayer) -> Iterator[Act]:
        truth, plot, target = self._truth, player.plot, player.target
        truth.shown.update(each for each in (plot, target, player.agent) if each)
        if self._rng.random() < MISTAKES:
            yield self._taps.stranger()
        if plot and target and self._pays(player):
            truth.collect(player)
            if self._rng.random() < MISTAKES * 2:
                wrong = truth.target_that_does_not_fit(plot)
                if wrong:
                    truth.shown.add(wrong)
                    yield Act(Intent.MISTAKE, self._taps.at(player, plot, wrong))
            yield self._taps.move(*self._who(player), *self._taps.at(player, plot, target))
        else:
            yield self._taps.move(*self._who(player), *self._taps.at(player, player.agent or "verb-no#1"))

    def _who(self, player: SeatedPlayer) -> tuple[Tap, ...]:
        """At the tap point it must be said who speaks, unless everybody speaks there in turn."""
        lacks_tray = not self._taps.shared and self._taps.tray(player) == "tap"
        return (Tap("tap", self._taps.seat_token(player)),) if lacks_tray else ()

    def _pocket(self, player: SeatedPlayer) -> Iterator[Act]:
        """Let the Handler take the points of a Plot that was lost in a chase."""
        handler = self._truth.handler
        self._truth.collect(player)
        who = (Tap("tap", self._taps.seat_token(handler)),) if self._taps.tray(handler) == "tap" else ()
        taps = (*who, *self._taps.at(handler, *(card for card in (player.plot, player.target) if card)))
        yield replace(self._taps.move(*taps), choose={"move": "pocket"})  # who has said nothing may collect it
