"""The players of a simulated match before it begins: sides, house rules, Super-Villains, and the cards of the box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from lairkeeper.core.header import Header
from lairkeeper.core.ids import Component, Seat
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.catalog import CATALOG

from .house import House
from .sides import Sides


class Party:
    """Players at a table, with what they agreed and what they drew beforehand."""

    def __init__(self, seats: Sequence[Seat], rng: Random, ruleset: Mapping[str, Any]) -> None:
        self.seats = tuple(seats)
        self.sides = Sides(seats, ruleset)
        self.house = House(ruleset)
        self._ruleset = ruleset
        villains = self.house.villains()
        rng.shuffle(villains)
        bad = (seat for seat in seats if not self.sides.good(seat))
        self.villains = dict(zip(bad, villains, strict=False))
        along = [facts.kind for facts in CATALOG.zone("main-deck") if self.sides.plays_along(facts.kind)]
        self.more_cards: Sequence[Component] = self.house.more_cards(along, rng)

    def header(self, level: str) -> Header:
        """Return the header with which the app starts the match at a tracking level."""
        setup = {f"villain.{seat}": kind for seat, kind in self.villains.items()}
        return Header(GAME.id, self.seats, level, self._ruleset, setup, GAME.version)

    def scores(self, tokens: Mapping[Seat, int], cards: Mapping[Seat, Sequence[Component]]) -> dict[Seat, int]:
        """Return the points of each player's tokens and cards."""
        return {seat: self.house.total(tokens[seat], cards[seat]) for seat in self.seats}

    def winners(self, scores: Mapping[Seat, int], cards: Mapping[Seat, Sequence[Component]]) -> tuple[Seat, ...]:
        """Return the players with the most points, in teams together.

        The most Super Heroes break a tie; then all that are still level win.
        """
        heroes = {seat: sum(CATALOG.get(card).super_hero for card in cards[seat]) for seat in self.seats}
        return self.sides.winners(scores, heroes)


def copies(zone: str) -> list[Component]:
    """Return all copies of the cards that begin in a zone."""
    return [f"{facts.kind}#{n}" for facts in CATALOG.zone(zone) for n in range(1, (facts.copies or 0) + 1)]


def dealt_decks(party: Party, rng: Random) -> tuple[dict[Seat, list[Component]], tuple[Seat, Component] | None]:
    """Decks as they may be at the end of a match, and the card under one player's Firestorm, if anybody has it."""
    sides = party.sides
    supply = [*copies("main-deck"), *party.more_cards]
    heroes = [f"{facts.kind}#1" for facts in CATALOG.zone("super-heroes")]
    stacks = {"kick": 16, "weakness": 20}
    rng.shuffle(supply)
    rng.shuffle(heroes)
    decks: dict[Seat, list[Component]] = {}
    for n, seat in enumerate(party.seats):
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
    owner = next((seat for seat in party.seats if "firestorm#1" in decks[seat]), None)
    return decks, (owner, supply.pop()) if owner else None


def _fitting(seat: Seat, cards: list[Component], sides: Sides) -> Component:
    """Take and return the next card that a seat may hold."""
    return cards.pop(
        max(n for n, card in enumerate(cards) if not sides.refused(seat, card) and sides.plays_along(card))
    )
