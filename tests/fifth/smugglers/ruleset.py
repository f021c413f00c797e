"""House rules of Smugglers: one option for every gap of its rulebook."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice, number


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Options of a match, fixed when it begins."""

    hand: int = number(4, 3, 5, rule="setup")
    """Goods in a full hand (sm-4)."""
    goal: int = number(15, 8, 40, rule="end")
    """Coins that end the match (sm-32)."""
    crowd: str = choice("first", "first", "nobody", "all", rule="landing")
    """Boats that get the price of a cove to which several have sailed (sm-16)."""
    hold_back: bool = choice(False, rule="landing")
    """Permission to land nothing with goods in hand (sm-17)."""
    watch: bool = choice(False, rule="watch")
    """Guard at the last cove of the row: goods landed there pay nothing (sm-27)."""
    crew: bool = choice(True, rule="crew")
    """Permission to hire crew at the end of a round (sm-44)."""
    tie: str = choice("shared", "shared", "captain", rule="end")
    """Winner among the tied (sm-34): all of them, or the first from the Captain on."""
