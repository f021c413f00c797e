"""The archived matches, for a page that offers to resume one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Final

from ..translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SHOWN: Final = 12


@dataclass(frozen=True, slots=True)
class ArchivedMatch:
    """One match: its number, its game, who plays, and when it began (local time)."""

    match: int
    game: str
    seats: str
    began: str


def archived_of(hub: Hub, t: Translator) -> tuple[ArchivedMatch, ...]:
    """Return the newest matches that have not ended and are not on the table."""
    found = []
    for row in hub.store.matches.archived()[:SHOWN]:
        game = hub.games.get(row.game)
        title = game.title.get(t.lang, row.game) if game is not None else row.game
        began = datetime.fromtimestamp(row.started_at).strftime("%Y-%m-%d %H:%M")
        found.append(ArchivedMatch(row.id, title, ", ".join(map(str, row.header.get("seats", ()))), began))
    return tuple(found)
