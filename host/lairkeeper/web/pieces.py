"""Pieces and their sorts in words, as every page names and finds them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from lairkeeper.core.ids import Component
from lairkeeper.core.pieces import FACE_DOWN

from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub


def plain(text: str) -> str:
    """Lower case, without accents."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).lower()


def tag_name(hub: Hub, uid: str, t: Translator) -> str:
    """Return the name of a tag's piece, else its UID; a piece that lies face down is called only that."""
    tag = hub.registry.lookup(uid)
    if tag is None:
        return uid.upper()
    return t.name(FACE_DOWN) if lies_face_down(hub, tag.game, tag.component) else t.copy(tag.component)


def lies_face_down(hub: Hub, game: str | None, component: Component) -> bool:
    """Return True when a piece lies face down in the match on the table: nobody is told which one it is."""
    table = hub.table
    return table is not None and game == table.game.id and table.game.veiled(table.history.state, component)


def group_title(key: str, t: Translator) -> str:
    """Return the heading of a sort."""
    text = f"ui.group.{key}"
    return t.texts.say(text) if text in t.texts else key.replace("-", " ").capitalize()


def doubts_of(hub: Hub, game: str, t: Translator) -> tuple[tuple[str, str], ...]:
    """Kinds and questions about words of theirs that look mistyped."""
    return tuple(
        (each.kind, t.say("printed", "used-once", {"word": each.word, "card": t.name(each.kind), "near": each.near}))
        for each in hub.numbers.doubts(game, hub.printed(game))
    )
