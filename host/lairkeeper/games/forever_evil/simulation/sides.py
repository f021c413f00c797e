"""Good Guys and Bad Guys at the simulated table: who is whose mate, and what a side may not hold.

Told a second time, apart from the game's own rules, as everything that the simulated table takes for true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from lairkeeper.core.ids import Component, Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG

STACK: Final = 5
"""Cards of each of the two stacks."""
LEFT_OUT: Final = frozenset({"deathstorm", "phantom-stranger", "man-bat-serum", "power-ring", "superwoman"})
STRANGER: Final = "stack-villain"
"""A Super-Villain of another set, of which this table knows nothing but that it is one."""


class Sides:
    """The house rules of the variant; without it everybody stands alone."""

    def __init__(self, seats: Sequence[Seat], ruleset: Mapping[str, Any]) -> None:
        self._seats = tuple(seats)
        self._rules = ruleset
        self.teams = ruleset.get("variant") == "teams"

    def _is(self, option: str, value: str) -> bool:
        """Return True when a house rule has this value, which is other than usual."""
        return bool(self._rules.get(option) == value)

    def good(self, seat: Seat) -> bool:
        """Every second seat; who begins is a house rule."""
        return self.teams and self._seats.index(seat) % 2 == (0 if self._is("sides", "good-first") else 1)

    def mates(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody on a seat's side, itself among them, in seat order."""
        if not self.teams:
            return (seat,)
        return tuple(each for each in self._seats if self.good(each) == self.good(seat))

    def foes(self, seat: Seat) -> tuple[Seat, ...]:
        """Whom a seat's Attacks may hit, clockwise from it."""
        at = self._seats.index(seat)
        return tuple(each for each in self._seats[at + 1 :] + self._seats[:at] if each not in self.mates(seat))

    # Cards --------------------------------------------------------------------------------------------------------

    def plays_along(self, card: Component) -> bool:
        """Return True when a card of the main deck is in the match."""
        return not (self.teams and kind_of(card) in LEFT_OUT)

    def turned(self, seat: Seat, card: Component) -> bool:
        """Return True for a card that is destroyed for tokens when a seat buys, defeats or gains it."""
        if not self.teams:
            return False
        facts = CATALOG.get(card)
        types = {*facts.types, *(facts.also_as if self._is("team-element-woman", "both") else ())}
        return ("villain" if self.good(seat) else "hero") in types

    def refused(self, seat: Seat, card: Component) -> bool:
        """Return True for a card that is destroyed when it is passed to a seat."""
        free = self._is("team-never", "bad-guys") and self.good(seat)
        return self.turned(seat, card) and not free

    def worth(self, card: Component, *, gained: bool) -> int:
        """Return the tokens that a destroyed card brings; a starred one brings none."""
        if self._is("team-tokens", "none") or not (gained or self._is("team-passed", "tokens")):
            return 0
        return CATALOG.get(card).vp or 0

    @property
    def asks_for_points(self) -> bool:
        """Return True when a Super-Villain of another set brings the tokens that are printed on it."""
        return not self._is("team-tokens", "none")

    @property
    def flash_shuffled(self) -> bool:
        """Return True when The Flash is shuffled with the other Super Heroes."""
        return self.teams and self._is("team-flash", "shuffled")

    @property
    def one_for_each(self) -> bool:
        """Return True when Defenses are limited by who is protected, rather than by who defends."""
        return self._is("team-defense", "per-protected")

    @property
    def both_stacks_end(self) -> bool:
        """Return True when the match ends only when both stacks have run out."""
        return self._is("team-end", "both")

    # The end ------------------------------------------------------------------------------------------------------

    def winners(self, scores: Mapping[Seat, int], heroes: Mapping[Seat, int]) -> tuple[Seat, ...]:
        """Return the best side, or player; the most Super Heroes break a tie.

        Those that are still level share the win; by a house rule the last in turn order has it.
        """
        alone = not self.teams or self._is("team-score", "single")
        found: dict[tuple[Seat, ...], tuple[int, int]] = {}
        for seat in self._seats:
            side = (seat,) if alone else self.mates(seat)
            each = [(scores[one], heroes[one]) for one in side]
            best = self._is("team-score", "highest") and not alone
            found[side] = max(each) if best else (sum(n for n, _ in each), sum(n for _, n in each))
        top = max(found.values())
        level = [side for side, n in found.items() if n == top]
        if self._is("tie", "last-in-turn-order"):
            level = [max(level, key=lambda side: max(map(self._seats.index, side)))]
        return tuple(seat for seat in self._seats if any(seat in side for side in level))
