"""The printed values of a card in one line, from the fields that its game lists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.ids import kind_of
from lairkeeper.core.printed import CHOICE, FLAG, PAIRS, WORDS, Field, Printed, show

from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Laid

_SPEAKING: Final = frozenset({WORDS, PAIRS, CHOICE})
"""Sorts of field whose value mostly says what it is."""
NOT_PRINTED: Final = frozenset({"copies"})
"""Fields that say how many there are, not what stands on them."""


def facts_text(printed: Printed, kind: str, facts: Mapping[str, Any], t: Translator) -> str:
    """``Points 2 · disc, star``: lists mostly speak for themselves, single values have their name before them."""
    parts = []
    for field in printed.fields.get(kind, ()):
        value = facts.get(field.name)
        if field.name not in NOT_PRINTED and not _says_nothing(field, value):
            title = t.printed_short(field.name) if field.type in _SPEAKING else t.printed(field.name)
            parts.append(f"{title} {_said(field, value, t)}".strip())
    return " · ".join(parts)


def _says_nothing(field: Field, value: Any) -> bool:
    """Return True for an empty value, a flag that is not set, or an optional number that is 0."""
    return value in (None, (), [], False) and (value != 0 or field.optional)


def _said(field: Field, value: Any, t: Translator) -> str:
    """One value in words; a flag is said by its name alone."""
    if field.type == PAIRS:
        return ", ".join(t.pair(word, n) for word, n in value)
    if field.type == WORDS:
        return ", ".join(t.word(word) for word in value)
    if field.type == FLAG:
        return ""
    return t.word(str(value)) if field.type == CHOICE else show(field, value)


def card_facts(table: Laid, label: str, t: Translator) -> str:
    """Return the printed values of a piece of the running match; empty where all numbers are public anyway."""
    printed = table.game.printed
    if not printed.fields:
        return ""
    return facts_text(printed, kind_of(label), table.history.state.printed(label), t)
