"""A simulated match of Smugglers: real hands, secret courses, tolls and robberies.

Its own arithmetic is kept apart from the game's on purpose. The app is told by taps alone; at the end both must have
the same table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.ruleset import build
from lairkeeper.core.view import View
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from ..game import GAME
from ..ruleset import Ruleset
from .table import GroundTruth, SeatedPlayer

MISTAKES: Final = 0.05
JIGGLES: Final = 0.04
ROUNDS_AT_MOST: Final = 100
HIRES: Final = 0.4
"""How often a player who can pay hires crew."""
PAYS: Final = 0.6
"""How often a player pays a toll with coins, and goes on with a barter."""


class FullMatch:
    """Tracking level ``full``: every card that is played is tapped."""

    level = "full"

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._layout = layout
        self._seats = tuple(seats)
        self.readers = readers_of(layout, len(seats))
        rules = build(Ruleset, ruleset)
        assert isinstance(rules, Ruleset), rules
        self._truth = GroundTruth(self._seats, rng, rules)
        self.header = Header(GAME.id, self._seats, self.level, ruleset, {}, GAME.version)

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return the cards of decks and hands."""
        return self._truth.unseen()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return the course cards that only their player has seen."""
        courses = {each.name: {f"course-{n}#{each.n}" for n in range(1, 5)} for each in self._truth.players}
        return {seat: frozenset(cards - self._truth.opened) for seat, cards in courses.items()}

    def scores(self) -> Mapping[Seat, int]:
        """Return the coins of each player."""
        return {player.name: player.coins for player in self._truth.players}

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats that win by the truth of the table."""
        return self._truth.winners

    def differences(self, view: View) -> list[str]:
        """Return the coins, Captain, winners and, at level ``full``, places that the app has otherwise."""
        told = {each.seat: each.low for each in view.scoreboard.seats}
        found = [f"coins: table {self.scores()}, app {told}"] if told != self.scores() else []
        if set(view.scoreboard.winners) != set(self.winners()):
            found.append(f"winners: table {self.winners()}, app {view.scoreboard.winners}")
        if view.extra["captain"] != self._truth.captain.name:
            found.append(f"captain: table {self._truth.captain.name}, app {view.extra['captain']}")
        if not view.finished:
            found.append(f"finished: the app still waits for something: {view.step}")
        return found + list(self._places(view))

    def _places(self, view: View) -> Iterator[str]:
        row = view.zones["row"].cards
        if list(row or ()) != self._truth.row:
            yield f"row: table {self._truth.row}, app {row}"
        for path, n in self._truth.sizes().items():
            count = view.zones[path].count if path in view.zones else 0
            if count != n:
                yield f"{path}: table {n}, app {count}"

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield rounds until somebody has won."""
        truth = self._truth
        for _ in range(ROUNDS_AT_MOST):
            for cove in truth.deal():
                yield from self._say(None, cove)
            yield from self._sail()
            for player in truth.in_order():
                if player.hand:
                    yield from self._land(player)
            yield from self._told()
            truth.look_for_the_end()
            if truth.winners:
                return
            truth.clean_up()
            if truth.rules.crew:
                yield from self._hire()
            truth.pass_on()

    def _sail(self) -> Iterator[Act]:
        """Let everybody choose a course, in any order."""
        for player in self._rng.sample(self._truth.players, len(self._truth.players)):
            yield from self._wrong_course(player)
            player.course = self._rng.randint(1, len(self._truth.players))
            if all(each.course for each in self._truth.players):
                self._truth.opened.update(f"course-{each.course}#{each.n}" for each in self._truth.players)
            yield from self._say(player, f"course-{player.course}#{player.n}")

    def _land(self, player: SeatedPlayer) -> Iterator[Act]:
        """Land goods, and do what they say."""
        truth = self._truth
        if truth.rules.hold_back and self._rng.random() < MISTAKES * 2:
            yield from self._say(player, "verb-no#1")
            return
        yield from self._wrong_goods(player)
        card = self._rng.choice(player.hand)
        words = truth.land(player, card)
        at_once, later = self._split(words)
        for word, n in at_once:
            self._at_once(player, word, n)
        yield from self._say(player, card)
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
            yield from self._say(each, piece)

    def _barter(self, player: SeatedPlayer, n: int) -> Iterator[Act]:
        for _ in range(n):
            if not player.hand:
                return
            if self._rng.random() > PAYS:
                yield from self._say(player, "verb-confirm#1")
                return
            card = self._rng.choice(player.hand)
            self._truth.throw(player, card)
            player.coins += 1
            yield from self._say(player, card)

    def _rob(self, player: SeatedPlayer, n: int) -> Iterator[Act]:
        rich = [each for each in self._truth.players if each is not player and each.coins]
        if rich:
            victim = self._rng.choice(rich)
            self._truth.pay(victim, player, n)
            yield from self._say(None, f"seat-{victim.n}#1")

    def _by_hand(self, player: SeatedPlayer) -> Iterator[Act]:
        """Throw a card away, now and then, and confirm."""
        if player.hand and self._rng.random() < PAYS:
            card = self._rng.choice(player.hand)
            self._truth.throw(player, card)
            yield from self._say(player, "verb-discard#1", card)
        yield from self._say(player, "verb-confirm#1")

    def _hire(self) -> Iterator[Act]:
        """Let each player who can pay hire crew, or not."""
        for player in self._truth.in_order():
            choices = self._truth.for_hire(player)
            if choices and self._rng.random() < HIRES:
                card = self._rng.choice(choices)
                self._truth.hire(player, card)
                yield from self._say(player, card)
            elif choices:
                yield from self._say(player, "verb-no#1")

    def _told(self) -> Iterator[Act]:
        """Tell nothing more at the end of a round: the app has followed each card."""
        yield from ()

    # How they say it ----------------------------------------------------------------------------------------------

    def _move(self, *taps: Tap) -> Act:
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps)

    def _say(self, player: SeatedPlayer | None, *pieces: Component) -> Iterator[Act]:
        """On one's own tray, or at the tap point by whoever is asked anyway."""
        reader = self._tray(player)
        yield self._move(*(Tap(reader, piece) for piece in pieces))
        if self._rng.random() < MISTAKES:
            tag = self._rng.choice(("stranger", "phone"))
            yield Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), tag),))

    def _tray(self, player: SeatedPlayer | None) -> str:
        tray = f"seat-{player.n}" if player is not None else "tap"
        return tray if tray in self.readers else "tap"

    # Mistakes -----------------------------------------------------------------------------------------------------

    def _wrong_course(self, player: SeatedPlayer) -> Iterator[Act]:
        """Yield, now and then, goods where a course is asked."""
        if self._truth.goods.discards and self._rng.random() < MISTAKES:
            yield Act(Intent.MISTAKE, (Tap(self._tray(player), self._truth.goods.discards[-1]),))

    def _wrong_goods(self, player: SeatedPlayer) -> Iterator[Act]:
        """Yield, now and then, goods that have been used."""
        if self._truth.goods.discards and self._rng.random() < MISTAKES:
            yield Act(Intent.MISTAKE, (Tap(self._tray(player), self._rng.choice(self._truth.goods.discards)),))
