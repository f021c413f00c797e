"""Card types of the pieces of the Evil League, as pages draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.core.events import Facts
from lairkeeper.core.face import PLAIN, Face, corner
from lairkeeper.core.ids import Kind, kind_of

from .cards import HAMMER, LOOT, MARKERS, PARTS, PAWNS, PLACES, SCHEMES, TOKENS, VILLAINS, sort_of

_TYPES: Final[Mapping[str, tuple[str, str]]] = {
    VILLAINS: ("villain", "villain"),
    PAWNS: ("person", "pawn"),
    MARKERS: ("starter", "marker"),
    PARTS: ("gear", "part"),
    LOOT: ("loot", "loot"),
    SCHEMES: ("scheme", "scheme"),
    PLACES: ("place", "location"),
    TOKENS: ("loot", "token"),
}


def face(kind: Kind, printed: Facts) -> Face:
    """Return the face of a kind; a Scheme shows its difficulty as its cost."""
    if kind == kind_of(HAMMER):
        return Face("hero", "hero")
    type, word = _TYPES.get(sort_of(kind) or "", (PLAIN, ""))
    return Face(type, word, corner(printed.get("difficulty")))
