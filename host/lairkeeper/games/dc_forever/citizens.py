"""Citizens in purses: supply, Locations, Schemes, Unaligned characters, Sanctuary.

The app counts citizens, not tokens: the values of the 27 tokens are not stated ("DC Forever, Citizens").
"""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core.ids import Path
from lairkeeper.core.purse import total, worth
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .places import AT, REMOVED, SANCTUARY, SWAYED, has_scheme, marked, neutral, neutral_at, scheme_at

TOKENS: Final = 27
"""Number of citizen tokens in the box ("DC Forever, Components")."""


def denominations(rules: Any) -> tuple[int, ...]:
    """Return the values of the tokens by option; ``any`` counts citizens one by one (df-137)."""
    return (1,) if rules.citizen_values == "any" else tuple(int(each) for each in rules.citizen_values.split("-"))


def citizens(state: State, purse: Path) -> int:
    """Return how many citizens are in a purse."""
    return worth(state, purse)


def tokens_out(state: State) -> int:
    """Return how many tokens lie on the table; a short supply never cuts a count (df-137)."""
    return sum(sum(purse.values()) for purse in state.purses.values())


def shift(work: Work, source: Path, target: Path, n: int) -> int:
    """Move citizens and return how many went ("DC Forever, Glossary: Move Citizens").

    When too few are at the source, all of them go (df-71, df-91). A Scheme may get more than its threshold (df-76).
    """
    if source == target or n <= 0:
        return 0
    return work.pay(source, target, n)


def all_from(work: Work, source: Path, target: Path) -> int:
    """Move all citizens of a purse, and return how many."""
    return shift(work, source, target, citizens(work.state, source))


def supply(work: Work, purse: Path, n: int) -> None:
    """Add citizens from the supply, which never runs short (df-137)."""
    shift(work, BANK, purse, n)


def claim_goal(state: State, place: Path) -> Path:
    """Return the purse that an Unaligned character's claim at a place fills; looked up at each claim (df-236).

    It is the Scheme there when the character is swayed and a Scheme is there (df-100), else the character (df-95). "DC
    Forever, Attack" and "Glossary: Swayed".
    """
    card = neutral(state, place)
    for_scheme = state.rules.unaligned_claims == "all" or (card is not None and marked(state, card, SWAYED))
    return scheme_at(place) if for_scheme and has_scheme(state, place) else neutral_at(place)


PURSES: Final = (*AT, *(scheme_at(at) for at in AT), *(neutral_at(at) for at in AT), SANCTUARY)
"""Names of all purses but the supply."""


def in_all(state: State) -> int:
    """Return how many citizens are on the table."""
    return sum(total(purse) for name, purse in state.purses.items() if name != BANK)


__all__ = ["BANK", "PURSES", "REMOVED", "SANCTUARY"]
