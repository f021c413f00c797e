"""Simulated players of Evil:101 at level ``score``: they play as at level ``full`` and tell less."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lairkeeper.core.ids import Component
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act, Intent, Tap

from .full import MISTAKES, RUNS, FullMatch
from .table import SeatedPlayer


class ScoreMatch(FullMatch):
    """Tracking level ``score``: after the reveal each Plot is tapped with its Target, or the Agent that foiled it."""

    level = "score"

    def unseen(self) -> frozenset[Component]:
        """At this level nothing is told before the reveal."""
        return frozenset(card for card in self._truth.unseen() if card not in self._truth.shown)

    def _places(self, view: View) -> Iterator[str]:
        yield from ()

    def _say(self, player: SeatedPlayer, *pieces: Component) -> Iterator[Act]:
        if pieces[0] in ("verb-buy#1",) or (pieces[0] == "verb-no#1" and self._buying):
            yield from super()._say(player, *pieces)

    _buying = False

    def _silent(self, *_: object) -> Iterator[Act]:
        """Of what is not followed at this level."""
        yield from ()

    _say_first = _say_plot = _say_agent = _say_chase = _say_target = _silent  # type: ignore[assignment]
    _wrong_target = _wrong_agent = _wrong_chase = _silent  # type: ignore[assignment]

    def _evidence(self, player: SeatedPlayer) -> Iterator[Act]:
        """Chases are not followed; what the Handler takes is told afterwards."""
        player.pocketed = self._rng.random() < RUNS
        yield from ()

    def _hoard(self) -> Iterator[Act]:
        at_once = self._rules.game_end == "at-once"
        players = list(self._truth.in_order())
        if self._layout != "tap" and not at_once:
            self._rng.shuffle(players)
        late = [player for player in players if player.pocketed and not at_once and self._rng.random() < 0.5]
        for player in players:
            yield from self._tell(player)
            if player.pocketed and player not in late:
                yield from self._pocket(player)
            if self._over_at_once():
                return
        for player in late:
            yield from self._pocket(player)
        foiled = [player for player in players if player.agent and not self._pays(player)]
        if self._rules.pocket_the_evidence and not all(player.pocketed for player in foiled):
            yield self._move(Tap("tap", "verb-confirm#1"))

    def _pays(self, player: SeatedPlayer) -> bool:
        return player.plot is not None and not player.foiled

    def _tell(self, player: SeatedPlayer) -> Iterator[Act]:
        truth, plot, target = self._truth, player.plot, player.target
        truth.shown.update(each for each in (plot, target, player.agent) if each)
        tray = self._tray(player)
        if self._rng.random() < MISTAKES:
            yield self._stranger()
        if plot and target and self._pays(player):
            truth.collect(player)
            if self._rng.random() < MISTAKES * 2:
                wrong = truth.target_that_does_not_fit(plot)
                if wrong:
                    truth.shown.add(wrong)
                    yield Act(Intent.MISTAKE, (Tap(tray, plot), Tap(tray, wrong)))
            yield self._move(*self._who(player), Tap(tray, plot), Tap(tray, target))
        else:
            yield self._move(*self._who(player), Tap(tray, player.agent or "verb-no#1"))

    def _pocket(self, player: SeatedPlayer) -> Iterator[Act]:
        """Let the Handler take the points of a Plot that was lost in a chase."""
        handler = self._truth.handler
        self._truth.collect(player)
        tray = self._tray(handler)
        who = (Tap("tap", f"seat-{self._seats.index(handler.name) + 1}#1"),) if tray == "tap" else ()
        taps = (*who, *(Tap(tray, card) for card in (player.plot, player.target) if card))
        yield replace(self._move(*taps), choose={"move": "pocket"})  # somebody who has not said anything may collect it

    def _buy(self) -> Iterator[Act]:
        self._buying = True
        yield from super()._buy()
        self._buying = False

    def _for_sale(self) -> bool:
        return True
