"""Citizens go from purse to purse: supply, Locations, Schemes, Unaligned characters, Sanctuary.

What is counted is citizens, not tokens: the values of the 27 tokens are not stated ("DC Forever, Citizens").
"""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core.ids import Path
from lairkeeper.core.purse import total, worth
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work

from .places import AT, REMOVED, SANCTUARY, SWAYED, has_scheme, marked, neutral, neutral_at, scheme_at

TOKENS: Final = 27
"""Citizen tokens in the box ("DC Forever, Components")."""


def denominations(rules: Any) -> tuple[int, ...]:
    """Values of the tokens: by option; ``any`` counts citizens one by one."""
    return (1,) if rules.citizen_values == "any" else tuple(int(each) for each in rules.citizen_values.split("-"))


def citizens(state: State, purse: Path) -> int:
    return worth(state, purse)


def tokens_out(state: State) -> int:
    """How many tokens lie on the table; more than the box has never cut a count."""
    return sum(sum(purse.values()) for purse in state.purses.values())


def shift(work: Work, source: Path, target: Path, n: int) -> int:
    """Citizens move; too few at the source: those that are left ("DC Forever, Glossary: Move Citizens"); how many."""
    if source == target or n <= 0:
        return 0
    return work.pay(source, target, n)


def all_from(work: Work, source: Path, target: Path) -> int:
    return shift(work, source, target, citizens(work.state, source))


def supply(work: Work, purse: Path, n: int) -> None:
    """New citizens from the supply, which never runs short."""
    shift(work, BANK, purse, n)


def claim_goal(state: State, place: Path) -> Path:
    """Where an Unaligned character's claim goes: onto the Scheme once it is swayed and one is there, else on itself.

    "DC Forever, Attack" and "Glossary: Swayed".
    """
    card = neutral(state, place)
    for_scheme = state.rules.unaligned_claims == "all" or (card is not None and marked(state, card, SWAYED))
    return scheme_at(place) if for_scheme and has_scheme(state, place) else neutral_at(place)


PURSES: Final = (*AT, *(scheme_at(at) for at in AT), *(neutral_at(at) for at in AT), SANCTUARY)
"""Everywhere that citizens can be, the supply apart."""


def in_all(state: State) -> int:
    """Citizens on the table."""
    return sum(total(purse) for name, purse in state.purses.items() if name != BANK)


__all__ = ["BANK", "PURSES", "REMOVED", "SANCTUARY"]
