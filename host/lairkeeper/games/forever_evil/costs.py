"""Cost of each card in this match."""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import kind_of

from .catalog import CATALOG

_CENTRAL_CITY: Final = "central-city"


def cost_of(card: Label, rules: Any) -> int:
    """Return the printed cost of a card, or 0 for a card that shows none.

    A house rule gives the cost of Central City, for which the printed lists differ.
    """
    if kind_of(card) == _CENTRAL_CITY:
        return int(rules.central_city)
    return CATALOG.get(card).cost or 0
