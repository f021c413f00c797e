"""The course of a round at level ``full``: draws, who is first, what is discarded, Maintenance."""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.ids import Seat
from lairkeeper.core.view import PromptView
from lairkeeper.simulation.acts import Act

from .page import Page
from .table import GroundTruth, SeatedPlayer
from .taps import Taps


class Rounds:
    """Draws that are due, and when a round is over."""

    def __init__(self, truth: GroundTruth, taps: Taps, page: Page) -> None:
        self._truth = truth
        self._rng = truth.rng
        self._taps = taps
        self._page = page
        self._draws: list[tuple[SeatedPlayer, int | None]] = []
        self.fought = False
        """True from the first activation of a round to its Maintenance."""

    def first(self) -> Iterator[Act]:
        """Say, from round 2 on, who is first of a pair: its token."""
        prompt = self._page.prompt
        first = self._rng.choice(prompt.args["waiting"] if prompt else ())
        self._truth.first(first)
        yield self._taps.lay("tap", self._taps.seat_token(first))

    def rogues_draw(self) -> None:
        """Let all Rogues draw, after the last one's turn."""
        self._draws = [(each, 4 if each.alone else 3) for each in self._truth.side(rogue=True)]
        self._settle()

    def trim(self, seat: Seat | None) -> Iterator[Act]:
        """Discard a card of a hand that is too large."""
        player = self._truth.named(seat or "")
        card = self._rng.choice(player.hand)
        player.throw(card)
        yield from self._taps.say(seat, card)
        if len(player.hand) <= player.most:
            self._settle()

    def hero_discards(self, seat: Seat | None) -> Iterator[Act]:
        """Keep the whole hand; after the last Hero the round is maintained."""
        truth = self._truth
        heroes = [p for p in truth.side(rogue=False) if p.hand]
        yield from self._taps.say(seat, "verb-confirm#1")
        if truth.named(seat or "") is heroes[-1]:
            self._maintain()

    def maintain_if_over(self, prompt: PromptView) -> None:
        """Maintain when nobody had a card to discard, so that nobody was asked before the draws."""
        over = prompt.code in ("plotting", "first", "trim") or prompt.args.get("trigger") == "after-round"
        if self.fought and over:
            self._maintain()

    def _maintain(self) -> None:
        truth = self._truth
        self.fought = False
        truth.exhausted.clear()
        truth.used.clear()
        truth.where.clear()
        self._draws = [(p, 2 if p.alone else 3) for p in truth.side(rogue=True)]
        self._draws += [(p, None) for p in truth.side(rogue=False)]
        self._settle()

    def _settle(self) -> None:
        """Draws that are due, one player after the other; whoever holds too much discards first."""
        while self._draws:
            player, n = self._draws.pop(0)
            player.draw(max(0, player.most - len(player.hand)) if n is None else n, self._rng)
            trims = player.rogue or self._truth.rules["big-hand"] == "discard"
            if trims and len(player.hand) > player.most:
                return
