"""The role of a reader at this match: a tap point, somebody's tray, or a place of the game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.game import LINE_UP, Slots
from lairkeeper.core.ids import Path, Seat

OFF: Final = "off"
"""The role of a reader whose scans are to be left alone."""
_SLOT = re.compile(r"slot-[1-9][0-9]?")
_TRAY = re.compile(r"seat[.-]([1-9][0-9]?)")
_TAP = re.compile(r"tap(-[0-9]+)?")


@dataclass(frozen=True, slots=True)
class Role:
    """``channel`` groups readers that share one tap sentence: each tray has its own, all others share one."""

    channel: str
    seat: Seat | None = None
    place: Path | None = None
    problem: str | None = None
    """Why scans of this reader cannot be used: text ``scan.<problem>``."""
    slots: Slots = LINE_UP

    @property
    def single(self) -> bool:
        """Return True when only one piece can lie here: a slot of the row."""
        return self.slots.single and self.place is not None and _SLOT.fullmatch(self.place) is not None

    def covers(self, path: Path) -> bool:
        """Return True when what lies at a place of the game lies at this reader.

        A tap point may stand for any place.
        """
        if self.place is not None:
            row = self.slots.path if _SLOT.fullmatch(self.place) else self.place
            return path == row or path.startswith(f"{row}.")
        return self.seat is None or self.seat in (path, path.partition(".")[2])


COMMON: Final = Role("tap")


def role_of(zone: str, zones: Mapping[str, str], seats: Sequence[Seat], slots: Slots = LINE_UP) -> Role:
    """Return the role by the reader-to-zone map; a reader that is not in the map is what its name says.

    Roles are ``tap``, ``seat-1``… (or ``seat.1``), ``off``, and any other word for a place of the game.
    """
    role = zones.get(zone, zone)
    if role == OFF:
        return Role("off", problem="reader-off")
    if _TAP.fullmatch(role):
        return COMMON
    tray = _TRAY.fullmatch(role)
    if tray is not None:
        at = int(tray[1])
        if at > len(seats):
            return Role(role, problem="empty-seat")
        return Role(f"seat-{at}", seat=seats[at - 1])
    if not role:
        return Role("off", problem="unknown-reader")
    return Role("tap", place=role, slots=slots)
