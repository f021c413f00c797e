"""A simulated match of Forever Evil: players who gain, lose and steal tokens, then sweep their decks.

Its own arithmetic is kept apart from the game's on purpose: two independent counts that agree prove more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.view import View
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act, Intent, Tap
from lairkeeper.simulation.readers import readers_of

from .house import House
from .sides import Sides

ROUNDS: Final = 12
TOKENS: Final = {"vp-1": 1, "vp-5": 5, "vp-10": 10}
BUTTONS: Final = {"plus-1": 1, "plus-5": 5}
COPIES_OF_TOKENS: Final = 10
MISTAKES: Final = 0.06
JIGGLES: Final = 0.05


class ScoreMatch:
    """Tracking level ``score``: tokens during the match, every card once at its end."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._seats = tuple(seats)
        self._sides = Sides(seats, ruleset)
        self._house = House(ruleset)
        self._layout = layout
        self.readers = readers_of(layout, len(seats))
        self._tokens = dict.fromkeys(seats, 0)
        villains = self._house.villains()
        rng.shuffle(villains)
        self._villains = dict(zip((seat for seat in seats if not self._sides.good(seat)), villains, strict=False))
        self._active = 0
        setup = {f"villain.{seat}": kind for seat, kind in self._villains.items()}
        self.header = Header(GAME.id, self._seats, "score", ruleset, setup, GAME.version)
        self.more_cards: Sequence[Component] = self._house.more_cards(self._kinds_along(), rng)
        self._decks, self._set_aside = _deal(self._seats, rng, self._sides, self.more_cards)
        self._swept: set[Component] = set()

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Cards that have not passed a reader."""
        dealt = (card for deck in self._decks.values() for card in deck)
        return frozenset(card for card in dealt if card not in self._swept)

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Nothing that is tapped is known to one player alone."""
        return {}

    def scores(self) -> dict[Seat, int]:
        """Tokens and cards of everybody."""
        return {seat: self._house.total(self._tokens[seat], self._decks[seat]) for seat in self._seats}

    def winners(self) -> tuple[Seat, ...]:
        """Return the players with the most points, in teams together.

        The most Super Heroes break a tie; then all that are still level win.
        """
        heroes = {seat: sum(CATALOG.get(card).super_hero for card in self._decks[seat]) for seat in self._seats}
        return self._sides.winners(self.scores(), heroes)

    def differences(self, view: View) -> list[str]:
        """Tokens, decks, scores and winners that the app has otherwise."""
        found = []
        for seat in view.scoreboard.seats:
            name = seat.seat
            if view.tokens[name] != self._tokens[name]:
                found.append(f"tokens.{name}: table {self._tokens[name]}, app {view.tokens[name]}")
            deck = view.zones.get(f"deck.{name}")
            counted = set(deck.cards or ()) if deck else set()
            if counted != set(self._decks[name]):
                odd = sorted(counted ^ set(self._decks[name]))
                found.append(f"deck.{name}: not the same on {', '.join(odd)}")
            if seat.low != self.scores()[name] or not seat.exact:
                found.append(f"score.{name}: table {self.scores()[name]}, app {seat.low}")
        if view.scoreboard.winners != self.winners():
            found.append(f"winners: table {self.winners()}, app {view.scoreboard.winners}")
        if not view.finished:
            found.append("finished: the app still waits for something")
        return found

    def _kinds_along(self) -> list[Kind]:
        return [facts.kind for facts in CATALOG.zone("main-deck") if self._sides.plays_along(facts.kind)]

    # What they do -------------------------------------------------------------------------------------------------

    def acts(self) -> Iterator[Act]:
        """Yield rounds of turns, the declared end, the clean-up and the sweep of every deck."""
        for _ in range(ROUNDS):
            for _ in self._seats:
                yield from self._turn()
        ending = self._rng.choice(["super-heroes", "line-up"])
        yield Act(Intent.MOVE, (Tap("tap", "verb-end-game#1"),), {"option": ending})
        yield from self._clean_up()
        for seat in self._seats:
            yield from self._sweep(seat)

    @property
    def _current(self) -> Seat:
        return self._seats[self._active]

    def _turn(self) -> Iterator[Act]:
        for _ in range(self._rng.choices((0, 1, 2, 3), (2, 4, 3, 1))[0]):
            if self._rng.random() < MISTAKES:
                yield self._mistake()
            yield self._change_of_tokens()
        yield self._move(Tap("tap", "verb-end-turn#1"))
        self._active = (self._active + 1) % len(self._seats)

    def _change_of_tokens(self) -> Act:
        roll = self._rng.random()
        foes = self._sides.foes(self._current)
        victims = [seat for seat in self._seats if seat in foes and self._tokens[seat]]
        if roll < 0.25 and victims:
            return self._steal(self._current, self._rng.choice(victims))
        if roll < 0.35 and self._tokens[self._current]:
            return self._lose(self._current)
        return self._gain(self._rng.choice(self._seats) if roll < 0.5 else self._current)

    def _gain(self, seat: Seat) -> Act:
        piece, amount = self._amount_piece()
        self._tokens[seat] += amount
        return self._move(*self._at(seat, piece))

    def _lose(self, seat: Seat) -> Act:
        piece, amount = self._token()
        self._tokens[seat] = max(0, self._tokens[seat] - amount)
        return self._move(*self._at(seat, "verb-discard#1", piece))

    def _steal(self, thief: Seat, victim: Seat) -> Act:
        piece, amount = self._amount_piece()
        moved = min(amount, self._tokens[victim])
        self._tokens[victim] -= moved
        self._tokens[thief] += moved
        return self._move(*(Tap("tap", each) for each in (self._seat_token(thief), self._seat_token(victim), piece)))

    def _clean_up(self) -> Iterator[Act]:
        """Destroy, before the count, the card that the player of Firestorm has on the Super-Villain."""
        if self._set_aside is not None:
            seat, card = self._set_aside
            self._swept.add(card)
            self._tokens[seat] += self._house.penguin([card])
            yield self._move(*self._at(seat, "verb-destroy#1", card))
        yield self._move(Tap("tap", "verb-confirm#1"))

    def _sweep(self, seat: Seat) -> Iterator[Act]:
        deck = self._decks[seat]
        for n, card in enumerate(deck):
            self._swept.add(card)
            reader = self._tray(seat)
            yield self._move(Tap(reader, card))
            if n and self._rng.random() < MISTAKES:
                again = self._rng.choice(deck[:n])
                yield Act(Intent.MISTAKE, (Tap(reader, again),))
            if self._rng.random() < MISTAKES / 3:
                yield Act(Intent.MISTAKE, (Tap(reader, f"{self._villains.get(seat, 'bane')}#1"),))
        yield self._move(Tap(self._tray(seat), "verb-confirm#1"))

    def _mistake(self) -> Act:
        """Something that happens at every table and must not count."""
        roll = self._rng.random()
        if roll < 0.3:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "stranger"),))
        if roll < 0.5:
            return Act(Intent.STRANGER, (Tap(self._rng.choice(self.readers), "phone"),))
        if roll < 0.75 or self._layout == "tap":
            unseen = self._rng.choice(sorted(self._decks[self._current]))
            kind = kind_of(unseen)
            return Act(Intent.MISTAKE, (Tap("tap", f"{kind}#{CATALOG.get(kind).copies}"),))
        waiting = self._rng.choice([seat for seat in self._seats if seat != self._current])
        return Act(Intent.MISTAKE, (Tap(self._tray(waiting), "verb-end-turn#1"),))

    # How they say it ----------------------------------------------------------------------------------------------

    def _move(self, *taps: Tap) -> Act:
        jiggles = len(taps) == 1 and self._rng.random() < JIGGLES
        return Act(Intent.JIGGLE if jiggles else Intent.MOVE, taps)

    def _at(self, seat: Seat, *pieces: Component) -> tuple[Tap, ...]:
        """On the seat's own tray if it has one; else at the tap point, after the seat's token for another's turn."""
        if self._layout != "tap":
            return tuple(Tap(self._tray(seat), piece) for piece in pieces)
        words = pieces if seat == self._current and self._turns_run() else (self._seat_token(seat), *pieces)
        return tuple(Tap("tap", word) for word in words)

    def _turns_run(self) -> bool:
        return not self._swept

    def _tray(self, seat: Seat) -> str:
        return "tap" if self._layout == "tap" else f"seat-{self._seats.index(seat) + 1}"

    def _seat_token(self, seat: Seat) -> Component:
        return f"seat-{self._seats.index(seat) + 1}#1"

    def _amount_piece(self) -> tuple[Component, int]:
        if self._rng.random() < 0.4:
            kind = self._rng.choice(list(BUTTONS))
            return f"{kind}#1", BUTTONS[kind]
        return self._token()

    def _token(self) -> tuple[Component, int]:
        kind = self._rng.choices(list(TOKENS), (6, 3, 1))[0]
        return f"{kind}#{self._rng.randint(1, COPIES_OF_TOKENS)}", TOKENS[kind]


def _deal(
    seats: Sequence[Seat], rng: Random, sides: Sides, more: Sequence[Component]
) -> tuple[dict[Seat, list[Component]], tuple[Seat, Component] | None]:
    """Decks as they may be at the end of a match, and the card under one player's Firestorm, if anybody has it."""
    supply = [f"{facts.kind}#{n}" for facts in CATALOG.zone("main-deck") for n in range(1, (facts.copies or 0) + 1)]
    supply += more
    heroes = [f"{facts.kind}#1" for facts in CATALOG.zone("super-heroes")]
    stacks = {"kick": 16, "weakness": 20}
    rng.shuffle(supply)
    rng.shuffle(heroes)
    decks: dict[Seat, list[Component]] = {}
    for n, seat in enumerate(seats):
        deck = [f"punch#{7 * n + i}" for i in range(1, 8)] + [f"vulnerability#{3 * n + i}" for i in range(1, 4)]
        deck += [_fitting(seat, supply, sides) for _ in range(rng.randint(8, 18))]
        few = rng.randint(0, 2)
        deck += [_fitting(seat, heroes, sides) for _ in range(few if not sides.teams or sides.good(seat) else 0)]
        for kind, left in stacks.items():
            few = rng.randint(0, 3)
            deck += [f"{kind}#{n}" for n in range(left - few + 1, left + 1)]
            stacks[kind] = left - few
        rng.shuffle(deck)
        decks[seat] = deck
    owner = next((seat for seat in seats if "firestorm#1" in decks[seat]), None)
    return decks, (owner, supply.pop()) if owner else None


def _fitting(seat: Seat, cards: list[Component], sides: Sides) -> Component:
    """Take and return the next card that a seat may hold."""
    return cards.pop(
        max(n for n, card in enumerate(cards) if not sides.refused(seat, card) and sides.plays_along(card))
    )
