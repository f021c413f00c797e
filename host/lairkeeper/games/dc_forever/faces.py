"""Card types of the pieces of DC Forever, as pages draw them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lairkeeper.core.events import Facts
from lairkeeper.core.face import Face, corner
from lairkeeper.core.ids import Kind

from .catalog import ASSET, ATTACHMENT, CARDS, CATALOG, CHARACTERS, EVENT, MINION, SCHEME, STANDEES
from .places import HERO

_CARDS: Final[Mapping[str, str]] = {
    ASSET: "gear", ATTACHMENT: "gear", EVENT: "power", MINION: "person", SCHEME: "scheme",
}  # fmt: skip
_OTHERS: Final[Mapping[str, tuple[str, str]]] = {
    "resources": ("loot", "resource"),
    "locations": ("place", "location"),
    "unaligned": ("person", "unaligned"),
    "tokens": ("loot", "token"),
}


def face(kind: Kind, printed: Facts) -> Face:
    """Return the face of a kind; the type of an affiliated card is one of its printed facts."""
    facts = CATALOG.find(kind)
    if facts is None:
        return Face()
    if facts.zone in (CHARACTERS, STANDEES):
        type = "hero" if facts.side == HERO else "villain"
        cost = printed.get("recruit") if facts.zone == CHARACTERS else None
        return Face(type, str(facts.side), corner(cost))
    if facts.zone == CARDS:
        word = str(printed.get("type", ""))
        return Face(_CARDS.get(word, Face().type), word, corner(printed.get("buy")))
    return Face(*_OTHERS.get(facts.zone, ()))
