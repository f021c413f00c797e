"""The rounds of a simulated match of Smugglers: secret courses, goods and what they do, crew.

Its arithmetic is kept apart from the game's on purpose. At both levels the players do the same, and tell the app
more or less of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from lairkeeper.simulation.acts import Act

from .table import GroundTruth, SeatedPlayer
from .taps import MISTAKES, Teller

ROUNDS_AT_MOST: Final = 100
HIRES: Final = 0.4
"""The share of turns in which a player who can pay hires crew."""
PAYS: Final = 0.6
"""The share of tolls paid with coins, and of barters that go on."""


class Rounds:
    """All rounds. ``tell`` says each act to the app; ``end`` yields what is told when a round is over."""

    def __init__(self, truth: GroundTruth, tell: Teller, end: Callable[[], Iterator[Act]], rng: Random) -> None:
        self._truth = truth
        self._tell = tell
        self._end = end
        self._rng = rng

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        truth = self._truth
        for _ in range(ROUNDS_AT_MOST):
            for cove in truth.deal():
                yield from self._tell.say(None, cove)
            yield from self._sail()
            for player in truth.in_order():
                if player.hand:
                    yield from self._land(player)
            yield from self._end()
            truth.look_for_the_end()
            if truth.winners:
                return
            truth.clean_up()
            if truth.rules.crew:
                yield from self._hire()
            truth.pass_on()

    def _sail(self) -> Iterator[Act]:
        """Let everybody choose a course, in any order."""
        truth = self._truth
        for player in self._rng.sample(truth.players, len(truth.players)):
            yield from self._tell.mistake(player, truth.goods.discards)
            player.course = self._rng.randint(1, len(truth.players))
            if all(each.course for each in truth.players):
                truth.opened.update(f"course-{each.course}#{each.n}" for each in truth.players)
            yield from self._tell.say(player, f"course-{player.course}#{player.n}")

    def _land(self, player: SeatedPlayer) -> Iterator[Act]:
        """Land goods, and do what they say."""
        truth = self._truth
        if truth.rules.hold_back and self._rng.random() < MISTAKES * 2:
            yield from self._tell.say(player, "verb-no#1")
            return
        yield from self._tell.mistake(player, truth.goods.discards)
        card = self._rng.choice(player.hand)
        words = truth.land(player, card)
        at_once, later = self._split(words)
        for word, n in at_once:
            self._at_once(player, word, n)
        yield from self._tell.say(player, card)
        for word, n in later:
            match word:
                case "toll":
                    yield from self._toll(player, n)
                case "barter":
                    yield from self._barter(player, n)
                case "rob":
                    yield from self._rob(player, n)
                case "by-hand":
                    yield from self._by_hand(player)

    def _split(self, words: tuple[tuple[str, int], ...]) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the words that need no answer, and the others; no card has the one sort after the other."""
        at_once = [each for each in words if each[0] in {"coins", "draw"}]
        return at_once, [each for each in words if each not in at_once]

    def _at_once(self, player: SeatedPlayer, word: str, n: int) -> None:
        if word == "coins":
            player.coins += n
        else:
            self._truth.draw(player, n)

    def _toll(self, player: SeatedPlayer, n: int) -> Iterator[Act]:
        """Let each other player pay or throw goods away; the coins move at the end."""
        truth, paying = self._truth, []
        asked = [each for each in truth.in_order(player)[1:] if (each.coins or each.hand) and not each.has("fence")]
        for each in asked:
            if each.coins and (not each.hand or self._rng.random() < PAYS):
                paying.append(each)
                piece = "verb-confirm#1"
            else:
                piece = self._rng.choice(each.hand)
                truth.throw(each, piece)
            if each is asked[-1]:
                for payer in paying:
                    truth.pay(payer, player, n)
            yield from self._tell.say(each, piece)

    def _barter(self, player: SeatedPlayer, n: int) -> Iterator[Act]:
        for _ in range(n):
            if not player.hand:
                return
            if self._rng.random() > PAYS:
                yield from self._tell.say(player, "verb-confirm#1")
                return
            card = self._rng.choice(player.hand)
            self._truth.throw(player, card)
            player.coins += 1
            yield from self._tell.say(player, card)

    def _rob(self, player: SeatedPlayer, n: int) -> Iterator[Act]:
        rich = [each for each in self._truth.players if each is not player and each.coins]
        if rich:
            victim = self._rng.choice(rich)
            self._truth.pay(victim, player, n)
            yield from self._tell.say(None, f"seat-{victim.n}#1")

    def _by_hand(self, player: SeatedPlayer) -> Iterator[Act]:
        """Throw a card away, now and then, and confirm."""
        if player.hand and self._rng.random() < PAYS:
            card = self._rng.choice(player.hand)
            self._truth.throw(player, card)
            yield from self._tell.say(player, "verb-discard#1", card)
        yield from self._tell.say(player, "verb-confirm#1")

    def _hire(self) -> Iterator[Act]:
        """Let each player who can pay hire crew, or not."""
        for player in self._truth.in_order():
            choices = self._truth.for_hire(player)
            if choices and self._rng.random() < HIRES:
                card = self._rng.choice(choices)
                self._truth.hire(player, card)
                yield from self._tell.say(player, card)
            elif choices:
                yield from self._tell.say(player, "verb-no#1")
