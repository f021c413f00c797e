"""Card types of the cards of Forever Evil, as pages draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.core.events import Facts
from lairkeeper.core.face import Face, corner
from lairkeeper.core.ids import Kind

from .catalog import CATALOG, CardFacts

_TYPES: Final[Mapping[str, str]] = {
    "starter": "starter", "villain": "villain", "location": "place", "hero": "hero", "super-power": "power",
    "equipment": "gear",
}  # fmt: skip
_ZONES: Final[Mapping[str, tuple[str, str]]] = {
    "super-villains": ("villain", "super-villain"),
    "stack-villains": ("villain", "super-villain"),
    "weaknesses": ("weak", "weakness"),
    "tokens": ("loot", "token"),
}
_RULE: Final = "*"
"""The corner of a card whose points a rule counts."""


def face(kind: Kind, printed: Facts) -> Face:
    """Return the face of a kind. Its numbers are public, so that ``printed`` says nothing."""
    facts = CATALOG.find(kind)
    if facts is None:
        return Face()
    type, word = _type(facts)
    points = facts.value if facts.value is not None else facts.vp
    return Face(type, word, corner(facts.cost), _RULE if facts.vp_rule else corner(points))


def _type(facts: CardFacts) -> tuple[str, str]:
    if facts.super_hero:
        return "hero", "super-hero"
    if facts.zone in _ZONES:
        return _ZONES[facts.zone]
    word = next(iter(facts.types), "")
    return _TYPES.get(word, Face().type), word
