"""Cards that a text speaks of, as data: types, kinds and costs, and the types of a card where it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Kind, Path, kind_of

from ..catalog import CATALOG
from ..costs import cost_of
from ..places import DESTROYED, HERO, LINE_UP

_COMMON = frozenset({LINE_UP, DESTROYED, HERO})
"""Places whose cards nobody owns.

Element Woman is only a Hero there, unless a house rule says otherwise.
"""


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that a text speaks of.

    They have one of ``types`` and one of ``kinds`` (none given: any), none of ``not_types`` and ``not_kinds``, and a
    cost within bounds. A Weakness has no type, so that it fits wherever a type is excluded ("Forever Evil, Types of
    Cards") (fe-167).
    """

    types: tuple[str, ...] = ()
    not_types: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    not_kinds: tuple[Kind, ...] = ()
    low: int = 0
    high: int | None = None

    def fits(self, card: Label, place: Path, rules: Any, most: int | None = None) -> bool:
        """Return whether a card at a place is one of them.

        ``most`` is a further upper bound on its cost.
        """
        kind = kind_of(card)
        if (self.kinds and kind not in self.kinds) or kind in self.not_kinds:
            return False
        if (self.low or self.high is not None or most is not None) and not self._affordable(card, rules, most):
            return False
        if not (self.types or self.not_types):
            return True
        types = types_at(card, place, rules)
        return (not self.types or any(each in types for each in self.types)) and not any(
            each in types for each in self.not_types
        )

    def _affordable(self, card: Label, rules: Any, most: int | None) -> bool:
        cost = cost_of(card, rules)
        return self.low <= cost and not any(bound is not None and cost > bound for bound in (self.high, most))


ANY = Cards()


def types_at(card: Label, place: Path, rules: Any) -> tuple[str, ...]:
    """Return the types of a card where it lies ("Forever Evil, Specific Card Clarifications").

    Element Woman has all four types except in the places whose cards nobody owns (fe-104).
    """
    facts = CATALOG.get(card)
    if facts.also_as and (place not in _COMMON or rules.element_woman == "everywhere"):
        return facts.types + facts.also_as
    return facts.types


def owned_types(card: Label) -> tuple[str, ...]:
    """Return the types of a card while a player owns or plays it; Element Woman has all four (fe-103)."""
    facts = CATALOG.get(card)
    return facts.types + facts.also_as
