"""House rules of the Evil League: every gap and contradiction of its rulebook that changes play."""

from __future__ import annotations

from dataclasses import dataclass

from lairkeeper.core.ruleset import choice, number

CIRCLES = (
    "heap-exchange-pawn-mall",
    "heap-exchange-mall-pawn",
    "heap-pawn-exchange-mall",
    "heap-pawn-mall-exchange",
    "heap-mall-exchange-pawn",
    "heap-mall-pawn-exchange",
)
"""Every order in which the four corners can follow each other clockwise, from the Scrap Heap."""


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The options of a match, fixed when it begins."""

    two_players: int | None = number(None, 1, 40, rule="winning", optional=True)
    """The winning reputation of two players, which no page names; none: two cannot play."""
    circle: str = choice(CIRCLES[0], *CIRCLES, rule="locations")
    """How the corners follow each other clockwise: read it off the board."""
    loot_limit: int | None = number(None, 1, 42, rule="locations", optional=True)
    """Most Loot cards in a hand; what would be more is not taken."""
    parts_limit: int | None = number(None, 1, 60, rule="locations", optional=True)
    """Most Spare Parts on a sheet; what would be more is not taken."""
    card_reputation: bool = choice(True, rule="winning")
    """Whether a Loot card or superpower that gives reputation does."""
    fight_counts: str = choice("anyone", "anyone", "own", rule="fight")
    """Whose Fight of this round a Defeat may follow."""
    scheme_refill: str = choice("missing", "missing", "all", rule="refresh")
    """Which Schemes are replaced when the board is refreshed."""
    superpower_cost: int = number(0, 0, 5, rule="superpower")
    """Power that a superpower costs beside being needed."""
    scheme_cost: str = choice("none", "none", "paid", rule="schemes")
    """Whether the Power that completes a Scheme is spent: in picking order, until the difficulty is paid."""
    hammer_down_blocks: bool = choice(True, rule="hammer")
    """Whether a knocked-down Captain Hammer still stops his Scheme and beats whoever is there."""
    start_count: str = choice("from-zero", "from-zero", "by-space", rule="last-villain")
    """Where a gain from a START space is counted from."""
    passing: bool = choice(False, rule="actions")
    """Whether a turn may be passed without acting or committing."""
    refusal_keeps_bonus: bool = choice(True, rule="last-villain")
    """Whether who lets the final action go may still take the bonus action."""
    bonus_commit: bool = choice(True, rule="last-villain")
    """Whether the bonus action may be to commit."""
    fight_again: str = choice("refused", "refused", "resource", rule="fight")
    """A Fight against a Captain Hammer who lies down: refused, or for the resource alone."""
    rewards_from: str = choice("supply", "supply", "board", rule="schemes-completed")
    """Where Parts and Loot of a reward come from: bag and deck, or the board."""
    reward_declined: bool = choice(False, rule="schemes-completed")
    """Whether a villain may leave a reward that it could take."""
    short_schemes: str = choice("clockwise", "clockwise", "table", rule="refresh")
    """Which corners are filled when fewer Schemes are left than corners are empty."""
    trading: bool = choice(False, rule="summary")
    """Whether players may give each other Parts and Loot in the action phase."""
    reward_order: str = choice("current", "current", "round", rule="schemes-completed")
    """By which order rewards are picked: as the markers stand, or as the round began."""
    beating_order: str = choice("reputation", "reputation", "table", rule="hammer")
    """Who loses first where Captain Hammer beats several."""
    equal_ages: str = choice("asked", "asked", "clockwise", rule="start")
    """Who is nearer to 1 of villains of one age: the table draws and says, or whoever sits first."""
    loot_timing: str = choice("own-turn", "own-turn", "any", rule="play-loot")
    """Whether Loot is an action of one's own turn, or may be played at any time until its owner has committed."""
