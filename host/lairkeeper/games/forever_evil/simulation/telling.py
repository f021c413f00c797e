"""The players' words to the app at the levels that follow every card, where the app does not ask for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.simulation.acts import Act, Intent, Tap

from .table import FIRST_HERO, SLOTS, GroundTruth
from .taps import MISTAKES, Taps

COUNTED: Final = 0.5
"""The share of decks that are swept at the end instead of taken as the app has them."""
STRANGER_COST: Final = 9
"""The cost that the players assume for a Super-Villain of another set."""


class Teller:
    """Players who change the table and tap what they changed."""

    def __init__(self, taps: Taps, truth: GroundTruth) -> None:
        self._taps = taps
        self._truth = truth
        self._rng = truth.rng
        self.taps_dealt = True
        """True where each card dealt to the Line-Up is tapped."""

    def at(self, seat: Seat, *pieces: Component) -> tuple[Tap, ...]:
        """Return the taps by which a seat says something."""
        return self._taps.at(seat, *pieces, actor=self._truth.actor)

    def say(self, seat: Seat, *pieces: Component) -> Act:
        """Let a seat say something that is meant."""
        return self._taps.move(*self.at(seat, *pieces))

    # The table ----------------------------------------------------------------------------------------------------

    def open(self) -> Iterator[Act]:
        """Deal the Line-Up; a shuffled stack shows its first Super Hero, who attacks nobody."""
        yield from self.refill(SLOTS)
        if self._truth.top is None:
            self._truth.top = self._truth.heroes.pop()
            yield self._taps.move(Tap("tap", self._truth.top))

    def deal(self) -> Act:
        """Deal a card to the Line-Up."""
        return self._taps.move(Tap("tap", self._truth.deal()))

    def refill(self, n: int) -> Iterator[Act]:
        """Deal so many cards to the Line-Up, and tap each where that is agreed."""
        for _ in range(n):
            if self.taps_dealt:
                yield self.deal()
            else:
                self._truth.deal()

    def add_to_line_up(self) -> Act:
        """Deal a card beyond the five that fill the slots."""
        self._truth.added.add(self._truth.main_deck[-1])
        if self.taps_dealt:
            return self.deal()
        return self._taps.move(Tap("tap", "verb-play#1"), Tap("tap", self._truth.deal()))

    def shown(self) -> Act:
        """Tap the card that has come to the top of the stack."""
        return self._taps.move(Tap("tap", self._truth.mine() or ""))

    # What the app leaves to the players -------------------------------------------------------------------------

    def gain_weakness(self, seat: Seat) -> Act | None:
        """Let a seat gain a Weakness, if there is one."""
        truth = self._truth
        if not truth.stacks["weakness"]:
            return None
        card = truth.take(truth.stacks["weakness"])
        truth.players[seat].discard.append(card)
        return self.say(seat, card)

    def defeat_stranger(self, seat: Seat) -> Iterator[Act]:
        """Spend all Power on a Super-Villain of another set, and gain the tokens that are printed on it."""
        truth = self._truth
        card, truth.other_top = truth.other_top or "", None
        truth.destroyed.append(card)
        yield self.say(seat, card)
        if truth.sides.asks_for_points:
            for _ in range(self._rng.randint(1, 2)):
                token = self._taps.vp_token("vp-5")
                truth.tokens[seat] += 5
                yield self.say(seat, token)
            yield self.say(seat, "verb-confirm#1")

    def first_appearance(self, ended: Seat) -> Iterator[Act]:
        """Ask everybody in turn: avoided, a Weakness (Superman gives two), or tokens to Constantine."""
        truth = self._truth
        if truth.mine() == FIRST_HERO:
            return
        truth.in_turn = False
        for seat in truth.attacked(ended):
            if self._rng.random() < 0.5:
                yield from self._hit(seat, kind_of(truth.mine() or ""))
            yield self.say(seat, "verb-confirm#1")
        truth.in_turn = True

    def _hit(self, seat: Seat, hero: Kind) -> Iterator[Act]:
        tokens = self._truth.tokens
        if hero == "constantine" and tokens[seat]:
            for _ in range(min(3, tokens[seat])):
                tokens[seat] -= 1
                yield self.say(seat, "verb-discard#1", self._taps.vp_token("vp-1"))
            return
        for _ in range(2 if hero == "superman" else 1):
            act = self.gain_weakness(seat)
            if act is not None:
                yield act

    # The audit ----------------------------------------------------------------------------------------------------

    def audit(self, seat: Seat, *, must_count: bool) -> Iterator[Act]:
        """Count some decks and take others as they are; the count finds a card that was forgotten."""
        if must_count or self._rng.random() < COUNTED:
            cards = self._truth.players[seat].cards
            self._rng.shuffle(cards)
            for n, card in enumerate(cards):
                yield self.say(seat, card)
                if n and self._rng.random() < MISTAKES / 2:
                    yield Act(Intent.MISTAKE, self.at(seat, self._rng.choice(cards[:n])))
        taps = self.at(seat, "verb-confirm#1")
        yield Act(Intent.MOVE, taps, {"option": "swept"}) if must_count else self._taps.move(*taps)
