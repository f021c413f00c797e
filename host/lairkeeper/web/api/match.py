"""Read the match on the table: its state, what is offered, and its records."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import UNSET

from lairkeeper.table.pace import CLOCK, PAUSED

from .call import Call
from .endpoint import Endpoint
from .records import raw
from .scopes import MANAGERS, READERS
from .shapes import offer_of, state_of
from .types import MatchState, Offers, PaceChange, PaceState, Records, RecordsQuery


def state(call: Call) -> MatchState:
    """Return the match as this caller may know it."""
    return state_of(call.table, call.viewer, call.t)


def offers(call: Call) -> Offers:
    """Return what the game offers this caller, allowed now or not."""
    table = call.table
    found = [offer_of(each, call.t) for each in table.offers(call.viewer)]
    return Offers(match=table.match, n=table.history.last.n, offers=found)


class RawRecords(msgspec.Struct, frozen=True, kw_only=True):
    """``Records`` whose records are JSON already."""

    match: int
    records: list[msgspec.Raw]
    next: int
    more: bool


def records(call: Call) -> RawRecords:
    """Return records of the match on the table from number ``since`` on."""
    query: RecordsQuery = call.query
    table = call.table
    found = call.site.api.feed.since(query.since, query.limit)
    following = query.since + len(found)
    return RawRecords(
        match=table.match, records=[raw(each) for each in found], next=following, more=following <= table.history.last.n
    )


def pace(call: Call) -> PaceState:
    """Return the turn clock and the pause."""
    now = call.site.hub.pace
    return PaceState(clock=now.clock, paused=now.paused, whose=now.whose, seconds=round(now.seconds, 1))


def change_pace(call: Call) -> PaceState:
    """Switch the turn clock or the pause."""
    table = call.table
    for what, wanted in ((CLOCK, call.body.clock), (PAUSED, call.body.paused)):
        if wanted is not UNSET:
            call.site.hub.pace.switch(table, what, wanted)
    return pace(call)


_SEAT: Final = ("no-match", "seat-not-here")
ENDPOINTS: Final = (
    Endpoint(
        method="GET", path="/match", name="getMatch", summary="The match on the table, as this caller may know it",
        needs=READERS, handle=state, answers=MatchState, refuses=_SEAT,
    ),
    Endpoint(
        method="GET", path="/match/offers", name="getOffers", summary="What the game offers this caller now",
        needs=READERS, handle=offers, answers=Offers, refuses=_SEAT,
    ),
    Endpoint(
        method="GET", path="/match/records", name="getRecords", summary="The records of the match, in order",
        needs=READERS, handle=records, answers=Records, query=RecordsQuery, refuses=("no-match",),
    ),
    Endpoint(
        method="GET", path="/match/pace", name="getPace", summary="The turn clock and the pause",
        needs=READERS, handle=pace, answers=PaceState,
    ),
    Endpoint(
        method="PATCH", path="/match/pace", name="changePace", summary="Switch the turn clock or the pause",
        needs=MANAGERS, handle=change_pace, answers=PaceState, body=PaceChange, refuses=("no-match",),
    ),
)  # fmt: skip
