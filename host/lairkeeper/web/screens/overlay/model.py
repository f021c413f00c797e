"""The overlay in words: who leads, whose turn it is, and what to do now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...part import Shown
from ...parts.now import now_of
from ...parts.seats import SeatTile, seats_of
from ...parts.sides import sides_of


@dataclass(frozen=True, slots=True)
class Strip:
    """The line below the scores: whose turn it is, and what to do. Both are the same when nobody is meant."""

    whose: str
    what: str
    seat: str | None = None
    """The seat whose crest stands before it."""


def values(shown: Shown) -> Mapping[str, Any]:
    """Return the scores and the line; nothing at all without a match."""
    if shown.match is None:
        return {"strip": None, "tiles": (), "sides": ()}
    table, view = shown.match
    now = now_of(table, view, shown.t)
    tiles: tuple[SeatTile, ...] = seats_of(table, view, shown.t)
    seat = now.whose if now.whose in view.seats else None
    strip = Strip(now.whose, "" if now.what == now.whose else now.what, seat)
    sides = sides_of(view, tiles, shown.t)
    shared_out = all(each.seats for each in sides)
    return {"strip": strip, "tiles": tiles, "sides": sides if shared_out else ()}
