"""Inbox rows as sightings: UIDs in their one form, tags by what they stand for, buttons as tokens."""

from __future__ import annotations

from lairkeeper.board import BoardEvent
from lairkeeper.core.pieces import KINDS, SHARED
from lairkeeper.scans import Sighting
from lairkeeper.store import InboxRow
from lairkeeper.tags import BadUidError, Registry, is_random, normal_uid

TAG_KINDS = ("+", "-", "t")
BUTTON = "b"


def event_of(row: InboxRow) -> BoardEvent:
    """Return the board's event again, to answer it."""
    return BoardEvent(row.device, row.boot, row.seq, row.ms, row.at, row.kind, row.zone, row.data)


def sighting_of(row: InboxRow, registry: Registry, at: float = 0.0) -> Sighting:
    """Return what the row says, with the piece that its tag stands for. ``at`` is when, by the steady clock.

    Text from the board is never trusted to be right.
    """
    event = event_of(row)
    if row.kind == BUTTON:
        kind = f"verb-{event.data[0] if event.data else ''}"
        known = kind in KINDS
        return Sighting(
            row.id,
            at,
            row.zone,
            row.kind,
            "",
            SHARED if known else None,
            f"{kind}#1" if known else None,
            row.device,
            row.boot,
            ms=row.ms,
            wall=row.at,
        )
    if row.kind not in TAG_KINDS:
        return Sighting(row.id, at, row.zone, row.kind, device=row.device, boot=row.boot, ms=row.ms, wall=row.at)
    try:
        uid = normal_uid(event.uid or "")
    except BadUidError:
        uid = (event.uid or "")[:64].upper()
    tag = registry.lookup(uid)
    return Sighting(
        row=row.id,
        at=at,
        zone=row.zone,
        kind=row.kind,
        uid=uid,
        game=tag.game if tag else None,
        component=tag.component if tag else None,
        device=row.device,
        boot=row.boot,
        foreign=event.foreign or is_random(uid),
        lying=event.lying,
        looks=event.looks,
        ms=row.ms,
        wall=row.at,
    )
