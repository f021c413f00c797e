"""Check whether enough cards have printed numbers for a match ("Evil:101, The Setup")."""

from __future__ import annotations

from collections import Counter

from lairkeeper.core.result import Refused
from lairkeeper.core.state import State

from .catalog import AGENT, CATALOG, CHASE, PLOT, TARGET, sort_of
from .places import AGENT_HAND, PLOT_HAND
from .refusals import E1, refuse


def needed(players: int) -> dict[str, int]:
    """Return the fewest cards of each sort with which a match can begin.

    These are one Target a player (e1-1), a hand of Plots a player, the Handler's Agents, and one Chase card. A match
    needs all four decks (e1-49).
    """
    return {TARGET: players, PLOT: PLOT_HAND * players, AGENT: AGENT_HAND, CHASE: 1}


def numbers_missing(state: State) -> Refused | None:
    """Return why the match has too few printed numbers, with the next kind to type."""
    have: Counter[str] = Counter()
    for kind in CATALOG.kinds:
        have[sort_of(kind)] += state.printed(kind).get("copies", 0)
    for sort, need in needed(len(state.seats)).items():
        if have[sort] < need:
            kinds = [kind for kind in CATALOG.kinds if sort_of(kind) == sort]
            card = next((kind for kind in kinds if not state.printed(kind)), kinds[0])
            return refuse(E1.NUMBERS_MISSING, "setup", card=card, have=have[sort], need=need)
    return None
