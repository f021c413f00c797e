"""The people of a match in one line: each with colour, symbol and score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lairkeeper.store import MatchRow
from lairkeeper.table.crests import crests_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub


@dataclass(frozen=True, slots=True)
class SeatedFace:
    """A player with crest and score."""

    name: str
    crest: int
    score: str
    winner: bool


def faces_of(hub: Hub, row: MatchRow) -> tuple[SeatedFace, ...]:
    """Return who played, with scores and in the order of the places where the match has ended."""
    names = [str(name) for name in row.header.get("seats", ())]
    crests = crests_of(hub.store, row.id, names)
    if row.result is None:
        return tuple(SeatedFace(name, crests[name], "", False) for name in names)
    seats = sorted(row.result.get("seats", ()), key=lambda seat: (not seat["winner"], seat["rank"] or 99))
    return tuple(
        SeatedFace(seat["seat"], crests.get(seat["seat"], 1), str(seat["score"]), bool(seat["winner"]))
        for seat in seats
    )
