"""What a card costs in this match: as printed, where the printed lists agree."""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import kind_of

from .catalog import CATALOG

_CENTRAL_CITY: Final = "central-city"


def cost_of(card: Label, rules: Any) -> int:
    """The cost of a card; 0 for one that bears none, a house rule for one that is listed with two."""
    if kind_of(card) == _CENTRAL_CITY:
        return int(rules.central_city)
    return CATALOG.get(card).cost or 0
