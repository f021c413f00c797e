"""A simulated match of Forever Evil at tracking level ``deck``: players with cards, who tell the app by taps alone.

They deal, draw, buy, pass, destroy, freeze and refill by simple rules; at the end app and table must be the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.view import View
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act, Intent, Tap

from . import compare
from .effects import Effects, gets
from .party import Party
from .player import HAND
from .table import GroundTruth
from .taps import MISTAKES, Taps
from .telling import STRANGER_COST, Teller
from .unsaid import CardTurns

SETS_ASIDE: Final = frozenset({"firestorm", "firestorm-matrix"})
"""Who has had one of these may have a card to be destroyed before the count."""
ROUNDS_AT_MOST: Final = 60


class DeckMatch:
    """Tracking level ``deck``: every card that changes places in the open is tapped."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        party = Party(seats, rng, ruleset)
        self.truth = GroundTruth(party, rng)
        self._taps = Taps(seats, rng, layout)
        self._teller = Teller(self._taps, self.truth)
        self._effects = Effects(self.truth, self._taps, self._teller)
        self._ends = CardTurns(self._taps, party.house.rules.turn_end)
        self._teller.taps_dealt = party.house.rules.dealt_cards == "tapped"
        self._must_count: Seat | None = None
        self.readers = self._taps.readers
        self.header = party.header("deck")
        self.more_cards = party.more_cards

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return what lies face down for everybody."""
        return self.truth.unseen()

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return nothing: what is tapped is known to all."""
        return {}

    def scores(self) -> dict[Seat, int]:
        """Return the points of each player's tokens and cards."""
        return self.truth.scores()

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the truth of the table."""
        return self.truth.winners()

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: tokens, decks, scores, other places, winners, the end."""
        return compare.table(view, self.truth)

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield turns until one of the two endings comes, then the clean-up and the audit."""
        truth = self.truth
        yield from self._teller.open()
        for turn in range(ROUNDS_AT_MOST * len(truth.seats)):
            if truth.forgets == turn:
                self._forget()
            yield from self._turn(truth.current)
            if truth.ended:
                break
        truth.in_turn = False
        truth.leave_out()
        if any(kind_of(card) in SETS_ASIDE for card in truth.owned_once()):
            yield self._taps.move(Tap("tap", "verb-confirm#1"))
        for seat in truth.seats:
            yield from self._teller.audit(seat, must_count=seat == self._must_count)

    def _forget(self) -> None:
        """Somebody destroys a card and taps nothing: the audit must find it."""
        seat = self.truth.current
        player = self.truth.players[seat]
        if player.hand:
            card = player.hand[0]
            player.remove(card)
            self.truth.lost.append(card)
            self._must_count = seat

    def _turn(self, seat: Seat) -> Iterator[Act]:
        self.truth.thaw(seat)
        yield from self._play_locations(seat)
        for _ in range(self._rng.choices((0, 1, 2), (3, 4, 2))[0]):
            if self._rng.random() < MISTAKES:
                yield from self._ends.before(self._mistake())
            act = self._effects.one()
            if act is not None and self._effects.tells:
                yield self._ends.telling(act)
            elif act is not None:
                yield from self._ends.before(act)
        yield from self._buy(seat)
        yield from self._ends.spoken()
        yield from self._ends.over()
        yield from self._end_of_turn(seat)

    def _play_locations(self, seat: Seat) -> Iterator[Act]:
        """Locations and Green Arrow must be tapped; other cards are, now and then, by players who like to tap."""
        player = self.truth.players[seat]
        for card in tuple(player.hand):
            stays = CATALOG.get(card).ongoing is not None and kind_of(card) not in SETS_ASIDE
            if stays:
                player.hand.remove(card)
                player.in_play.append(card)
            if stays or self._rng.random() < 0.06:
                yield self._ends.telling(self._teller.say(seat, card))

    def _end_of_turn(self, seat: Seat) -> Iterator[Act]:
        truth, player = self.truth, self.truth.players[seat]
        player.discard += player.hand
        player.hand = []
        need = truth.empty_slots()
        if need > len(truth.main_deck):
            truth.ended = True
            yield from self._ends.spoken()
            return
        for act in self._teller.refill(need):
            yield from self._ends.before(act)
        player.draw(HAND)
        if truth.mine() is None:
            if truth.next_appears():
                yield self._ends.telling(self._teller.shown())
                yield from self._teller.first_appearance(seat)
            elif truth.over():
                truth.ended = True
                yield from self._ends.spoken()
                return
        truth.pass_turn()

    # Buying -------------------------------------------------------------------------------------------------------

    def _buy(self, seat: Seat) -> Iterator[Act]:
        """As long as the Power allows: the Super Hero first, then the dearest card, then Kicks."""
        truth, player = self.truth, self.truth.players[seat]
        cards = (*player.hand, *player.in_play)
        power = sum(CATALOG.get(card).power or 0 for card in cards) + self._rng.randint(0, 5)
        while (card := self._wish(power)) is not None:
            if card in truth.line_up:
                if self._rng.random() < MISTAKES / 2 and not truth.sides.turned(seat, card):
                    yield from self._take_back(seat, card)
                truth.leave(card)
            elif card == truth.top:
                truth.top = None
            elif card == truth.other_top:
                first, *more = self._teller.defeat_stranger(seat)
                yield self._ends.telling(first)
                yield from more
                return
            else:
                truth.stacks["kick"].remove(card)
            gets(truth, seat, card)
            power -= CATALOG.get(card).cost or 0
            yield self._ends.telling(self._teller.say(seat, card))

    def _wish(self, power: int) -> Component | None:
        truth, mine = self.truth, self.truth.mine()
        if mine is not None and (CATALOG.get(mine).cost or STRANGER_COST) <= power:
            return mine
        choice = [card for card in truth.line_up if card not in truth.frozen]
        affordable = [card for card in choice if 0 < (CATALOG.get(card).cost or 0) <= power]
        if affordable:
            return max(affordable, key=lambda card: (CATALOG.get(card).cost or 0, card))
        return truth.any_kick(power)

    def _take_back(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Bought, thought again, put back where the app's list says, and bought after all."""
        yield self._ends.telling(self._teller.say(seat, card))
        yield self._taps.move(Tap("tap", "verb-undo#1"))
        yield Act(Intent.TICK, (Tap("tap", card),))

    # Mistakes -----------------------------------------------------------------------------------------------------

    def _mistake(self) -> Act:
        """Return a mistake: a foreign tag, a phone, a foe's card, a frozen card, a foe's end of turn."""
        truth, foe = self.truth, self.truth.foe()
        roll = self._rng.random()
        if roll < 0.4:
            return self._taps.foreign("stranger" if roll < 0.2 else "phone")
        # Starting cards look all alike: until its tag was seen, a Punch may be anybody's.
        theirs = [card for card in truth.players[foe].discard if CATALOG.get(card).zone != "starters"]
        if roll < 0.7 and theirs:
            return Act(Intent.MISTAKE, self._teller.at(truth.current, self._rng.choice(theirs)))
        if roll < 0.85 and truth.frozen:
            return Act(Intent.MISTAKE, self._teller.at(truth.current, self._rng.choice(sorted(truth.frozen))))
        if self._taps.trays:
            return Act(Intent.MISTAKE, (Tap(self._taps.tray(foe), "verb-end-turn#1"),))
        return Act(Intent.STRANGER, (Tap("tap", "stranger"),))
