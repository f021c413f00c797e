"""The colour and the icon of a game's box, by its place in the list of games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from lairkeeper.table import Hub


@dataclass(frozen=True, slots=True)
class GameLook:
    """The look of the box of a game: the number of its colour and the name of its icon."""

    colour: int
    glyph: str


_GLYPHS: Final = ("villain", "place", "scheme", "power")


def look_of(hub: Hub, game: str) -> GameLook:
    """Return the look of a game; one that is not installed any more has that of the first."""
    games = list(hub.games)
    n = games.index(game) if game in games else 0
    return GameLook(n % len(_GLYPHS) + 1, _GLYPHS[n % len(_GLYPHS)])
