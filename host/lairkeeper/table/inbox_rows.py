"""Inbox rows as sightings: UIDs in their one form, tags by what they stand for, buttons as tokens."""

from __future__ import annotations

from dataclasses import replace

from lairkeeper.core.pieces import KINDS, SHARED
from lairkeeper.scans import Sighting
from lairkeeper.store import InboxRow
from lairkeeper.tags import BadUidError, Registry, is_random, normal_uid

TAG_KINDS = ("+", "-", "t")
BUTTON = "b"


def sighting_of(row: InboxRow, registry: Registry, at: float = 0.0) -> Sighting:
    """Return what the row says, with the piece that its tag stands for. ``at`` is when, by the steady clock.

    Text from the board is never trusted to be right.
    """
    event = row.event
    seen = Sighting(
        row.id, at, event.zone, event.kind, device=event.device, boot=event.boot, ms=event.ms, wall=event.at
    )
    if event.kind == BUTTON:
        kind = f"verb-{event.data[0] if event.data else ''}"
        return replace(seen, game=SHARED, component=f"{kind}#1") if kind in KINDS else seen
    if event.kind not in TAG_KINDS:
        return seen
    try:
        uid = normal_uid(event.uid or "")
    except BadUidError:
        uid = (event.uid or "")[:64].upper()
    tag = registry.lookup(uid)
    return replace(
        seen,
        uid=uid,
        game=tag.game if tag else None,
        component=tag.component if tag else None,
        foreign=event.foreign or is_random(uid),
        lying=event.lying,
        looks=event.looks,
    )
