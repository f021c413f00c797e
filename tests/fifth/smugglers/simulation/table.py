"""The table of a simulated match of Smugglers as it truly is: decks, hands, coves and coins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.core.ruleset import build

from ..cards import CATALOG, COVES, CREW, GOODS, kinds_of
from ..ruleset import Ruleset


@dataclass
class Pile:
    """A deck, the next card last, and its discards."""

    cards: list[Component]
    rng: Random
    discards: list[Component] = field(default_factory=list)

    def draw(self) -> Component | None:
        """Draw the top card and return it, or None; an empty deck is made of its discards."""
        if not self.cards:
            self.cards, self.discards = self.discards, []
            self.rng.shuffle(self.cards)
        return self.cards.pop() if self.cards else None


@dataclass
class SeatedPlayer:
    """One player: coins, goods in hand, and what the player does in this round."""

    name: Seat
    n: int
    """The place at the table, from 1: the copy number of the own course cards."""
    coins: int = 0
    hand: list[Component] = field(default_factory=list)
    course: int = 0
    """The place of the chosen cove, from 1; 0 before the choice."""
    landed: list[Component] = field(default_factory=list)
    crew: list[Component] = field(default_factory=list)

    def has(self, kind: str) -> bool:
        """Return True when the player has hired crew of this kind."""
        return any(kind_of(card) == kind for card in self.crew)


class GroundTruth:
    """Everything that lies on the table; it knows the rules in its own words."""

    def __init__(self, seats: Sequence[Seat], rng: Random, rules: Ruleset) -> None:
        self.rules = rules
        self.players = [SeatedPlayer(name, n) for n, name in enumerate(seats, 1)]
        self.captain = self.players[0]
        self.goods, self.coves = self._pile(GOODS, rng), self._pile(COVES, rng)
        self.row: list[Component] = []
        self.tavern = [f"{each.kind}#{n}" for each in kinds_of(CREW) for n in (1, 2)]
        self.opened: set[Component] = set()
        """Course cards that everybody has seen."""
        self.winners: tuple[Seat, ...] = ()
        self.fill_hands()

    def _pile(self, sort: str, rng: Random) -> Pile:
        cards = [f"{each.kind}#{n}" for each in kinds_of(sort) for n in range(1, (each.copies or 0) + 1)]
        rng.shuffle(cards)
        return Pile(cards, rng)

    # Who and where

    def in_order(self, first: SeatedPlayer | None = None) -> list[SeatedPlayer]:
        """Return all players clockwise, from the Captain or from another player on."""
        at = self.players.index(first or self.captain)
        return self.players[at:] + self.players[:at]

    def deal(self) -> Iterator[Component]:
        """Fill the row and yield the new coves, from left to right."""
        while len(self.row) < len(self.players):
            cove = self.coves.draw()
            if cove is None:
                return
            self.row.append(cove)
            yield cove

    def draw(self, player: SeatedPlayer, n: int) -> None:
        """Draw up to ``n`` goods."""
        for _ in range(n):
            card = self.goods.draw()
            if card is not None:
                player.hand.append(card)

    def fill_hands(self) -> None:
        """Let everybody draw the goods that the hand lacks."""
        for player in self.in_order():
            self.draw(player, self.rules.hand + player.has("porter") - len(player.hand))

    # Landing

    def land(self, player: SeatedPlayer, card: Component) -> tuple[tuple[str, int], ...]:
        """Land goods, pay for them, and return the words that they do."""
        player.hand.remove(card)
        player.landed.append(card)
        facts = CATALOG.kinds[kind_of(card)].facts
        watched = self.rules.watch and player.course == len(self.row)
        if not watched:
            player.coins += facts["worth"] + player.has("factor")
            cove = CATALOG.kinds[kind_of(self.row[player.course - 1])].facts if player.course <= len(self.row) else {}
            if cove.get("ware") == facts["ware"] and self._gets_the_price(player):
                player.coins += cove["price"]
        return tuple(facts["words"])

    def _gets_the_price(self, player: SeatedPlayer) -> bool:
        boats = [each for each in self.in_order() if each.course == player.course]
        alone = {"all": True, "nobody": boats == [player], "first": boats[0] is player}[self.rules.crowd]
        return alone or player.has("lookout")

    def throw(self, player: SeatedPlayer, card: Component) -> None:
        """Move goods from a hand to the discards."""
        player.hand.remove(card)
        self.goods.discards.append(card)

    def pay(self, payer: SeatedPlayer, payee: SeatedPlayer, n: int) -> None:
        """Move coins from one player to another, as many as there are."""
        n = min(n, payer.coins)
        payer.coins -= n
        payee.coins += n

    # After the round

    def look_for_the_end(self) -> None:
        """At the goal the most coins win."""
        best = max(each.coins for each in self.players)
        if best >= self.rules.goal:
            tied = [each.name for each in self.in_order() if each.coins == best]
            self.winners = tuple(tied[:1] if self.rules.tie == "captain" else tied)

    def clean_up(self) -> None:
        """Discard what was used."""
        reached = {each.course for each in self.players}
        left = [cove for at, cove in enumerate(self.row, 1) if at not in reached]
        self.coves.discards += [cove for cove in self.row if cove not in left]
        self.row = left
        for player in self.players:
            self.goods.discards += player.landed
            player.landed, player.course = [], 0

    def for_hire(self, player: SeatedPlayer) -> list[Component]:
        """Return the crew that a player may hire and can pay."""
        return [card for card in self.tavern if not player.has(kind_of(card)) and player.coins >= 4]

    def hire(self, player: SeatedPlayer, card: Component) -> None:
        """Move crew from the tavern to a player, for four coins."""
        self.tavern.remove(card)
        player.crew.append(card)
        player.coins -= 4

    def pass_on(self) -> None:
        """Fill the hands, and pass the role of Captain on."""
        self.fill_hands()
        self.captain = self.in_order()[1]

    # What may be seen

    def unseen(self) -> frozenset[Component]:
        """Return the cards of decks and hands."""
        hands = (card for player in self.players for card in player.hand)
        return frozenset((*self.goods.cards, *self.coves.cards, *hands))

    def own(self) -> dict[Seat, frozenset[Component]]:
        """Return, by seat, the course cards that only their player has seen."""
        courses = {
            each.name: {f"course-{n}#{each.n}" for n in range(1, len(self.players) + 1)} for each in self.players
        }
        return {seat: frozenset(cards - self.opened) for seat, cards in courses.items()}

    def scores(self) -> dict[Seat, int]:
        """Return the coins of each player."""
        return {player.name: player.coins for player in self.players}

    def sizes(self) -> dict[str, int]:
        """Return how many cards lie at each place, by the app's names."""
        return {
            "goods": len(self.goods.cards),
            "coves": len(self.coves.cards),
            "goods-discard": len(self.goods.discards),
            "coves-discard": len(self.coves.discards),
            **{f"hand.{player.name}": len(player.hand) for player in self.players},
            "tavern": len(self.tavern),
            **{f"crew.{player.name}": len(player.crew) for player in self.players},
            **{f"landed.{player.name}": len(player.landed) for player in self.players},
        }


def new_table(seats: Sequence[Seat], rng: Random, ruleset: Mapping[str, Any]) -> GroundTruth:
    """Return a table at which nobody has done anything yet, by these house rules."""
    rules = build(Ruleset, ruleset)
    assert isinstance(rules, Ruleset), rules
    return GroundTruth(seats, rng, rules)
