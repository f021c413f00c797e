"""A simulated match of Forever Evil: players who gain, lose and steal tokens, then sweep their decks.

Its own arithmetic is kept apart from the game's on purpose: two independent counts that agree prove more than one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.view import SeatScore, View
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.simulation.acts import Act, Intent, Tap

from . import compare
from .party import Party, dealt_decks
from .taps import MISTAKES, Taps
from .tokens import TokenChanges
from .unsaid import TokenTurns

ROUNDS: Final = 12


class ScoreMatch:
    """Tracking level ``score``: tokens during the match, every card once at its end."""

    def __init__(self, seats: Sequence[Seat], rng: Random, layout: str, ruleset: Mapping[str, Any]) -> None:
        self._rng = rng
        self._party = Party(seats, rng, ruleset)
        self._seats = self._party.seats
        self._taps = Taps(seats, rng, layout)
        self._held = dict.fromkeys(self._seats, 0)
        self._tokens = TokenChanges(self._held, self._party.sides, self._taps, rng)
        self._decks, self._set_aside = dealt_decks(self._party, rng)
        self._swept: set[Component] = set()
        self._ends = TokenTurns(self._taps, self._seats, self._party.house.rules.turn_end)
        self._active = 0
        self.readers = self._taps.readers
        self.header = self._party.header("score")
        self.more_cards = self._party.more_cards

    # The truth ----------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return the cards that have not passed a reader."""
        dealt = (card for deck in self._decks.values() for card in deck)
        return frozenset(card for card in dealt if card not in self._swept)

    def own(self) -> Mapping[Seat, frozenset[Component]]:
        """Return nothing: what is tapped is known to all."""
        return {}

    def scores(self) -> dict[Seat, int]:
        """Return the points of each player's tokens and cards."""
        return self._party.scores(self._held, self._decks)

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the scores and the number of Super Heroes."""
        return self._party.winners(self.scores(), self._decks)

    def differences(self, view: View) -> list[str]:
        """Return what the app has otherwise: tokens, decks, scores, winners, the end."""

        def odd(each: SeatScore) -> Sequence[Component]:
            zone = view.zones.get(f"deck.{each.seat}")
            return sorted(set((zone.cards or ()) if zone else ()) ^ set(self._decks[each.seat]))

        return [
            *compare.players(view, self._held, self.scores(), odd),
            *compare.ending(view, self.winners()),
        ]

    @property
    def turns(self) -> int:
        """Return how many turns are played; the app may not have been told of all."""
        return ROUNDS * len(self._seats)

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
            act, by = self._tokens.change(self._current)
            if by is None:
                self._ends.lost(self._current)
            yield self._ends.told_by(act, by, self._current) if by is not None else act
        self._active = (self._active + 1) % len(self._seats)
        yield from self._ends.over(self._current)

    def _clean_up(self) -> Iterator[Act]:
        """Destroy, before the count, the card that the player of Firestorm has on the Super-Villain."""
        if self._set_aside is not None:
            seat, card = self._set_aside
            self._swept.add(card)
            self._held[seat] += self._party.house.penguin([card])
            yield self._taps.move(*self._taps.at(seat, "verb-destroy#1", card, actor=None))
        yield self._taps.move(Tap("tap", "verb-confirm#1"))

    def _sweep(self, seat: Seat) -> Iterator[Act]:
        deck, reader = self._decks[seat], self._taps.tray(seat)
        for n, card in enumerate(deck):
            self._swept.add(card)
            yield self._taps.move(Tap(reader, card))
            if n and self._rng.random() < MISTAKES:
                again = self._rng.choice(deck[:n])
                yield Act(Intent.MISTAKE, (Tap(reader, again),))
            if self._rng.random() < MISTAKES / 3:
                yield Act(Intent.MISTAKE, (Tap(reader, f"{self._party.villains.get(seat, 'bane')}#1"),))
        yield self._taps.move(Tap(reader, "verb-confirm#1"))

    def _mistake(self) -> Act:
        """Something that happens at every table and must not count."""
        roll = self._rng.random()
        if roll < 0.5:
            return self._taps.foreign("stranger" if roll < 0.3 else "phone")
        if roll < 0.75 or not self._taps.trays:
            unseen = self._rng.choice(sorted(self._decks[self._current]))
            kind = kind_of(unseen)
            return Act(Intent.MISTAKE, (Tap("tap", f"{kind}#{CATALOG.get(kind).copies}"),))
        waiting = self._ends.waiting(self._current)
        if not waiting:
            return self._taps.foreign("stranger")
        return Act(Intent.MISTAKE, (Tap(self._taps.tray(self._rng.choice(waiting)), "verb-end-turn#1"),))
