"""A simulated match of Forever Evil at tracking level ``full``: sensible players with hands, Power and Attacks.

What the cards do is written here a second time, apart from the game's own scripts, and the table's truth (hands, the
order of decks, shuffles) is this file's alone. The players look at the app's question before they tap, as people do:
what it knows already it does not ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.view import PromptView, View
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act, Intent, Tap

from .deck import FIRST_HERO, STRANGER_COST, DeckMatch
from .score import MISTAKES
from .single_texts import WATCH, SingleTexts
from .turn import JUNK, TableTurn

__all__ = ["FullMatch"]

HAND: Final = 5
ROUNDS_AT_MOST: Final = 60
PLAYS_AT_MOST: Final = 40
"""Cards that somebody plays in one turn before the table loses patience."""


class FullMatch(SingleTexts, DeckMatch):
    """Tracking level ``full``: every card that is played is tapped, and every question is answered by a tag."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        super().__init__(seats, rng, layout, ruleset)
        head = self.header
        self.header = Header(head.game, head.seats, "full", head.ruleset, head.setup, GAME.version)
        self._turn_facts = TableTurn()
        self._forgets = -1

    # What they see ------------------------------------------------------------------------------------------------

    _look: Callable[[], View] | None = None

    def watch(self, look: Callable[[], View]) -> None:
        """Implement ``Onlooker.watch``: keep the open page, which the players read before they act."""
        self._look = look

    def _prompt(self) -> PromptView | None:
        return self._look().prompt if self._look is not None else None

    # What they do -------------------------------------------------------------------------------------------------

    def _turn(self) -> Iterator[Act]:
        seat = self._current
        self._thaw(seat)
        self._turn_facts = TableTurn()
        yield from self._use_abilities(seat)
        yield from self._play_hand(seat)
        yield from self._use_abilities(seat)
        if self._rng.random() < MISTAKES:
            yield self._mistake()
        yield from self._buy(seat)
        yield from self._play_hand(seat)
        yield self._move(Tap("tap", "verb-end-turn#1"))
        yield from self._end_of_turn(seat)

    def _play_hand(self, seat: Seat) -> Iterator[Act]:
        """Cards that draw or destroy first; Vulnerabilities and Weaknesses mostly stay in the hand."""
        player = self._players[seat]
        for _ in range(PLAYS_AT_MOST):
            useful = [card for card in player.hand if kind_of(card) not in JUNK or self._rng.random() < 0.03]
            if not useful or self._rng.random() < 0.02:
                return
            card = max(useful, key=lambda each: (self._urgency(each), each))
            if self._rng.random() < MISTAKES / 3:
                yield self._mistake()
            yield from self._play_from_hand(seat, card)

    def _urgency(self, card: Component) -> float:
        """Locations first, then what draws, then the rest; now and then otherwise."""
        facts = CATALOG.get(card)
        order = 3 if facts.ongoing else 2 if facts.power is None else 1
        return order + self._rng.random()

    def _use_abilities(self, seat: Seat) -> Iterator[Act]:
        """Locations that show the top card, cards that were kept, Bizarro's Weaknesses."""
        for card in tuple(self._players[seat].in_play):
            if card in self._players[seat].in_play and card not in self._turn_facts.used:
                if card in self._kept and kind_of(card) not in WATCH:
                    yield from self._use_kept(seat, card)
                elif kind_of(card) in WATCH:
                    yield from self._use_location(seat, card)
        if self._villains.get(seat) == "the-joker" and "the-joker#1" not in self._turn_facts.used:
            yield from self._use_the_joker(seat)
        while self._villains.get(seat) == "bizarro" and self._weaknesses_in_discard(seat) >= 2:
            yield from self._use_bizarro(seat)

    # Buying -------------------------------------------------------------------------------------------------------

    def _buy(self, seat: Seat) -> Iterator[Act]:
        """Buy the Super Hero first, then the dearest card, then Kicks, as long as the Power allows."""
        while True:
            power = self._turn_facts.power
            card = self._wanted(power)
            if card is None:
                return
            if self._rng.random() < MISTAKES / 2 and not self._turn_facts.unsure:
                dear = [each for each in self._line_up if self._cost(each) > power and each not in self._frozen]
                if dear:
                    yield Act(Intent.MISTAKE, self._at(seat, self._rng.choice(dear)))
            yield from self._buy_card(seat, card)

    def _wanted(self, power: int) -> Component | None:
        mine = self._mine()
        if mine is not None and self._price(mine) <= power:
            return mine
        return self._wish(power)

    def _price(self, card: Component) -> int:
        """Of the card on top of a stack."""
        return max(0, (self._cost(card) or STRANGER_COST) - self._turn_facts.discount)

    def _wish(self, power: int) -> Component | None:
        choice = [card for card in self._line_up if card not in self._frozen and 0 < self._cost(card) <= power]
        if choice:
            return max(choice, key=lambda card: (self._cost(card), card))
        return self._rng.choice(self._stacks["kick"]) if power >= 3 and self._stacks["kick"] else None

    def _buy_card(self, seat: Seat, card: Component) -> Iterator[Act]:
        price = self._cost(card)
        from_line_up = card in self._line_up
        if card == self._mine():
            price = self._price(card)
            if card == self._other_top:
                self._turn_facts.power -= price
                self._turn_facts.unsure = True
                yield from self._defeat_stranger(seat)
                return
            self._top = None
        elif not from_line_up:
            self._stacks["kick"].remove(card)
        self._turn_facts.power -= price
        yield self._say(seat, card)
        yield from self._settled(self._bought(seat, card, from_line_up=from_line_up))

    def _bought(self, seat: Seat, card: Component, *, from_line_up: bool) -> Iterator[Act]:
        self._comes_to(seat, card)
        yield from self._acquired(seat, card, from_line_up=from_line_up)

    # The end of a turn --------------------------------------------------------------------------------------------

    def _end_of_turn(self, seat: Seat) -> Iterator[Act]:
        player = self._players[seat]
        for card in tuple(player.hand):
            if self._asked("discard-hand"):
                yield self._say(seat, card)
        player.discard += player.hand
        player.hand = []
        yield from self._settled(self._end_effects(seat))
        for card in tuple(player.in_play):
            stays = CATALOG.get(card).ongoing and card not in self._turn_facts.passing
            if (card not in self._kept and not stays) or kind_of(card) == "firestorm-matrix":
                player.in_play.remove(card)
                player.discard.append(card)
        while self._empty_slots():
            if self._empty_slots() > len(self._main_deck):
                self._end()
                return
            yield self._deal()
        player.draw(HAND)
        if self._mine() is None:
            if self._next_appears():
                self._in_turn = False
                yield self._move(Tap("tap", self._mine() or ""))
                yield from self._settled(self._first_appears(seat))
                self._in_turn = True
            elif self._over():
                self._end()
                return
        self._active = (self._active + 1) % len(self._seats)

    def _end_effects(self, seat: Seat) -> Iterator[Act]:
        """Lex Luthor draws for his Heroes; a Man-Bat Serum of five tokens is used up."""
        if self._villains.get(seat) == "lex-luthor":
            self._players[seat].draw(self._turn_facts.heroes)
        serums = self._turn_facts.serum
        for card in tuple(self._players[seat].in_play):
            if card in serums:
                self._destroy(seat, card)
        if self._house.rules.man_bat_serum == "is-destroyed":
            for card in [card for card in self._main_deck if card in serums]:
                self._main_deck.remove(card)
                self._known.discard(card)
                self._destroy(seat, card)
        yield from ()

    def _end(self) -> None:
        """Destroy what may not be counted, before the count."""
        self._ended = True
        self._in_turn = False
        for seat, player in self._players.items():
            apart = [*player.on_villain, *(card for card in player.in_play if card in self._kept)]
            self._tokens[seat] += self._house.penguin(apart)
            left_out = [card for card in player.in_play if card not in apart and self._house.is_left_out(card)]
            for card in (*apart, *left_out):
                player.remove(card)
                self._destroyed.append(card)

    def _first_appears(self, ended: Seat) -> Iterator[Act]:
        """Let the new Super Hero attack everybody, clockwise from whose turn has ended."""
        hero = self._mine() or ""
        if hero == self._other_top:
            yield from self._first_appearance(ended)
        elif hero != FIRST_HERO:
            yield from self._attack(hero, None, self._attacked(ended))

    def acts(self) -> Iterator[Act]:
        """Yield turns until one of the two endings comes, then the audit: the app has done the clean-up."""
        yield from self._open()
        for _ in range(ROUNDS_AT_MOST * len(self._seats)):
            yield from self._turn()
            if self._ended:
                break
        for seat in self._seats:
            yield from self._audit(seat)

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return what lies face down for everybody, but for cards that everybody saw go under the main deck."""
        return super().unseen() - self._known

    def _other_places(self, view: View) -> Iterator[str]:
        """As at ``deck``; of destroyed starting cards only the kind matters."""
        for found in super()._other_places(view):
            if not found.startswith("destroyed:"):
                yield found
        zone = view.zones.get("destroyed")
        known = Counter(kind_of(card) for card in (zone.cards or ())) if zone else Counter()
        truth = Counter(kind_of(card) for card in self._destroyed)
        if known != truth:
            odd = sorted(((known - truth) + (truth - known)).elements())
            yield f"destroyed: not the same on {', '.join(odd)}"

    def _open_to_all(self, seat: Seat) -> bool:
        prompt = self._prompt()
        return prompt is None or not any(option.command.by == seat for option in prompt.options)

    # Mistakes -----------------------------------------------------------------------------------------------------

    def _mistake(self) -> Act:
        """Return a mistake: a foreign tag, a phone, a foe's card, a card frozen or too dear, a foe's end of turn."""
        foe = self._foe()
        roll = self._rng.random()
        if roll < 0.2:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "stranger"),))
        if roll < 0.35:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "phone"),))
        # Starting cards and Weaknesses look all alike: until its tag was seen, one may be anybody's.
        alike = ("starters", "weaknesses")
        theirs = [card for card in self._players[foe].discard if CATALOG.get(card).zone not in alike]
        if roll < 0.6 and theirs:
            return Act(Intent.MISTAKE, self._at(self._current, self._rng.choice(theirs)))
        if roll < 0.75 and self._frozen:
            return Act(Intent.MISTAKE, self._at(self._current, self._rng.choice(sorted(self._frozen))))
        if (
            roll < 0.85
            and self._top is not None
            and not self._sides.good(self._current)
            and self._cost(self._top) > self._turn_facts.power + self._turn_facts.discount
        ):
            return Act(Intent.MISTAKE, self._at(self._current, self._top))
        if self._layout != "tap":
            return Act(Intent.MISTAKE, (Tap(self._tray(foe), "verb-end-turn#1"),))
        return Act(Intent.STRANGER, (Tap("tap", "stranger"),))
