"""The face of a card as a page draws it: card type, icon, the type in words, and the numbers in its corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from lairkeeper.core.face import PLAIN, Face
from lairkeeper.core.ids import kind_of
from lairkeeper.core.pieces import FACE_DOWN
from lairkeeper.core.printed import PROXY
from lairkeeper.core.view import View

from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub, Laid

NUMBERS: Final = "numbers"
"""The name that a view gives to the numbers that its cards have."""
BACK: Final = "back"
"""The card type of a card whose face nobody may see."""
_ICONS: Final = {BACK: "keyhole", "loot": "coin"}


@dataclass(frozen=True, slots=True)
class CardFace:
    """``type`` gives the colour; ``invented``: its numbers are those of the proxy set."""

    type: str = PLAIN
    word: str = ""
    cost: str = ""
    vp: str = ""
    invented: bool = False

    @property
    def icon(self) -> str:
        """Return the name of the icon in the arched window."""
        return _ICONS.get(self.type, self.type)


BLANK: Final = CardFace()


def face_of(table: Laid, view: View, label: str, t: Translator) -> CardFace:
    """Return the face of a piece or of a kind, as this viewer may see it."""
    kind = kind_of(label)
    if kind == FACE_DOWN:
        return CardFace(BACK)
    game = table.game
    face: Face = game.face(kind, table.history.state.printed(label))
    invented = view.extra.get(NUMBERS) == PROXY and kind in game.printed.fields
    return CardFace(face.type, t.say("card", face.word), face.cost, face.vp, invented)


def box_face(hub: Hub, box: str, label: str, t: Translator) -> CardFace:
    """Return the face of a piece in its box, outside any match: with the numbers typed from it, else the proxy set's.

    ``box`` is a game's id.
    """
    kind, game = kind_of(label), hub.games[box]
    printed, typed = game.printed, hub.numbers.of(box)
    facts = printed.of({kind: typed[kind]} if kind in typed else None).get(kind, {})
    face: Face = game.face(kind, facts)
    invented = kind in printed.proxy and kind not in typed
    return CardFace(face.type, t.say("card", face.word), face.cost, face.vp, invented)
