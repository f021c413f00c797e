"""The list of matches in words: a page of it, what it can be filtered by, and what was just done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from lairkeeper.store import KEPT_DAYS, LogHealth, MatchRow

from ...durations import day_of, duration
from ...faces import SeatedFace, faces_of
from ...game_look import GameLook, look_of
from ...translator import Translator
from .query import Query, filter_of

if TYPE_CHECKING:
    from lairkeeper.table import Hub

SHOWN: Final = 25
"""Matches on a page of the list."""
_DAY: Final = 86_400
_NO_YEAR: Final = 1970
"""The year of a match whose day is damaged: it stands last, below no month."""
_SHORTEST, _LONGEST = 60, 12 * 3600
"""Seconds between which the time from the first to the last record was time to play."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """One match. ``marks`` are what is to be known of it: a mood and a text each."""

    match: int
    title: str
    game: str
    look: GameLook
    facts: str
    faces: tuple[SeatedFace, ...]
    name: str
    note: str
    place: str
    marks: tuple[tuple[str, str], ...]
    origin: str
    readable: bool
    over: bool
    running: bool
    until: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of the list: ``months`` with their entries; the addresses of the pages beside it."""

    query: Query
    months: tuple[tuple[str, tuple[ListedMatch, ...]], ...]
    all: int
    found: int
    first: int
    last: int
    newer: str
    older: str
    games: tuple[tuple[str, str, int], ...]
    levels: tuple[tuple[str, str], ...]
    people: tuple[tuple[int, str], ...]
    deleted: int


def listing_of(hub: Hub, query: Query, t: Translator) -> Listing:
    """Return the page of the list that is asked for, else the last one."""
    wanted, choices = filter_of(query, hub, t.lang), hub.matches.choices()
    numbers = hub.matches.find(wanted)
    found = len(numbers)
    pages = max(1, -(-found // SHOWN))
    page = min(max(1, int(query.page or 1)), pages)
    offset = (page - 1) * SHOWN
    rows = hub.matches.these(numbers[offset : offset + SHOWN])
    return Listing(
        query,
        tuple(_months(hub, rows, t)),
        sum(choices.games.values()),
        found,
        offset + 1 if rows else 0,
        offset + len(rows),
        query.address(page=str(page - 1)) if page > 1 else "",
        query.address(page=str(page + 1)) if page < pages else "",
        tuple((id, _title(hub, id, t), n) for id, n in choices.games.items()),
        tuple((level, t.say("level", level)) for level in choices.levels),
        choices.people,
        hub.matches.count(deleted=True),
    )


def entry_of(hub: Hub, row: MatchRow, health: LogHealth, t: Translator) -> ListedMatch:
    """Return one match in words."""
    title, level = _title(hub, row.game, t), row.header.get("level")
    facts = (
        title if row.title else "",
        t.say("level", str(level)) if level else "",
        day_of(row.started_at, hub.wall, t) if row.started_at else "",
        took(row, t),
    )
    name = row.title or title or t.ui("history.nameless", n=row.id)
    running = hub.table is not None and hub.table.match == row.id
    until = day_of(row.deleted_at + KEPT_DAYS * _DAY, hub.wall, t) if row.deleted_at is not None else ""
    return ListedMatch(
        row.id, name, title, look_of(hub, row.game), " · ".join(each for each in facts if each), faces_of(hub, row),
        row.title or "", row.note or "", row.place or "", tuple(_marks(hub, row, health, running, t)),
        t.ui("history.from", n=row.origin) if row.origin is not None else "",
        not row.damaged and row.game in hub.games and health.records > 0, row.finished_at is not None, running, until,
    )  # fmt: skip


def took(row: MatchRow, t: Translator) -> str:
    """Return how long a match took; empty where it was put away in between or has not ended."""
    seconds = row.finished_at - row.started_at if row.finished_at is not None else 0
    return duration(seconds, t) if _SHORTEST <= seconds <= _LONGEST else ""


def _months(hub: Hub, rows: Iterable[MatchRow], t: Translator) -> Iterable[tuple[str, tuple[ListedMatch, ...]]]:
    rows = tuple(rows)
    health = hub.matches.health([row.id for row in rows])
    for (year, month), each in groupby(rows, lambda row: datetime.fromtimestamp(row.started_at).timetuple()[:2]):
        said = t.ui("history.month", month=t.ui(f"history.months.{month}"), year=year) if year > _NO_YEAR else ""
        yield said, tuple(entry_of(hub, row, health[row.id], t) for row in each)


def _marks(hub: Hub, row: MatchRow, health: LogHealth, running: bool, t: Translator) -> Iterable[tuple[str, str]]:
    """Yield what is to be known of a match before it is opened."""
    if running:
        yield "good", t.ui("history.mark.running")
    elif row.finished_at is None and not row.damaged:
        yield "ask", t.ui("history.mark.open")
    game = hub.games.get(row.game)
    if row.damaged:
        yield "bad", t.ui("history.mark.damaged")
    elif game is None:
        yield "bad", t.ui("history.mark.no-game", game=row.game[:40])
    elif (then := row.header.get("version", 1)) != game.version:
        yield "ask", t.ui("history.mark.version", then=then, now=game.version)
    if health.lost and not row.damaged:
        yield "bad", t.ui("history.mark.lost", n=health.lost)


def _title(hub: Hub, game: str, t: Translator) -> str:
    return hub.games[game].title.get(t.lang, game) if game in hub.games else game


def said_of(told: str, match: int, t: Translator) -> Mapping[str, Any]:
    """Return what was just done, in words; ``back`` is a deleted match that one press brings back."""
    return {"told": t.ui(f"history.told.{told}", n=match) if told else "", "back": match if told == "delete" else None}
