"""The table of a simulated match of Forever Evil as it truly is: decks, hands, Line-Up, stacks, tokens, whose turn.

Its own arithmetic is kept apart from the game's on purpose: two independent counts that agree prove more than one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from lairkeeper.core.ids import Component, Seat

from .party import Party, copies, dealt_decks
from .player import Player
from .sides import STACK as TEAM_STACK

SLOTS: Final = 5
FIRST_HERO: Final = "the-flash#1"
"""He attacks nobody, wherever in the stack he lay."""


class GroundTruth:
    """Everything that lies on the table, at the levels that follow every card."""

    def __init__(self, party: Party, rng: Random) -> None:
        dealt_decks(party, rng)  # only `score` needs them; dealt here, too, so that seeds on record give the same match
        self.rng = rng
        self.seats = party.seats
        self.sides = party.sides
        self.house = party.house
        self.villains = party.villains
        self._party = party
        self.tokens = dict.fromkeys(self.seats, 0)
        self.players = {seat: Player(n, rng) for n, seat in enumerate(self.seats)}
        self.main_deck = [card for card in copies("main-deck") if self.sides.plays_along(card)]
        self.main_deck += party.more_cards
        self.added: set[Component] = set()
        """Cards of the Line-Up beyond the five that fill its slots."""
        rng.shuffle(self.main_deck)
        self.heroes, self._left_out = self._stack_heroes(
            TEAM_STACK if self.sides.teams else self.house.rules.super_heroes
        )
        self.top: Component | None = None if self.sides.flash_shuffled else FIRST_HERO
        self.others = copies("stack-villains") if self.sides.teams else []
        rng.shuffle(self.others)
        self.other_top = self.others.pop() if self.others else None
        self.line_up: list[Component] = []
        self.stacks = {"kick": copies("kicks"), "weakness": copies("weaknesses")}
        self.destroyed: list[Component] = []
        self.lost: list[Component] = []
        """Cards that somebody destroyed without a tap."""
        self.frozen: dict[Component, list[Seat]] = {}
        self._active = 0
        self.in_turn = True
        """False while everybody acts: at a First Appearance, and after the last turn."""
        self.ended = False
        self.forgets = rng.randint(3, 8)
        """The turn in which somebody destroys a card and taps nothing, where not everything is tapped."""

    def _stack_heroes(self, n: int) -> tuple[list[Component], list[Component]]:
        """Return a stack of ``n`` Super Heroes, the last one uppermost, below The Flash; and those left out."""
        heroes = copies("super-heroes")
        if not self.sides.flash_shuffled:
            heroes.remove(FIRST_HERO)
            n -= 1
        self.rng.shuffle(heroes)
        return heroes[:n], heroes[n:]

    # The result ---------------------------------------------------------------------------------------------------

    def unseen(self) -> frozenset[Component]:
        """Return what lies face down for everybody: main deck and Super Heroes below, in or out of the stack."""
        return frozenset((*self.main_deck, *self.heroes, *self._left_out))

    def scores(self) -> dict[Seat, int]:
        """Return the points of each player's tokens and cards, wherever these lie."""
        return self._party.scores(self.tokens, self._cards())

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the scores and the number of Super Heroes."""
        return self._party.winners(self.scores(), self._cards())

    def _cards(self) -> dict[Seat, list[Component]]:
        return {seat: player.cards for seat, player in self.players.items()}

    def owned_once(self) -> Iterator[Component]:
        """Yield the cards that are or were somebody's."""
        yield from self.destroyed
        yield from self.lost
        for player in self.players.values():
            yield from player.cards

    def leave_out(self) -> None:
        """Destroy the cards that lie in play and are not counted."""
        for player in self.players.values():
            for card in [card for card in player.in_play if self.house.is_left_out(card)]:
                player.in_play.remove(card)
                self.destroyed.append(card)

    # Whose turn ---------------------------------------------------------------------------------------------------

    @property
    def current(self) -> Seat:
        """Return the seat whose turn it is, or was last."""
        return self.seats[self._active]

    @property
    def actor(self) -> Seat | None:
        """Return the seat that needs not say who it is, if there is one."""
        return self.current if self.in_turn else None

    def is_turn(self, seat: Seat) -> bool:
        """Return True in the own turn of a seat."""
        return self.in_turn and seat == self.current

    def pass_turn(self) -> None:
        """Let the next seat have its turn."""
        self._active = (self._active + 1) % len(self.seats)

    def foe(self) -> Seat:
        """Draw one of those whom the current player fights."""
        return self.rng.choice([seat for seat in self.seats if seat in self.sides.foes(self.current)])

    # The Line-Up --------------------------------------------------------------------------------------------------

    def deal(self) -> Component:
        """Move the top card of the main deck to the Line-Up and return it."""
        card = self.main_deck.pop()
        self.line_up.append(card)
        return card

    def empty_slots(self) -> int:
        """Return how many cards are to be dealt to the Line-Up after a turn."""
        filled = self.line_up
        if self.house.rules.refill == "empty-slots":
            filled = [card for card in filled if card not in self.added]
        return max(0, SLOTS - len(filled))

    def leave(self, card: Component) -> None:
        """Take a card out of the Line-Up, and put the tokens on it back into the supply."""
        self.line_up.remove(card)
        self.frozen.pop(card, None)
        self.added.discard(card)

    def frozen_tokens(self) -> int:
        """Return how many Frozen tokens lie on cards."""
        return sum(len(owners) for owners in self.frozen.values())

    def thaw(self, seat: Seat) -> None:
        """Take a seat's Frozen tokens off the Line-Up."""
        left = {card: [each for each in owners if each != seat] for card, owners in self.frozen.items()}
        self.frozen = {card: owners for card, owners in left.items() if owners}

    # The stacks ---------------------------------------------------------------------------------------------------

    def take(self, stack: list[Component]) -> Component:
        """Take any card of a stack of equals: nobody keeps them in the order of their tags."""
        card = self.rng.choice(stack)
        stack.remove(card)
        return card

    def any_kick(self, power: int) -> Component | None:
        """Draw a Kick of the stack that so much Power can buy, or return None."""
        return self.rng.choice(self.stacks["kick"]) if power >= 3 and self.stacks["kick"] else None

    def mine(self) -> Component | None:
        """Return the card on top of the stack that the current player fights."""
        return self.other_top if self.sides.good(self.current) else self.top

    def next_appears(self) -> bool:
        """Show the next card of the stack that was fought; return False when there is none."""
        good = self.sides.good(self.current)
        stack = self.others if good else self.heroes
        if not stack:
            return False
        if good:
            self.other_top = stack.pop()
        else:
            self.top = stack.pop()
        return True

    def over(self) -> bool:
        """Return True when the stack that has run out ends the match; by a house rule of teams both must."""
        gone = not self.heroes and self.top is None and not self.others and self.other_top is None
        return gone or not self.sides.both_stacks_end

    def attacked(self, ended: Seat) -> tuple[Seat, ...]:
        """Return whom a First Appearance attacks, in order: in teams the side that has defeated the card before."""
        order = self.house.first_hit(self.seats, ended)
        return tuple(seat for seat in order if not self.sides.teams or seat in self.sides.mates(ended))
