"""What is printed on a card in one line, from the fields that its game lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import kind_of
from lairkeeper.core.printed import PAIRS, Printed, show

from .tongue import Tongue

if TYPE_CHECKING:
    from lairkeeper.table import Table

_LISTS: Final = frozenset({"words", "pairs"})
NOT_PRINTED: Final = frozenset({"copies"})
"""Fields that say how many there are, not what stands on them."""


def facts_text(printed: Printed, kind: str, facts: Mapping[str, Any], t: Tongue) -> str:
    """``Points 2 · disc, star``: lists speak for themselves, single values have their name before them."""
    parts = []
    for field in printed.fields.get(kind, ()):
        value = facts.get(field.name)
        if field.name not in NOT_PRINTED and value not in (None, (), []):
            said = show(field, value)
            if field.type == PAIRS:
                said = ", ".join(f"{t.word(word)} {n}" for word, n in value)
            parts.append(said if field.type in _LISTS else f"{t.printed(field.name)} {said}")
    return " · ".join(parts)


def card_facts(table: Table, label: str, t: Tongue) -> str:
    """What is printed on a piece of the running match; empty where all numbers are public anyway."""
    printed = table.game.printed
    if not printed.fields:
        return ""
    return facts_text(printed, kind_of(label), table.history.state.printed(label), t)
