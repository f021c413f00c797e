"""The sign of a piece: its card, or for a token its disc with an icon, a crest or a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lairkeeper.core.ids import Component, kind_of
from lairkeeper.core.pieces import SHARED, piece

from .card_faces import CardFace, box_face
from .figures import signed
from .places import Card
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

TOKENS: Final = frozenset({"token", "marker"})
"""The words of faces that are round."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A piece as a page draws it: ``card``, or a disc with ``icon`` (an id in ``icons.svg``), ``crest`` or ``text``."""

    name: str
    card: Card | None = None
    icon: str = ""
    crest: int = 0
    text: str = ""


def sign_of(hub: Hub, box: str, label: Component, t: Translator) -> Sign:
    """Return the sign of a piece of a box; ``t`` has the texts of that box."""
    name = t.name(label)
    if box == SHARED:
        token = piece(label)
        if token is not None and token.seat:
            return Sign(name, crest=token.seat)
        if token is not None and token.amount:
            return Sign(name, text=signed(token.amount))
        return Sign(name, icon=f"i-{kind_of(label)}")
    game = hub.games[box]
    face: CardFace = box_face(hub, box, label, t)
    word = game.face(kind_of(label), {}).word
    if word in TOKENS:
        return Sign(name, text=face.vp) if face.vp else Sign(name, icon=f"g-{face.icon}")
    return Sign(name, card=Card(label, name, face=face))
