"""The last matches: who played, how it ended, and what can be done with each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.store import KEPT_DAYS, MatchRow
from lairkeeper.table.crests import crests_of

from ...durations import day_of, duration
from ...game_look import GameLook, look_of
from ...part import Shown, Stamp
from ...translator import Translator
from .playing import Score

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SHOWN: Final = 8
DAY: Final = 86_400


@dataclass(frozen=True, slots=True)
class PastMatch:
    """One match in the list. ``faces``: its players, the best first where it has ended."""

    match: int
    title: str
    game: str
    look: GameLook
    when: str
    faces: tuple[Score, ...]
    over: bool
    damaged: bool = False
    until: str = ""
    """The last day on which a deleted match can be brought back."""


def stamp(hub: Hub) -> Stamp:
    """Return the stamp of the list: what is on the table is not in it."""
    return (hub.table.match if hub.table is not None else None, hub.matches.version, hub.people.version)


def values(shown: Shown) -> Mapping[str, Any]:
    """Return the matches that are not on the table, newest first, and those that were deleted."""
    hub, t = shown.hub, shown.t
    there = hub.table.match if hub.table is not None else None
    rows = [row for row in hub.matches.all() if row.id != there]
    kept = [row for row in rows if row.deleted_at is None]
    return {
        "last": tuple(_past(hub, row, t) for row in kept[:SHOWN]),
        "more": len(kept) - len(kept[:SHOWN]),
        "older": tuple(_past(hub, row, t) for row in kept[SHOWN:]),
        "deleted": tuple(_past(hub, row, t) for row in rows if row.deleted_at is not None),
    }


def _past(hub: Hub, row: MatchRow, t: Translator) -> PastMatch:
    game = hub.games.get(row.game)
    title = game.title.get(t.lang, row.game) if game is not None else row.game
    took = duration(row.finished_at - row.started_at, t) if row.finished_at is not None else ""
    when = " · ".join(each for each in (day_of(row.started_at, hub.wall, t), took) if each)
    until = day_of(row.deleted_at + KEPT_DAYS * DAY, hub.wall, t) if row.deleted_at is not None else ""
    return PastMatch(
        row.id, row.title or title, title if row.title else "", look_of(hub, row.game), when,
        _faces(hub, row), row.result is not None, row.damaged or game is None, until,
    )  # fmt: skip


def _faces(hub: Hub, row: MatchRow) -> tuple[Score, ...]:
    """Return who played, with scores and in the order of the places where the match has ended."""
    names = [str(name) for name in row.header.get("seats", ())]
    crests = crests_of(hub.store, row.id, names)
    if row.result is None:
        return tuple(Score(name, crests[name], "", False) for name in names)
    seats = sorted(row.result.get("seats", ()), key=lambda seat: (not seat["winner"], seat["rank"] or 99))
    return tuple(
        Score(seat["seat"], crests.get(seat["seat"], 1), str(seat["score"]), bool(seat["winner"])) for seat in seats
    )
