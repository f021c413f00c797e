"""The look of a kind of card on a page: its card type, what it is called, and the numbers in its corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from .events import Facts
from .ids import Kind

CARD_TYPES: Final = ("hero", "villain", "power", "gear", "place", "starter", "person", "scheme", "loot", "weak")
"""Card types of the app; each has a colour and an icon (docs/design.md)."""
PLAIN: Final = "starter"


@dataclass(frozen=True, slots=True)
class Face:
    """``type`` is one of ``CARD_TYPES``; ``word`` names the text ``card.<word>``.

    ``cost`` and ``vp`` are empty where the card has none.
    """

    type: str = PLAIN
    word: str = ""
    cost: str = ""
    vp: str = ""


def plain_face(kind: Kind, printed: Facts) -> Face:
    """Return the face of a card of a game that tells no more."""
    return Face()


def corner(value: object) -> str:
    """Return a number as it stands in a corner of a card: with a real minus sign, empty for none."""
    return "" if value is None else str(value).replace("-", "−")
