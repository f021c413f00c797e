"""One player of a simulated table of Forever Evil: deck, hand, discard pile and cards in play, in truth."""

from __future__ import annotations

from random import Random
from typing import Final

from lairkeeper.core.ids import Component

HAND: Final = 5


class Player:
    """The cards in front of one player, in truth."""

    def __init__(self, n: int, rng: Random) -> None:
        self._rng = rng
        self.deck = [f"punch#{7 * n + i}" for i in range(1, 8)] + [f"vulnerability#{3 * n + i}" for i in range(1, 4)]
        rng.shuffle(self.deck)
        self.hand: list[Component] = []
        self.discard: list[Component] = []
        self.in_play: list[Component] = []
        self.on_villain: list[Component] = []
        self.seen: set[Component] = set()
        """Cards that everybody has seen lie on top of the deck."""
        self.draw(HAND)

    @property
    def cards(self) -> list[Component]:
        """Everything that is this player's."""
        return [*self.deck, *self.hand, *self.discard, *self.in_play, *self.on_villain]

    def draw(self, n: int) -> None:
        """Cards from the deck, which is shuffled anew from the discard pile when it has run out."""
        for _ in range(n):
            if not self.deck:
                self.deck, self.discard = self.discard, []
                self._rng.shuffle(self.deck)
                self.seen.clear()
            if self.deck:
                self.hand.append(self.deck.pop())

    def remove(self, card: Component) -> None:
        """Take a card from this player. Raises ``ValueError`` when the player does not have it."""
        for place in (self.deck, self.hand, self.discard, self.in_play, self.on_villain):
            if card in place:
                place.remove(card)
                return
        raise ValueError(f"{card} is not here")
