"""House rules of Forever Evil: every gap and contradiction that changes play at the levels built."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice, number


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of a match, fixed when it begins."""

    edition: str = choice("en", "en", "fr", rule="contents")
    """Which box is on the table: it decides the names that are known."""
    main_deck: int = number(106, 106, 111, rule="contents")
    """Cards of the main deck: 106 are known; the English book says 111, so that up to five more copies may turn up."""
    super_villains: str = choice("free", "free", "two-dealt", rule="super-villains")
    """How the Super-Villains were come by: chosen freely, or two dealt to each and one kept."""
    promos: bool = choice(False, rule="super-villains")
    """Whether the promotional Super-Villains play along."""
    vp_tokens: int | None = number(None, 0, 999, rule="vp-tokens", optional=True)
    """How many VP the supply holds in all; none: keep counting when it has run out."""
    vulnerability: int = number(0, -1, 0, rule="setup")
    """What a Vulnerability is worth at the end: the French book has it lower the score."""
    emperor_penguin_clean_up: bool = choice(False, rule="end-of-game")
    """Whether Emperor Penguin still pays when the clean-up before the count destroys it."""
    tie: str = choice("shared", "shared", "last-in-turn-order", rule="end-of-game")
    """Who wins a tie that Super Heroes do not break."""
    super_heroes: int = number(8, 8, 12, rule="super-hero-stack")
    """Cards of the Super Hero stack, The Flash among them: more for a longer game."""
    frozen_tokens: int | None = number(6, 1, 99, rule="contents", optional=True)
    """How many Frozen tokens can lie on cards at once; none: as many as are wanted."""
    first_appearance: str = choice("from-ended-turn", "from-ended-turn", "from-next-turn", rule="resolving")
    """Who is first in a First Appearance when Weaknesses run short; it goes on clockwise."""
    refill: str = choice("up-to-five", "up-to-five", "empty-slots", rule="cards")
    """Whether cards added to the Line-Up by Pandora fill the slots that were emptied."""
