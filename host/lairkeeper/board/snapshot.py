"""Puts a snapshot together: one frame for each reader, then one that says how many they were."""

from __future__ import annotations

from typing import TypeAlias

from lairkeeper.board.events import ZoneSnapshot
from lairkeeper.board.fields import MAX_ZONES

Zones: TypeAlias = tuple[ZoneSnapshot, ...]

WAIT_MS = 1000


class SnapshotBuilder:
    """The snapshot that is coming in. ``due`` is when to ask again, None while none is wanted."""

    def __init__(self) -> None:
        self.due: float | None = None
        self._zones: dict[str, ZoneSnapshot] = {}
        self._whole: tuple[int, Zones] | None = None

    def begin(self, now_ms: float) -> None:
        """Begin a snapshot that was asked for now."""
        self.forget()
        self.due = now_ms + WAIT_MS

    def forget(self) -> None:
        """Drop the snapshot, because the session is over or it is asked for anew."""
        self.due = None
        self._zones.clear()
        self._whole = None

    def add(self, zone: ZoneSnapshot) -> None:
        """Add one reader.

        Of more than any board has, the first are left out: such a snapshot is never whole.
        """
        self._zones.pop(zone.zone, None)
        self._zones[zone.zone] = zone
        if len(self._zones) > MAX_ZONES:
            del self._zones[next(iter(self._zones))]

    def end(self, seq: int, n: int) -> bool:
        """End the snapshot of all n readers as of seq; return False when some did not arrive."""
        zones = tuple(zone for zone in self._zones.values() if zone.seq == seq)
        self._whole = (seq, zones) if len(zones) == n else None
        return self._whole is not None

    def as_of(self) -> int | None:
        """Return the seq of the last event before the snapshot, or None until it is whole."""
        return self._whole[0] if self._whole else None

    def take(self) -> Zones:
        """Return the whole snapshot; it is no longer due."""
        assert self._whole is not None
        zones = self._whole[1]
        self.forget()
        return zones
