"""The matches that are kept, the people who play, and the start of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from lairkeeper.core.printed import PROXY
from lairkeeper.core.result import Refused
from lairkeeper.store import PlayRecord, StoreError, StoreProblem
from lairkeeper.table import TableError, UnknownGameError
from lairkeeper.table.public_records import iso_time

from .call import Call
from .endpoint import Endpoint
from .problems import REFUSED, ApiError
from .scopes import MANAGERS, READERS
from .types import (
    Done,
    MatchEntry,
    MatchesQuery,
    MatchListing,
    NewMatch,
    PeopleList,
    PersonEntry,
    SeatResult,
)

if TYPE_CHECKING:
    from lairkeeper.store import MatchRow


def matches(call: Call) -> MatchListing:
    """Return the newest matches, without those that were deleted."""
    query: MatchesQuery = call.query
    hub = call.site.hub
    running = hub.table.match if hub.table is not None else None
    rows = [row for row in hub.matches.all() if row.deleted_at is None][: query.limit]
    return MatchListing(matches=[_entry(row, running) for row in rows])


def people(call: Call) -> PeopleList:
    """Return the people who play here."""
    kept = call.site.hub.people
    records = kept.records()
    found = []
    for each in kept.list():
        record = records.get(each.id, PlayRecord(0, 0))
        found.append(
            PersonEntry(
                id=each.id,
                name=each.name,
                crest=each.crest,
                played=record.played,
                won=record.won,
                archived=each.archived,
            )
        )
    return PeopleList(people=found)


def start(call: Call) -> Done:
    """Begin a match and put away the one on the table."""
    asked: NewMatch = call.body
    try:
        result = call.site.hub.start(
            asked.game,
            asked.seats,
            level=asked.level,
            ruleset=asked.rules,
            proxy=None if asked.numbers is None else asked.numbers == PROXY,
        )
    except UnknownGameError:
        raise ApiError("unknown-game", {"game": asked.game[:40]}) from None
    if isinstance(result, Refused):
        raise ApiError(REFUSED, refusal=result)
    return Done(match=result.match, n=result.history.last.n)


def resume(call: Call) -> Done:
    """Resume a match and put away the one on the table."""
    match = (call.path or {})["match"]
    try:
        table = call.site.hub.resume(match)
    except TableError as error:
        raise ApiError("cannot-resume", {"why": call.t.say("trouble", error.code, error.values)}) from None
    except StoreError as error:
        if error.problem not in (StoreProblem.UNKNOWN_MATCH, StoreProblem.DAMAGED_MATCH):
            raise
        raise ApiError("no-such-match", {"match": match}) from None
    return Done(match=table.match, n=table.history.last.n)


def _entry(row: MatchRow, running: int | None) -> MatchEntry:
    """Return a match of the list; its set-up is left out, since it may name hands."""
    result: Any = row.result or {}
    seats = [
        SeatResult(seat=str(each["seat"]), score=each["score"], rank=each["rank"], winner=bool(each["winner"]))
        for each in result.get("seats", ())
    ]
    state: Any = (
        "damaged" if row.damaged
        else "running" if row.id == running
        else "finished" if row.finished_at is not None
        else "archived"
    )  # fmt: skip
    level = row.header.get("level")
    return MatchEntry(
        match=row.id,
        game=row.game,
        title=row.title,
        seats=[str(each) for each in row.header.get("seats", ())],
        level=None if level is None else str(level),
        state=state,
        started=iso_time(row.started_at) or "",
        finished=iso_time(row.finished_at),
        result=seats,
    )


ENDPOINTS: Final = (
    Endpoint(
        method="GET", path="/matches", name="listMatches", summary="The matches that are kept, the newest first",
        needs=READERS, handle=matches, answers=MatchListing, query=MatchesQuery,
    ),
    Endpoint(
        method="POST", path="/matches", name="startMatch", summary="Begin a match, and put away the one on the table",
        needs=MANAGERS, handle=start, answers=Done, body=NewMatch, status=201, once=True,
        refuses=(REFUSED, "unknown-game", "key-reused", "no-match"),
    ),
    Endpoint(
        method="POST", path="/matches/{match}/resume", name="resumeMatch",
        summary="Resume a match, and put away the one on the table",
        needs=MANAGERS, handle=resume, answers=Done, refuses=("no-such-match", "cannot-resume"),
    ),
    Endpoint(
        method="GET", path="/people", name="listPeople", summary="The people who play here",
        needs=READERS, handle=people, answers=PeopleList,
    ),
)  # fmt: skip
