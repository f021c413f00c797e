"""The moves of cards and tokens at the simulated table of level ``full``, and what they set off."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of

from .table import GroundTruth
from .turn import TableTurn, Waiting

TRIGGERS: Final = {
    "steve-trevor": "steve-trevor",
    "emperor-penguin": "vp-2",
    "word-of-power": "discount",
    "venom-injector": "power-2",
}
"""The effect of destroying a card, for whoever destroys it."""


class Outcomes:
    """The cards and tokens of a simulated match, whichever text moves them."""

    def __init__(self, truth: GroundTruth) -> None:
        self._truth = truth
        self.turn = TableTurn()
        self.waiting: list[list[Waiting]] = []
        """Events that happen once a card is done; a list for each card of those that are not done."""
        self.kept: set[Component] = set()
        """Cards that Firestorm Matrix has left in play."""
        self.idle: set[Component] = set()
        """Cards that were gained to be played and have not been played yet."""
        self.known: set[Component] = set()
        """Cards that everybody saw go under the main deck."""
        self.used: set[Kind] = set()
        """Whose text was carried out, and how: ``kind``, ``kind defends``, ``kind destroyed``, ``kind appears``."""

    def wait(self, kind: Kind, what: str, seat: Seat, card: Component) -> None:
        """Let something happen once the card is done."""
        self.waiting[-1].append(Waiting(kind, what, seat, card))

    # Tokens -------------------------------------------------------------------------------------------------------

    def power(self, seat: Seat, n: int) -> None:
        """Add Power in the own turn."""
        if self._truth.is_turn(seat):
            self.turn.power += n

    def gain_vp(self, seat: Seat, n: int) -> None:
        """Give tokens to a player."""
        if n > 0:
            self._truth.tokens[seat] += n
            self._first_vp(seat)

    def _first_vp(self, seat: Seat) -> None:
        if self._truth.villains.get(seat) == "sinestro" and self._truth.is_turn(seat) and not self.turn.first_vp:
            self.turn.first_vp = True
            self.wait("sinestro", "draw", seat, "sinestro#1")

    def steal_vp(self, thief: Seat, victim: Seat, n: int = 1) -> None:
        """Move tokens from one player to another, as far as there are any."""
        tokens = self._truth.tokens
        moved = min(n, tokens[victim])
        tokens[victim] -= moved
        tokens[thief] += moved
        if moved and self._truth.house.rules.stolen_vp == "is-a-gain":
            self._first_vp(thief)

    # Cards --------------------------------------------------------------------------------------------------------

    def gain_weaknesses(self, seat: Seat, n: int) -> None:
        """Give Weaknesses to a player, as far as there are any."""
        stack = self._truth.stacks["weakness"]
        for _ in range(min(n, len(stack))):
            self._truth.players[seat].discard.append(self._truth.take(stack))

    def destroy(self, seat: Seat, card: Component) -> None:
        """Let a seat destroy a card, wherever it lies."""
        truth = self._truth
        if card in truth.line_up:
            truth.leave(card)
        owner = next((player for player in truth.players.values() if card in player.cards), None)
        in_deck = card in truth.players[seat].deck
        if owner is not None:
            owner.remove(card)
        self.kept.discard(card)
        truth.destroyed.append(card)
        if not in_deck or truth.house.rules.deck_is_a_zone:
            self._set_off_by_destroying(seat, card)

    def _set_off_by_destroying(self, seat: Seat, card: Component) -> None:
        kind, villain = kind_of(card), self._truth.villains.get(seat)
        if kind in TRIGGERS:
            self.used.add(f"{kind} destroyed")
            self.wait(kind, TRIGGERS[kind], seat, card)
        if villain == "bizarro":
            self.wait("bizarro", "weakness", seat, card)
        if villain == "deathstroke" and self._truth.is_turn(seat):
            self.wait("deathstroke", "power-1", seat, card)

    def comes_to(self, seat: Seat, card: Component) -> None:
        """Give a card to the discard pile of a seat; one that its side fights is destroyed for tokens instead."""
        truth = self._truth
        if truth.sides.turned(seat, card):
            self.destroy(seat, card)
            self.gain_vp(seat, truth.sides.worth(card, gained=True))
            return
        if card in truth.line_up:
            truth.leave(card)
        truth.players[seat].discard.append(card)

    def acquired(self, seat: Seat, card: Component, *, from_line_up: bool) -> None:
        """Count Heroes for Lex Luthor; let Black Manta put the card under his deck."""
        if self._truth.is_turn(seat) and self._truth.house.is_a(card, "hero"):
            self.turn.heroes += 1
        if from_line_up and self._truth.villains.get(seat) == "black-manta":
            self.wait("black-manta", "under-deck", seat, card)

    def passed_to(self, seat: Seat, card: Component, pile: list[Component]) -> None:
        """Pass a card to a seat that does not gain it; destroy it when its side may not hold it."""
        if self._truth.sides.refused(seat, card):
            self.destroy(seat, card)
            self.gain_vp(seat, self._truth.sides.worth(card, gained=False))
        else:
            pile.append(card)

    def discard(self, seat: Seat, card: Component) -> None:
        """Discard a card of the hand."""
        player = self._truth.players[seat]
        player.hand.remove(card)
        player.discard.append(card)
        self.left_hand(seat)

    def left_hand(self, seat: Seat) -> None:
        """Let Harley Quinn draw once in every player's turn, when she first discards or passes."""
        truth = self._truth
        if truth.villains.get(seat) == "harley-quinn" and truth.in_turn and seat not in self.turn.discarded:
            self.turn.discarded.add(seat)
            self.wait("harley-quinn", "draw", seat, "harley-quinn#1")

    def under_main_deck(self, card: Component) -> None:
        """Put a card, which everybody sees, under the main deck."""
        self._truth.main_deck.insert(0, card)
        self.known.add(card)
        self.kept.discard(card)
