"""The truth of a simulated Evil League: who has what, where everybody is, and what the rules make of it.

Its arithmetic is kept apart from the game's on purpose: two independent counts that agree prove more than one. The
cards have the invented numbers of the proxy set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.ruleset import Ruleset

ROUTE: Final = ("scrap-heap", "exchange", "ez-pawn", "mall")
CORNERS: Final = {"heap": "scrap-heap", "exchange": "exchange", "pawn": "ez-pawn", "mall": "mall"}
"""As the house rule of the circle calls them."""
LAIR: Final = "lair"
GOODS: Final = {"scrap-heap": "part", "mall": "part", "exchange": "loot", "ez-pawn": "loot"}
WINS: Final = {3: 16, 4: 18, 5: 20}
WEAPON: Final = ("part-1", "part-2", "part-3", "part-4")
FULL: Final = 5


class Villain:
    """One player: sheet, marker, pawn and belongings. ``track`` is the space, 0 and below on START."""

    def __init__(self, seat: Seat, number: int) -> None:
        self.seat = seat
        self.sheet: Component = f"villain-{number}#1"
        self.pawn: Component = f"pawn-{number}#1"
        self.age = int(GAME.printed.proxy[f"villain-{number}"]["age"])
        ((self.gift, self.size),) = GAME.printed.proxy[f"villain-{number}"]["superpower"]
        self.track = 0
        self.power = 2
        self.place = ""
        self.spare: list[Component] = []
        self.weapon: list[Component] = []
        self.hand: list[Component] = []
        self.committed = self.equipped = self.empowered = False

    @property
    def reputation(self) -> int:
        """Return the space of the marker, 0 for every space on START."""
        return max(0, self.track)

    @property
    def armed(self) -> bool:
        """Return True when the weapon is complete."""
        return {kind_of(part) for part in self.weapon} == set(WEAPON)

    def fitting(self) -> list[Component]:
        """Spare Parts that the weapon still needs, one of each kind."""
        have = {kind_of(part) for part in self.weapon}
        found: dict[str, Component] = {}
        for part in self.spare:
            if kind_of(part) not in have:
                found.setdefault(kind_of(part), part)
        return list(found.values())

    def more_power(self, n: int) -> None:
        """Add ``n`` Power, or take it off when negative, and stay between 0 and ``FULL``."""
        self.power = max(0, min(FULL, self.power + n))


class GroundTruth:
    """The whole table."""

    def __init__(self, seats: Sequence[Seat], rng: Random, rules: Ruleset) -> None:
        self.rng = rng
        self.rules = rules
        self.route = tuple(CORNERS[word] for word in rules.circle.split("-"))
        self.goal = WINS.get(len(seats)) or rules.two_players or 0
        numbers = rng.sample(range(1, 11), len(seats))
        self.villains = {seat: Villain(seat, n) for seat, n in zip(seats, numbers, strict=True)}
        self.bag = [f"part-{kind}#{n}" for kind in range(1, 5) for n in range(1, 16)]
        self.deck = [f"loot-{kind}#{n}" for kind in range(1, 8) for n in range(1, 7)]
        self.schemes = [f"scheme-{n}#1" for n in range(1, 13)]
        for pile in (self.bag, self.deck, self.schemes):
            rng.shuffle(pile)
        self.discards: list[Component] = []
        self.gone: list[Component] = []
        self.lying: dict[str, list[Component]] = {place: [] for place in ROUTE}
        self.plans: dict[str, Component | None] = dict.fromkeys(ROUTE)
        self.hammer = ROUTE[0]
        self.fought: set[Seat] = set()
        """Who has knocked Captain Hammer down this round."""
        self.boosts: Counter[str] = Counter()
        self.winners: tuple[Seat, ...] | None = None
        self.shown: set[Component] = set()
        """Loot cards in hands that everybody has seen."""

    # Supplies

    def room(self, villain: Villain, good: str) -> bool:
        """Return True when the house allows one more Part or Loot card."""
        limit = self.rules.parts_limit if good == "part" else self.rules.loot_limit
        return limit is None or len(villain.spare if good == "part" else villain.hand) < limit

    def draw_part(self) -> Component | None:
        """Draw a random Part out of the bag and return it, or None when the bag is empty."""
        return self.bag.pop(self.rng.randrange(len(self.bag))) if self.bag else None

    def draw_loot(self) -> Component | None:
        """From the deck, which is shuffled from the discards as soon as it has run out."""
        card = self.deck.pop() if self.deck else None
        self.turn_over()
        return card

    def turn_over(self) -> None:
        """Shuffle the Loot discards into a new deck when the deck is empty."""
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)

    def throw(self, card: Component) -> None:
        """Discard a Loot card; an empty deck is made anew of the discards at once."""
        self.discards.append(card)
        self.turn_over()

    # The track

    def scores(self) -> dict[Seat, int]:
        """Return the reputation of each villain."""
        return {seat: villain.reputation for seat, villain in self.villains.items()}

    def order(self) -> list[Villain]:
        """Return the villains by their markers on the track, the foremost first."""
        return sorted(self.villains.values(), key=lambda villain: -villain.track)

    def gain(self, villain: Villain, n: int) -> None:
        """Forward, then on to the first space that nobody stands on; the winning number wins at once."""
        others = {each.track for each in self.villains.values() if each is not villain}
        villain.track = (villain.track if self.rules.start_count == "by-space" else villain.reputation) + n
        while villain.track in others:
            villain.track += 1
        if villain.track >= self.goal:
            self.winners = (villain.seat,)

    # The board

    def next_plan(self) -> str:
        """Where Captain Hammer goes: clockwise to the next Scheme, to his own if there is no other."""
        at = self.route.index(self.hammer)
        after = [self.route[(at + step) % 4] for step in range(1, 5)]
        return next((place for place in after if self.plans[place]), self.hammer)

    def blocks(self) -> bool:
        """Return True when Captain Hammer stops his Scheme and beats whoever is there."""
        return not self.fought or self.rules.hammer_down_blocks

    def may_fight(self, villain: Villain) -> bool:
        """Return True when Captain Hammer stands, may be defeated, or by house rule may be fought again."""
        return not self.fought or self.may_defeat(villain) or self.rules.fight_again == "resource"

    def may_defeat(self, villain: Villain) -> bool:
        """Return True when somebody has fought this round; by house rule it must be this villain."""
        own = self.rules.fight_counts == "own"
        return villain.seat in self.fought if own else bool(self.fought)

    def here(self, place: str) -> list[Villain]:
        """Return the villains whose pawns are at a place."""
        return [villain for villain in self.villains.values() if villain.place == place]

    def together(self, place: str) -> int:
        """Return the Power of all villains at a place, with the boosts of its Scheme."""
        return sum(villain.power for villain in self.here(place)) + self.boosts[place]

    def difficulty(self, place: str) -> int:
        """Return the printed difficulty of the Scheme at a place."""
        plan = kind_of(self.plans[place] or "")
        facts = {**GAME.printed.known.get(plan, {}), **GAME.printed.proxy.get(plan, {})}
        return int(facts["difficulty"])

    def rewards(self, place: str) -> list[tuple[str, int]]:
        """Return the printed rewards of the Scheme at a place, each with its number."""
        plan = kind_of(self.plans[place] or "")
        facts = {**GAME.printed.known.get(plan, {}), **GAME.printed.proxy.get(plan, {})}
        return [(str(name), int(n)) for name, n in facts["rewards"]]

    def completed(self) -> list[str]:
        """Return the corners whose Schemes are completed, in the order in which they are."""
        found = [
            place
            for place in ROUTE
            if self.plans[place] and (place != self.hammer or not self.blocks()) and self.here(place)
            and self.together(place) >= self.difficulty(place)
        ]  # fmt: skip
        return sorted(found, key=lambda place: (self.difficulty(place), min(v.track for v in self.here(place))))

    def pay(self, place: str, pickers: Sequence[Villain]) -> None:
        """By house rule Power is spent in picking order until the difficulty is paid."""
        left = self.difficulty(place) - self.boosts[place]
        for villain in pickers if self.rules.scheme_cost == "paid" else ():
            paid = max(0, min(left, villain.power))
            villain.more_power(-paid)
            left -= paid

    def discard_plan(self, place: str) -> None:
        """Take the Scheme of a place, if there is one, out of the match."""
        plan = self.plans[place]
        if plan is not None:
            self.gone.append(plan)
            self.plans[place] = None
