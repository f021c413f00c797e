"""Events that a board sends to the host, and the inbox that must hold them before they are acknowledged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

PLACED = "+"
REMOVED = "-"
TAPPED = "t"
BUTTON = "b"
FAULT = "f"
UNREAD = "u"
GAP = "g"
TOMBSTONE = "x"

_LOOKS = re.compile("looks-([0-9])-([1-8])")

EventKey: TypeAlias = tuple[str, str, int]
"""(device, boot, seq): the name of an event for ever, whatever resends or replays bring it again."""


class BoardEvent(msgspec.Struct, frozen=True):
    """One event of a board.

    ``ms`` is the board's clock (milliseconds since its start), ``at`` the same moment in seconds since the epoch on
    the host's wall clock, to be stored and shown. ``steady`` is the same moment in seconds of the host's steady clock:
    it means nothing to another run and is never stored. ``kind`` is one of the constants above, or a letter a newer
    firmware added. ``data`` holds the rest of the frame: the UID as lower-case hex for ``+ - t``, followed by the words
    `foreign`, `lying` and `looks-N-E` where they apply; the button's name for ``b``; the reader's state for ``f``;
    ``unread`` or ``ok`` for ``u``; the number of refused events for ``g``, of collapsed ones for ``x``.
    """

    device: str
    boot: str
    seq: int
    ms: int
    at: float
    kind: str
    zone: str
    data: tuple[Any, ...] = ()
    steady: float | None = None

    @property
    def key(self) -> EventKey:
        """Return the name of this event: (device, boot, seq)."""
        return (self.device, self.boot, self.seq)

    @property
    def uid(self) -> str | None:
        """Return the tag's UID in lower-case hex, or None for a kind that carries no UID."""
        return str(self.data[0]) if self.kind in (PLACED, REMOVED, TAPPED) and self.data else None

    @property
    def foreign(self) -> bool:
        """Return True for a phone or another device that is not a tag: its UID may change, it never counts."""
        return "foreign" in self.data[1:]

    @property
    def lying(self) -> bool:
        """Return True when the tag lay there when the board started.

        It is a new placing only if it was not known to lie there before.
        """
        return "lying" in self.data[1:]

    @property
    def looks(self) -> tuple[int, int] | None:
        """Return how many looks read a tag that was taken (``-``), 7 for more, and how many eighths of all these were.

        None: the board does not say.
        """
        for word in self.data[1:] if self.kind == REMOVED else ():
            found = _LOOKS.fullmatch(word) if isinstance(word, str) else None
            if found is not None:
                return int(found[1]), int(found[2])
        return None


class ZoneSnapshot(msgspec.Struct, frozen=True):
    """State of a reader as of event ``seq``: ``tags`` are (uid, age in ms); ``status`` is ``ok`` or a fault."""

    device: str
    boot: str
    seq: int
    at: float
    zone: str
    status: str
    tags: tuple[tuple[str, int], ...] = ()


class EventInbox(Protocol):
    """Store of events until the rules have used them. Unique on (device, boot, seq)."""

    def receive(self, events: Sequence[BoardEvent]) -> None:
        """Keep the events durably before returning; events already kept are ignored. Raises when it cannot."""

    def last(self, device: str) -> tuple[str, int] | None:
        """Return the (boot, seq) up to which this device's newest boot is kept without a hole, or None."""


class MemoryInbox:
    """An inbox that forgets with the process: for tests, and for looking at a board without a database."""

    def __init__(self) -> None:
        self.events: list[BoardEvent] = []
        self._keys: set[EventKey] = set()

    def receive(self, events: Sequence[BoardEvent]) -> None:
        """Keep the events, each once."""
        for event in events:
            if event.key not in self._keys:
                self._keys.add(event.key)
                self.events.append(event)

    def last(self, device: str) -> tuple[str, int] | None:
        """Return the newest (boot, seq) kept of this device, or None."""
        mine = [event for event in self.events if event.device == device]
        if not mine:
            return None
        boot = mine[-1].boot
        return boot, max(event.seq for event in mine if event.boot == boot)
