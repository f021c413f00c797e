"""House rules of the Evil League: one option for every gap or contradiction of its rulebook that changes play."""

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
    """Options of a match, fixed when it begins."""

    two_players: int | None = number(None, 1, 40, rule="winning", optional=True)
    """Winning reputation of two players, which no page names (el-82); None if two cannot play."""
    circle: str = choice(CIRCLES[0], *CIRCLES, rule="locations")
    """Clockwise order of the corners, to be read off the board (el-13)."""
    loot_limit: int | None = number(None, 1, 42, rule="locations", optional=True)
    """Most Loot cards in a hand; a player takes no more than that."""
    parts_limit: int | None = number(None, 1, 60, rule="locations", optional=True)
    """Most Spare Parts on a sheet; a player takes no more than that."""
    card_reputation: bool = choice(True, rule="winning")
    """Permission for Loot cards and superpowers to give reputation, like any other gain (el-53)."""
    fight_counts: str = choice("anyone", "anyone", "own", rule="fight")
    """Villains whose Fight of this round a Defeat may follow (el-36, el-38)."""
    scheme_refill: str = choice("missing", "missing", "all", rule="refresh")
    """Schemes that are replaced when the board is refreshed: the missing ones (el-118) or all (el-74)."""
    superpower_cost: int = number(0, 0, 5, rule="superpower")
    """Power that a superpower costs, beside the 5 that it needs (el-34)."""
    scheme_cost: str = choice("none", "none", "paid", rule="schemes")
    """Payment of a completed Scheme (el-59): none, or in picking order until the difficulty is paid."""
    hammer_down_blocks: bool = choice(True, rule="hammer")
    """Effect of a knocked-down Captain Hammer (el-72): he still stops his Scheme and beats villains, or he does not."""
    start_count: str = choice("from-zero", "from-zero", "by-space", rule="last-villain")
    """Origin of a gain from START (el-89): 0, or the space of the marker."""
    passing: bool = choice(False, rule="actions")
    """Permission to pass a turn without an action or Commit (el-94)."""
    refusal_keeps_bonus: bool = choice(True, rule="last-villain")
    """Permission for a villain who refuses the final action to take the bonus action (el-104)."""
    bonus_commit: bool = choice(True, rule="last-villain")
    """Permission for the bonus action to be Commit (el-106)."""
    fight_again: str = choice("refused", "refused", "resource", rule="fight")
    """Fight against a Captain Hammer who lies down (el-98): refused, or for the resource alone."""
    rewards_from: str = choice("supply", "supply", "board", rule="schemes-completed")
    """Source of Parts and Loot of a reward (el-112): bag and deck, or the board."""
    reward_declined: bool = choice(False, rule="schemes-completed")
    """Permission for a villain to leave a reward that it could take (el-113)."""
    short_schemes: str = choice("clockwise", "clockwise", "table", rule="refresh")
    """Corners that are filled when fewer Schemes are left than corners are empty (el-119)."""
    trading: bool = choice(False, rule="summary")
    """Permission for players to give each other Parts and Loot in the Actions phase (el-102)."""
    reward_order: str = choice("current", "current", "round", rule="schemes-completed")
    """Order in which villains pick rewards (el-63): as the markers stand, or as the round began."""
    beating_order: str = choice("reputation", "reputation", "table", rule="hammer")
    """Order in which beaten villains lose resources: by reputation, or any."""
    equal_ages: str = choice("asked", "asked", "clockwise", rule="start")
    """Order of equal ages on START (el-4): the table draws lots and says who is ahead, or the seats decide."""
    loot_timing: str = choice("own-turn", "own-turn", "any", rule="play-loot")
    """Time for Loot (el-93): an action in the player's turn, or any time until that player has committed."""
