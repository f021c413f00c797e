"""A simulated match of Forever Evil at tracking level ``deck``: players with cards, who tell the app by taps alone.

They deal, draw, buy, pass, destroy, freeze and refill by simple rules; at the end app and table must be the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import SeatScore, View
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act, Intent, Tap

from .player import HAND, Player
from .score import COPIES_OF_TOKENS, MISTAKES, ScoreMatch
from .sides import STACK as TEAM_STACK

SLOTS: Final = 5
FROZEN_TOKENS: Final = 6
"""Copies of the token that a box has."""
FIRST_HERO: Final = "the-flash#1"
"""He attacks nobody, wherever in the stack he lay."""
SETS_ASIDE: Final = frozenset({"firestorm", "firestorm-matrix"})
"""Who has had one of these may have a card to be destroyed before the count."""
STRANGER_COST: Final = 9
"""The cost that the players assume for a Super-Villain of another set."""
COUNTED: Final = 0.5
"""How often a deck is swept at the end instead of taken as the app has it."""
ROUNDS_AT_MOST: Final = 60


class DeckMatch(ScoreMatch):
    """Tracking level ``deck``: every card that changes places in the open is tapped."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        super().__init__(seats, rng, layout, ruleset)
        head = self.header
        self.header = Header(head.game, head.seats, "deck", head.ruleset, head.setup, GAME.version)
        self._players = {seat: Player(n, rng) for n, seat in enumerate(self._seats)}
        self._main_deck = [card for card in _copies("main-deck") if self._sides.plays_along(card)]
        self._main_deck += self.more_cards
        self._added: set[Component] = set()
        """Cards of the Line-Up beyond the five that fill its slots."""
        rng.shuffle(self._main_deck)
        in_stack = TEAM_STACK if self._sides.teams else self._house.rules.super_heroes
        self._heroes, self._left_out = self._stack_heroes(in_stack)
        self._top: Component | None = None if self._sides.flash_shuffled else FIRST_HERO
        self._others = _copies("stack-villains") if self._sides.teams else []
        rng.shuffle(self._others)
        self._other_top = self._others.pop() if self._others else None
        self._line_up: list[Component] = []
        self._stacks = {"kick": _copies("kicks"), "weakness": _copies("weaknesses")}
        self._destroyed: list[Component] = []
        self._lost: list[Component] = []
        self._frozen: dict[Component, list[Seat]] = {}
        self._in_turn = True
        self._forgets = rng.randint(3, 8)

    def _stack_heroes(self, n: int) -> tuple[list[Component], list[Component]]:
        """Return a stack of ``n`` Super Heroes, the last one uppermost, below The Flash; and those left out."""
        heroes = _copies("super-heroes")
        if not self._sides.flash_shuffled:
            heroes.remove(FIRST_HERO)
            n -= 1
        self._rng.shuffle(heroes)
        return heroes[:n], heroes[n:]

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return what lies face down for everybody: main deck and Super Heroes below, in or out of the stack."""
        return frozenset((*self._main_deck, *self._heroes, *self._left_out))

    def scores(self) -> dict[Seat, int]:
        """Return the points of each player's tokens and cards, wherever these lie."""
        return {seat: self._house.total(self._tokens[seat], self._players[seat].cards) for seat in self._seats}

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the scores and the number of Super Heroes."""
        heroes = {seat: sum(CATALOG.get(card).super_hero for card in self._players[seat].cards) for seat in self._seats}
        return self._sides.winners(self.scores(), heroes)

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: tokens, decks, scores, other places, winners, the end."""
        found = []
        for seat in view.scoreboard.seats:
            name = seat.seat
            if view.tokens[name] != self._tokens[name]:
                found.append(f"tokens.{name}: table {self._tokens[name]}, app {view.tokens[name]}")
            truth = Counter(kind_of(card) for card in self._players[name].cards)
            if _kinds(seat) != truth:
                odd = sorted(((_kinds(seat) - truth) + (truth - _kinds(seat))).elements())
                found.append(f"deck.{name}: not the same on {', '.join(odd)}")
            if seat.low != self.scores()[name] or not seat.exact:
                found.append(f"score.{name}: table {self.scores()[name]}, app {seat.low} to {seat.high}")
        found += self._other_places(view)
        if view.scoreboard.winners != self.winners():
            found.append(f"winners: table {self.winners()}, app {view.scoreboard.winners}")
        if not view.finished:
            found.append("finished: the app still waits for something")
        return found

    def _other_places(self, view: View) -> Iterator[str]:
        """Compare the open places card by card, the stacks by their size."""
        for path, cards in (("line-up", self._line_up), ("destroyed", self._destroyed)):
            zone = view.zones.get(path)
            known = sorted(zone.cards or ()) if zone else []
            if known != sorted(cards):
                yield f"{path}: table {sorted(cards)}, app {known}"
        sizes = {
            "main-deck": len(self._main_deck),
            "kicks": len(self._stacks["kick"]),
            "weaknesses": len(self._stacks["weakness"]),
            "super-heroes": len(self._heroes),
            **({"villain-stack": len(self._others)} if self._sides.teams else {}),
        }
        for path, n in sizes.items():
            if view.zones[path].count != n:
                yield f"{path}: table {n}, app {view.zones[path].count}"

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield turns until one of the two endings comes, then the clean-up and the audit."""
        yield from self._open()
        for turn in range(ROUNDS_AT_MOST * len(self._seats)):
            if self._forgets == turn:
                self._forget()
            yield from self._turn()
            if self._ended:
                break
        self._in_turn = False
        self._leave_out()
        if any(kind_of(card) in SETS_ASIDE for card in self._owned_once()):
            yield self._move(Tap("tap", "verb-confirm#1"))
        for seat in self._seats:
            yield from self._audit(seat)

    def _leave_out(self) -> None:
        """Destroy the cards that lie in play and are not counted."""
        for player in self._players.values():
            for card in [card for card in player.in_play if self._house.is_left_out(card)]:
                player.in_play.remove(card)
                self._destroyed.append(card)

    def _owned_once(self) -> Iterator[Component]:
        """Cards that are or were somebody's."""
        yield from self._destroyed
        yield from self._lost
        for player in self._players.values():
            yield from player.cards

    _ended = False

    def _open(self) -> Iterator[Act]:
        """Deal the Line-Up; a shuffled stack shows its first Super Hero, who attacks nobody."""
        for _ in range(SLOTS):
            yield self._deal()
        if self._top is None:
            self._top = self._heroes.pop()
            yield self._move(Tap("tap", self._top))

    def _turn(self) -> Iterator[Act]:
        seat = self._current
        self._thaw(seat)
        yield from self._play_locations(seat)
        for _ in range(self._rng.choices((0, 1, 2), (3, 4, 2))[0]):
            if self._rng.random() < MISTAKES:
                yield self._mistake()
            act = self._effect(seat)
            if act is not None:
                yield act
        yield from self._buy(seat)
        yield self._move(Tap("tap", "verb-end-turn#1"))
        yield from self._end_of_turn(seat)

    def _play_locations(self, seat: Seat) -> Iterator[Act]:
        """Locations and Green Arrow must be tapped; other cards are, now and then, by players who like to tap."""
        player = self._players[seat]
        for card in tuple(player.hand):
            stays = CATALOG.get(card).ongoing is not None and kind_of(card) not in SETS_ASIDE
            if stays:
                player.hand.remove(card)
                player.in_play.append(card)
            if stays or self._rng.random() < 0.06:
                yield self._move(*self._at(seat, card))

    def _effect(self, seat: Seat) -> Act | None:
        """One thing that a card may do."""
        effects = (
            (4, self._change_of_tokens),
            (3, self._weaken),
            (3, self._destroy_own),
            (1, self._destroy_in_line_up),
            (2, self._gain_from_line_up),
            (2, self._pass_on),
            (2, self._freeze),
            (1, self._add),
        )
        (chosen,) = self._rng.choices([each for _, each in effects], [n for n, _ in effects])
        return chosen()

    def _weaken(self) -> Act | None:
        """Let a foe gain a Weakness."""
        foe = self._foe()
        return self._gain_weakness(foe)

    def _gain_weakness(self, seat: Seat) -> Act | None:
        if not self._stacks["weakness"]:
            return None
        card = self._take(self._stacks["weakness"])
        self._players[seat].discard.append(card)
        return self._move(*self._at(seat, card))

    def _destroy_own(self) -> Act | None:
        player = self._players[self._current]
        if not player.hand:
            return None
        card = self._rng.choice(player.hand)
        player.remove(card)
        self._destroyed.append(card)
        return self._move(*self._at(self._current, "verb-destroy#1", card))

    def _destroy_in_line_up(self) -> Act | None:
        if not self._line_up:
            return None
        card = self._rng.choice(self._line_up)
        self._leave(card)
        self._destroyed.append(card)
        return self._move(*self._at(self._current, "verb-destroy#1", card))

    def _gain_from_line_up(self) -> Act | None:
        open_cards = [card for card in self._line_up if card not in self._frozen]
        if not open_cards:
            return None
        card = self._rng.choice(open_cards)
        self._leave(card)
        self._gets(self._current, card)
        return self._move(*self._at(self._current, "verb-gain#1", card))

    def _gets(self, seat: Seat, card: Component) -> None:
        """Bought, defeated or gained; what a side fights is destroyed for tokens instead."""
        if self._sides.turned(seat, card):
            self._destroyed.append(card)
            self._tokens[seat] = max(0, self._tokens[seat] + self._sides.worth(card, gained=True))
        else:
            self._players[seat].discard.append(card)

    def _pass_on(self) -> Act | None:
        """Pass a card from hand to hand; with two players nobody needs to say to whom."""
        player = self._players[self._current]
        if not player.hand:
            return None
        foe = self._foe()
        card = self._rng.choice(player.hand)
        player.remove(card)
        if self._sides.refused(foe, card):
            self._destroyed.append(card)
            self._tokens[foe] = max(0, self._tokens[foe] + self._sides.worth(card, gained=False))
        else:
            self._players[foe].hand.append(card)
        target = (self._seat_token(foe),) if len(self._seats) > 2 else ()
        return self._move(*self._at(self._current, "verb-pass#1", card, *target))

    def _freeze(self) -> Act | None:
        used = sum(len(owners) for owners in self._frozen.values())
        if len(self._line_up) < 2 or self._house.tokens_run_out(used):
            return None
        card = self._rng.choice(self._line_up)
        self._frozen.setdefault(card, []).append(self._current)
        return self._move(*self._at(self._current, f"frozen-token#{used % FROZEN_TOKENS + 1}", card))

    def _add(self) -> Act | None:
        """Pandora adds a card to the Line-Up."""
        if not self._main_deck:
            return None
        self._added.add(self._main_deck[-1])
        return self._deal()

    def _forget(self) -> None:
        """Somebody destroys a card and taps nothing: the audit must find it."""
        player = self._players[self._current]
        if player.hand:
            card = player.hand[0]
            player.remove(card)
            self._lost.append(card)
            self._must_count = self._current

    _must_count: Seat | None = None

    def _buy(self, seat: Seat) -> Iterator[Act]:
        """As long as the Power allows: the Super Hero first, then the dearest card, then Kicks."""
        player = self._players[seat]
        cards = (*player.hand, *player.in_play)
        power = sum(CATALOG.get(card).power or 0 for card in cards) + self._rng.randint(0, 5)
        while True:
            card = self._wish(power)
            if card is None:
                return
            if card in self._line_up:
                if self._rng.random() < MISTAKES / 2 and not self._sides.turned(seat, card):
                    yield from self._take_back(seat, card)
                self._leave(card)
            elif card == self._top:
                self._top = None
            elif card == self._other_top:
                yield from self._defeat_stranger(seat)
                return
            else:
                self._stacks["kick"].remove(card)
            self._gets(seat, card)
            power -= CATALOG.get(card).cost or 0
            yield self._move(*self._at(seat, card))

    def _defeat_stranger(self, seat: Seat) -> Iterator[Act]:
        """Spend all Power on a Super-Villain of another set, and gain the tokens that are printed on it."""
        card, self._other_top = self._other_top or "", None
        self._destroyed.append(card)
        yield self._move(*self._at(seat, card))
        if self._sides.asks_for_points:
            for _ in range(self._rng.randint(1, 2)):
                token = f"vp-5#{self._rng.randint(1, COPIES_OF_TOKENS)}"
                self._tokens[seat] += 5
                yield self._move(*self._at(seat, token))
            yield self._move(*self._at(seat, "verb-confirm#1"))

    def _mine(self) -> Component | None:
        """Return the card on top of the stack that the current player fights."""
        return self._other_top if self._sides.good(self._current) else self._top

    def _wish(self, power: int) -> Component | None:
        mine = self._mine()
        if mine is not None and (CATALOG.get(mine).cost or STRANGER_COST) <= power:
            return mine
        choice = [card for card in self._line_up if card not in self._frozen]
        affordable = [card for card in choice if 0 < (CATALOG.get(card).cost or 0) <= power]
        if affordable:
            return max(affordable, key=lambda card: (CATALOG.get(card).cost or 0, card))
        return self._rng.choice(self._stacks["kick"]) if power >= 3 and self._stacks["kick"] else None

    def _take_back(self, seat: Seat, card: Component) -> Iterator[Act]:
        """Bought, thought again, put back where the app's list says, and bought after all."""
        yield self._move(*self._at(seat, card))
        yield self._move(Tap("tap", "verb-undo#1"))
        yield Act(Intent.TICK, (Tap("tap", card),))

    # The end of a turn --------------------------------------------------------------------------------------------

    def _end_of_turn(self, seat: Seat) -> Iterator[Act]:
        player = self._players[seat]
        player.discard += player.hand
        player.hand = []
        while self._empty_slots():
            if self._empty_slots() > len(self._main_deck):
                self._ended = True
                return
            yield self._deal()
        player.draw(HAND)
        if self._mine() is None:
            if self._next_appears():
                yield self._move(Tap("tap", self._mine() or ""))
                yield from self._first_appearance(seat)
            elif self._over():
                self._ended = True
                return
        self._active = (self._active + 1) % len(self._seats)

    def _empty_slots(self) -> int:
        filled = self._line_up
        if self._house.rules.refill == "empty-slots":
            filled = [card for card in filled if card not in self._added]
        return max(0, SLOTS - len(filled))

    def _next_appears(self) -> bool:
        """Show the next card of the stack that was fought; return False when there is none."""
        good = self._sides.good(self._current)
        stack = self._others if good else self._heroes
        if not stack:
            return False
        if good:
            self._other_top = stack.pop()
        else:
            self._top = stack.pop()
        return True

    def _over(self) -> bool:
        """Return True when the stack that has run out ends the match; by a house rule of teams both must."""
        gone = not self._heroes and self._top is None and not self._others and self._other_top is None
        return gone or not self._sides.both_stacks_end

    def _attacked(self, ended: Seat) -> tuple[Seat, ...]:
        """Whom a First Appearance attacks, in order: in teams the side that has defeated the card before."""
        order = self._house.first_hit(self._seats, ended)
        return tuple(seat for seat in order if not self._sides.teams or seat in self._sides.mates(ended))

    def _first_appearance(self, ended: Seat) -> Iterator[Act]:
        """Everybody in turn: avoided, a Weakness (Superman gives two), or tokens to Constantine."""
        if self._mine() == FIRST_HERO:
            return
        self._in_turn = False
        for seat in self._attacked(ended):
            if self._rng.random() < 0.5:
                yield from self._hit(seat, kind_of(self._mine() or ""))
            yield self._move(*self._at(seat, "verb-confirm#1"))
        self._in_turn = True

    def _hit(self, seat: Seat, hero: Kind) -> Iterator[Act]:
        if hero == "constantine" and self._tokens[seat]:
            for _ in range(min(3, self._tokens[seat])):
                self._tokens[seat] -= 1
                token = f"vp-1#{self._rng.randint(1, COPIES_OF_TOKENS)}"
                yield self._move(*self._at(seat, "verb-discard#1", token))
            return
        for _ in range(2 if hero == "superman" else 1):
            act = self._gain_weakness(seat)
            if act is not None:
                yield act

    # The audit ----------------------------------------------------------------------------------------------------

    def _audit(self, seat: Seat) -> Iterator[Act]:
        """Count some decks and take others as they are; the count finds a card that was forgotten."""
        forgotten = seat == self._must_count
        unsure = self._open_to_all(seat)
        if forgotten or unsure or self._rng.random() < COUNTED:
            cards = self._players[seat].cards
            self._rng.shuffle(cards)
            for n, card in enumerate(cards):
                yield self._move(*self._at(seat, card))
                if n and self._rng.random() < MISTAKES / 2:
                    yield Act(Intent.MISTAKE, self._at(seat, self._rng.choice(cards[:n])))
        taps = self._at(seat, "verb-confirm#1")
        yield Act(Intent.MOVE, taps, {"option": "swept"}) if forgotten or unsure else self._move(*taps)

    def _open_to_all(self, seat: Seat) -> bool:
        """Return True when the app cannot tell a deck unless the player counts it."""
        return False

    # Helpers ------------------------------------------------------------------------------------------------------

    def _mistake(self) -> Act:
        """Return a mistake: a foreign tag, a phone, a foe's card, a frozen card, a foe's end of turn."""
        foe = self._foe()
        roll = self._rng.random()
        if roll < 0.2:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "stranger"),))
        if roll < 0.4:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "phone"),))
        # Starting cards look all alike: until its tag was seen, a Punch may be anybody's.
        theirs = [card for card in self._players[foe].discard if CATALOG.get(card).zone != "starters"]
        if roll < 0.7 and theirs:
            return Act(Intent.MISTAKE, self._at(self._current, self._rng.choice(theirs)))
        if roll < 0.85 and self._frozen:
            return Act(Intent.MISTAKE, self._at(self._current, self._rng.choice(sorted(self._frozen))))
        if self._layout != "tap":
            return Act(Intent.MISTAKE, (Tap(self._tray(foe), "verb-end-turn#1"),))
        return Act(Intent.STRANGER, (Tap("tap", "stranger"),))

    def _turns_run(self) -> bool:
        return self._in_turn

    def _foe(self) -> Seat:
        return self._rng.choice([seat for seat in self._seats if seat in self._sides.foes(self._current)])

    def _deal(self) -> Act:
        card = self._main_deck.pop()
        self._line_up.append(card)
        return self._move(Tap("tap", card))

    def _take(self, stack: list[Component]) -> Component:
        """Any card of a stack of equals: nobody keeps them in the order of their tags."""
        card = self._rng.choice(stack)
        stack.remove(card)
        return card

    def _leave(self, card: Component) -> None:
        """Take a card out of the Line-Up, and put the tokens on it back into the supply."""
        self._line_up.remove(card)
        self._frozen.pop(card, None)
        self._added.discard(card)

    def _thaw(self, seat: Seat) -> None:
        left = {card: [each for each in owners if each != seat] for card, owners in self._frozen.items()}
        self._frozen = {card: owners for card, owners in left.items() if owners}


def _copies(zone: str) -> list[Component]:
    return [f"{facts.kind}#{n}" for facts in CATALOG.zone(zone) for n in range(1, (facts.copies or 0) + 1)]


def _kinds(seat: SeatScore) -> Counter[Kind]:
    """Count the deck that a score's breakdown speaks of, by kind."""
    lines = [line for line in seat.lines if "kind" in line.args]
    return Counter(e.args["kind"] for e in lines for _ in range(e.args["n"] if e.code == "cards" else 1))
