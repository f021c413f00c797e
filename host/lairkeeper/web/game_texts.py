"""The texts of one box, whatever match is on the table: its game's names and titles, or those of the shared tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .app_texts import texts_for
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub


def box_texts(hub: Hub, box: str, lang: str) -> Translator:
    """Return the texts for the pieces of ``box``: a game's id, or ``table`` for the shared tokens."""
    single = frozenset(kind for kind, copies in hub.stock(box).copies.items() if copies == 1)
    if box not in hub.games:
        return Translator(texts_for(lang), single=single)
    game = hub.games[box]
    own = hub.names.of(box, lang)
    texts = texts_for(lang, game.texts_dir)
    return Translator(texts.renamed(own) if own else texts, hub.names.missing(game, lang) - own.keys(), single)


def box_title(hub: Hub, box: str, t: Translator) -> str:
    """Return a game's title; the shared tokens have a name of the app."""
    return hub.games[box].title.get(t.lang, box) if box in hub.games else t.ui("box.shared")
