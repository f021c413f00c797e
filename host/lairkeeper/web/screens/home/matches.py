"""The last matches: who played, how it ended, and what can be done with each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.store import KEPT_DAYS, Filter, MatchRow

from ...durations import day_of, duration
from ...faces import SeatedFace, faces_of
from ...game_look import GameLook, look_of
from ...part import Shown, Stamp
from ...screens import paths
from ...translator import Translator

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
    faces: tuple[SeatedFace, ...]
    over: bool
    damaged: bool = False
    until: str = ""
    """The last day on which a deleted match can be brought back."""


def stamp(hub: Hub) -> Stamp:
    """Return the stamp of the list: what is on the table is not in it."""
    return (hub.table.match if hub.table is not None else None, hub.matches.version, hub.people.version)


def values(shown: Shown) -> Mapping[str, Any]:
    """Return the newest matches that are not on the table, and those that were deleted last."""
    hub, t = shown.hub, shown.t
    there = hub.table.match if hub.table is not None else None
    kept = Filter(without=there)
    deleted = Filter(deleted=True)
    return {
        "last": _list(hub, kept, t),
        "all": hub.matches.count() - (there is not None),
        "deleted": _list(hub, deleted, t),
        "all_deleted": hub.matches.count(deleted=True),
        "shown": SHOWN,
        "history": paths()["history"],
    }


def _list(hub: Hub, wanted: Filter, t: Translator) -> tuple[PastMatch, ...]:
    return tuple(_past(hub, row, t) for row in hub.matches.page(wanted, SHOWN))


def _past(hub: Hub, row: MatchRow, t: Translator) -> PastMatch:
    game = hub.games.get(row.game)
    title = game.title.get(t.lang, row.game) if game is not None else row.game
    took = duration(row.finished_at - row.started_at, t) if row.finished_at is not None else ""
    when = " · ".join(each for each in (day_of(row.started_at, hub.wall, t), took) if each)
    until = day_of(row.deleted_at + KEPT_DAYS * DAY, hub.wall, t) if row.deleted_at is not None else ""
    return PastMatch(
        row.id, row.title or title, title if row.title else "", look_of(hub, row.game), when,
        faces_of(hub, row), row.result is not None, row.damaged or game is None, until,
    )  # fmt: skip
