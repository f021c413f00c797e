"""The table of a simulated match of DC Forever: real decks and hands, citizens, damage, and who has won.

Its arithmetic is kept apart from the game's on purpose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.games.dc_forever.catalog import CARDS_OF, CATALOG, KNOWN, LOCATION_KINDS, PRINTED, UNALIGNED_KINDS
from lairkeeper.games.dc_forever.roster import FIRST_LOCATIONS, FIRST_UNALIGNED

PLACES: Final = ("place-1", "place-2", "place-3")
PRINT: Final[Mapping[str, Mapping[str, Any]]] = {
    kind: {**KNOWN.get(kind, {}), **values} for kind, values in PRINTED.proxy.items()
}


def print_of(card: Component) -> Mapping[str, Any]:
    """Return the values printed on a card of the proxy set."""
    return PRINT[kind_of(card)]


@dataclass(slots=True)
class SeatedPlayer:
    """A player with cards. ``team`` are the characters in play."""

    name: Seat
    rogue: bool
    alone: bool
    team: list[Component]
    reserve: list[Component]
    drafted: tuple[Component, ...] = ()
    """All characters: whose cards are this player's, whatever became of them."""
    at_once: bool = True
    """True when an empty deck is made anew at once, False when it waits until a card is needed."""
    deck: list[Component] = field(default_factory=list)
    hand: list[Component] = field(default_factory=list)
    discard: list[Component] = field(default_factory=list)

    @property
    def most(self) -> int:
        """The maximum hand."""
        return (12 if self.alone else 10) if self.rogue else (8 if self.alone else 6)

    def draw(self, n: int, rng: Random) -> None:
        """One at a time; the discard pile becomes the deck as soon as that is empty."""
        for _ in range(n):
            if not self.deck:
                self._shuffle(rng)
            if not self.deck:
                return
            self.hand.append(self.deck.pop())
            if not self.deck and self.at_once:
                self._shuffle(rng)

    def _shuffle(self, rng: Random) -> None:
        self.deck, self.discard = self.discard, []
        rng.shuffle(self.deck)

    def throw(self, card: Component) -> None:
        """Move a card from the hand to the discard pile."""
        self.hand.remove(card)
        self.discard.append(card)


class GroundTruth:
    """The true state of the table."""

    def __init__(self, players: Sequence[SeatedPlayer], rng: Random, rules: Mapping[str, Any]) -> None:
        self.players = tuple(players)
        self.rng = rng
        self.rules = rules
        self.where: dict[Component, str] = {}
        self.damage: dict[Component, int] = {}
        self.down: list[Component] = []
        self.exhausted: set[Component] = set()
        self.used: set[Component] = set()
        """Characters whose limited ability was used this round."""
        self.under: dict[Component, list[Component]] = {}
        """Empowering cards by their Hero."""
        self.giver: dict[Component, SeatedPlayer] = {}
        """Who has put an empowering card down: a mate's Hero may be helped by a house rule."""
        self.row: dict[str, Component] = {}
        self.schemes: dict[str, Component] = {}
        self.looked: dict[Seat, set[Component]] = {}
        """Schemes that a player was shown while they lay face down."""
        self.plan: list[Component] = []
        self.sanctuary = 0
        self.citizens = dict.fromkeys(PLACES, 0)
        self.advanced = dict.fromkeys(PLACES, 0)
        self.claimed = dict.fromkeys(PLACES, 0)
        self.neutrals: dict[str, Component] = {}
        self.behind: dict[str, list[Component]] = {at: [] for at in PLACES}
        """By a house rule several Unaligned characters are at one Location: the first of them acts."""
        self.swayed: set[Component] = set()
        self.beaten: list[Component] = []
        """Unaligned characters that were removed, and may come again by a house rule."""
        self.captured = 0
        """The number of them that count as captured Rogues, by a house rule."""
        self.locations = [f"{kind}#1" for kind in LOCATION_KINDS]
        self.used_locations: list[Component] = []
        self.unaligned = [f"{kind}#1" for kind in UNALIGNED_KINDS]
        for deck in (self.locations, self.unaligned):
            rng.shuffle(deck)
        self._decks()

    def _decks(self) -> None:
        for player in self.players:
            pair = sum(each.rogue == player.rogue for each in self.players) == 2
            cards = [card for char in player.team for card in cards_of(char)]
            starting = [card for card in cards if pair or print_of(card).get("starter")]
            player.reserve += [card for card in cards if card not in starting]
            player.deck = starting
        heroes = [player for player in self.players if not player.rogue]
        for n, player in enumerate(heroes, 1):
            both = [f"prestige#{n}", f"fame#{n}"]
            player.deck += both if len(heroes) == 2 else ["renown#1", "renown#2", *both]
        for player in self.players:
            self.rng.shuffle(player.deck)
            player.draw(8 if player.alone else 6, self.rng)

    def begin_first_game(self) -> None:
        """Locations and the Unaligned character of the suggested first game lie there already."""
        neutral = f"{FIRST_UNALIGNED}#1"
        for place, kind in zip(PLACES, FIRST_LOCATIONS, strict=True):
            self.locations.remove(f"{kind}#1")
            self.reveal(f"{kind}#1", place)
        self.unaligned.remove(neutral)
        self.neutrals[PLACES[-1]] = neutral

    # Who ----------------------------------------------------------------------------------------------------------

    def side(self, *, rogue: bool) -> list[SeatedPlayer]:
        """Return the players of one side, in their order of this round."""
        return [player for player in self.players if player.rogue == rogue]

    def first(self, seat: Seat) -> None:
        """Who is first of a pair this round."""
        player = self.named(seat)
        mates = [each for each in self.side(rogue=player.rogue) if each is not player]
        others = [each for each in self.players if each.rogue != player.rogue]
        self.players = tuple(sorted((player, *mates, *others), key=lambda each: not each.rogue))

    def owner(self, char: Component) -> SeatedPlayer:
        """Return the player who has this character in play."""
        return next(player for player in self.players if char in player.team)

    def named(self, seat: Seat) -> SeatedPlayer:
        """Return the player at this seat."""
        return next(player for player in self.players if player.name == seat)

    def foes(self, char: Component) -> list[Component]:
        """Enemies and the Unaligned character at the same Location."""
        mine, place = self.owner(char).rogue, self.where[char]
        found = [each for p in self.side(rogue=not mine) for each in p.team if self.where.get(each) == place]
        return [*found, *((self.neutrals[place],) if place in self.neutrals else ())]

    # Harm ---------------------------------------------------------------------------------------------------------

    def suffer(self, card: Component, n: int, *, by_rogue: bool) -> None:
        """Deal damage, and take away who is defeated by it."""
        if n <= 0:
            return
        self.damage[card] = self.damage.get(card, 0) + n
        if self.damage[card] < print_of(card)["health"]:
            return
        self.damage[card] = 0
        place = next((at for at, each in self.neutrals.items() if each == card), None)
        if place is not None:
            self._defeated(card, place, by_rogue=by_rogue)
            return
        player = self.owner(card)
        player.team.remove(card)
        for below in self.under.pop(card, []):
            self.giver.pop(below).discard.append(below)
        self.down.append(card)
        self.where.pop(card, None)

    def _defeated(self, card: Component, place: str, *, by_rogue: bool) -> None:
        if by_rogue:
            self.swayed.add(card)
            return
        if card not in self.swayed or self.rules["unaligned-citizens"] == "sanctuary":
            self.sanctuary += self.claimed[place]
        self.claimed[place] = 0
        self.captured += bool(self.rules["unaligned-counts"])
        self.swayed.discard(card)
        self.beaten.append(card)
        del self.neutrals[place]
        if self.behind[place]:
            self.neutrals[place] = self.behind[place].pop(0)

    def place(self, place: str) -> Component:
        """Put the next Unaligned character at a Location and return it."""
        if not self.unaligned:  # by a house rule those that were removed are a new deck
            self.unaligned, self.beaten = self.beaten, []
            self.rng.shuffle(self.unaligned)
        card = self.unaligned.pop()
        if place in self.neutrals:
            self.behind[place].append(card)
        else:
            self.neutrals[place] = card
        return card

    # Locations ----------------------------------------------------------------------------------------------------

    def next_location(self) -> Component:
        """Put the next Location into the first gap and return it.

        Emptied ones make room first, all at once, as long as others are to come.
        """
        if len(self.row) == len(PLACES):
            empty = [at for at in PLACES if not self.citizens[at]]
            stays = self.rules["location-deck"] == "stays"
            for at in empty[: len(self.locations)] if stays else empty:
                self.used_locations.append(self.row.pop(at))
        if not self.locations:
            self.locations, self.used_locations = self.used_locations, []
            self.rng.shuffle(self.locations)
        card = self.locations.pop()
        self.reveal(card, next(at for at in PLACES if at not in self.row))
        return card

    def gaps(self) -> bool:
        """Return True when a Location is missing or empty."""
        return len(self.row) < len(PLACES) or not all(self.citizens.values())

    def reveal(self, card: Component, place: str) -> None:
        """Put a Location at a place, with its printed number of citizens."""
        self.row[place] = card
        self.citizens[place] = print_of(card)["citizens"]

    def free(self) -> list[str]:
        """Return the places without an Unaligned character."""
        return [at for at in PLACES if at not in self.neutrals]

    # An action ----------------------------------------------------------------------------------------------------

    def value(self, char: Component, action: str, base: int | None, mods: Sequence[Component]) -> int:
        """Return the printed or found value plus the Location's word for this side and the modifiers."""
        rogue = self.owner(char).rogue
        words = print_of(self.row[self.where[char]]).get("rogue" if rogue else "hero") or ()
        total = int(print_of(char)[action]) if base is None else base
        total += sum(int(n) for word, n in words if word == action)
        return total + sum(int(print_of(card)["bonus"]) for card in mods)

    def proof(self, char: Component, mods: Sequence[Component]) -> bool:
        """Return True when nothing can be ignored or taken off."""
        return any(word == "proof" for card in (char, *mods) for word, _ in print_of(card).get("effect") or ())

    def taken_off(self, target: Component, mods: Sequence[Component]) -> int:
        """Return how much a character takes off one modifier of an attack on it."""
        less = next((n for word, n in print_of(target).get("effect") or () if word == "reduce-modifier"), 0)
        largest = max((print_of(card)["bonus"] for card in mods), default=0)
        return min(less, largest)

    def exhausted_heroes(self) -> list[Component]:
        """Return the Heroes in play who are exhausted."""
        return [char for player in self.side(rogue=False) for char in player.team if char in self.exhausted]

    def beneath(self, player: SeatedPlayer) -> list[Component]:
        """Empowering cards of a player."""
        return [card for cards in self.under.values() for card in cards if self.giver[card] is player]

    def claim(self, place: str, n: int, purse: dict[str, int] | None) -> None:
        """Move up to ``n`` citizens from a Location into ``purse``, or to Sanctuary when that is None."""
        n = min(n, self.citizens[place])
        self.citizens[place] -= n
        if purse is None:
            self.sanctuary += n
        else:
            purse[place] += n

    def duties(self, char: Component) -> list[tuple[str, int]]:
        """Return what Location and Unaligned character do after an activation, in the order they are listed."""
        player, place = self.owner(char), self.where[char]
        words = print_of(self.row[place]).get("rogue" if player.rogue else "hero") or ()
        found = [(word, n) for word, n in words if word in ("hurt", "draw")]
        card = self.neutrals.get(place)
        for word, least in (print_of(card).get("thresholds") or ()) if card else ():
            ignores = word == "strike" and card in self.swayed and player.rogue
            if self.claimed[place] >= least and not ignores:
                found.append((word, 1))
        return found

    def carry_out(self, char: Component, duties: Sequence[tuple[str, int]]) -> None:
        """Carry out the duties of an activation in order, as long as the character is in play."""
        player, place = self.owner(char), self.where[char]
        for word, n in duties:
            if char not in player.team:
                return
            card = self.neutrals.get(place, "")
            if word == "hurt":
                self.suffer(char, n, by_rogue=player.rogue)
            elif word == "draw":
                player.draw(n, self.rng)
            elif word == "strike":
                self.suffer(char, print_of(card)["attack"], by_rogue=player.rogue)
            else:
                helps = card in self.swayed or self.rules["unaligned-claims"] == "all"
                onto = self.advanced if helps and place in self.schemes else self.claimed
                self.claim(place, print_of(card)["claim"], onto)

    # The end ------------------------------------------------------------------------------------------------------

    def winners(self) -> tuple[Seat, ...]:
        """Return the winners by the first condition that is met, in the order of the book."""
        lost = {rogue: self._lost(rogue=rogue) for rogue in (True, False)}
        won: bool | None = None
        if len(self.plan) >= 5:
            won = True
        elif self.sanctuary >= 30:
            won = False
        elif lost[False] or lost[True]:
            won = lost[False]
        return tuple(p.name for p in self.players if won is not None and p.rogue == won)

    def _lost(self, *, rogue: bool) -> bool:
        return lost_by_falls(self.players, rogue, self.down, self.rules, self.captured if rogue else 0)


def lost_by_falls(
    players: Sequence[SeatedPlayer], rogue: bool, down: Sequence[Component], rules: Mapping[str, Any], more: int = 0
) -> bool:
    """Return True when a side has nobody left, or when four of a pair against one have fallen.

    Nobody leaves play otherwise.
    """
    side = [player for player in players if player.rogue == rogue]
    if not any(player.team for player in side):
        return True
    fallen = more + sum(CATALOG.kinds[kind_of(card)].side == ("rogue" if rogue else "hero") for card in down)
    match rules["total-of-four"]:
        case "all":
            counts = len(players) > 2
        case "three-players":
            counts = len(players) == 3 and len(side) == 2
        case _:
            counts = False
    return counts and fallen >= 4


def cards_of(char: Component) -> list[Component]:
    """All cards of a character, copies numbered."""
    return [f"{k}#{n}" for k in CARDS_OF[kind_of(char)] for n in range(1, (CATALOG.kinds[k].copies or 0) + 1)]
