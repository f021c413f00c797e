"""The choice of a cheat sheet: the games with their levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...cheat_sheet import CheatSheet, cheat_sheet
from ...errors import PageError

if TYPE_CHECKING:
    from lairkeeper.table import Hub


def sheet_of(hub: Hub, game: str, level: str, lang: str) -> CheatSheet:
    """Return the sheet that is asked for, by default that of the match on the table, else of the first game.

    Raises ``PageError`` 400 for a game or level that is not there.
    """
    table = hub.table
    if not game:
        game = table.game.id if table is not None else next(iter(hub.games))
        level = level or (table.view().level if table is not None else "")
    if game not in hub.games:
        raise PageError(400, "unknown-game", {"game": game[:40]})
    level = level or hub.games[game].levels[0]
    if level not in hub.games[game].levels:
        raise PageError(400, "bad-choice", {"field": "level", "allowed": ", ".join(hub.games[game].levels)})
    return cheat_sheet(hub, hub.games[game], level, lang)


def choices(hub: Hub, game: str, lang: str) -> tuple[tuple[tuple[str, str], ...], tuple[str, ...]]:
    """Return ``(id, title)`` of each game, and the levels of one of them."""
    titles = tuple((id, each.title.get(lang, id)) for id, each in hub.games.items())
    return titles, tuple(hub.games[game].levels)
