"""Readers tried without any tap counting: which tray each is, by one touch a reader, and what a tap is read as."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lairkeeper.core.ids import Component
from lairkeeper.scans import Sighting
from lairkeeper.store import InboxRow, Store
from lairkeeper.table.clocks import Clock
from lairkeeper.table.idle_limit import IdleLimit
from lairkeeper.table.inbox_rows import TAG_KINDS, sighting_of
from lairkeeper.table.last_scan import APPLIED, ASKED, REFUSED
from lairkeeper.table.scan_feedback import Feedback
from lairkeeper.tags import Registry

ZONES: Final = "zones"
"""The setting with the role of each reader that is not what its name says."""
SHOWN: Final = 8
"""The number of taps that are kept to look at."""
OUTCOME: Final = "reader-trial"
"""The outcome that the inbox keeps of a tap that was only a trial."""


@dataclass(frozen=True, slots=True)
class TrialTap:
    """One tap: where, which tag, the piece it stands for, and the light that the reader was told to show."""

    at: float
    device: str
    zone: str
    uid: str
    game: str | None
    component: Component | None
    foreign: bool
    light: str


@dataclass(frozen=True, slots=True)
class Seated:
    """The result of the last touch: reader ``zone`` is the tray of ``seat``, or was before (``again``)."""

    zone: str
    seat: int
    again: bool = False


def seated(zones: Mapping[str, str], readers: Sequence[str], reader: str, seat: int) -> dict[str, str]:
    """Return the map of roles with ``reader`` as the tray of ``seat``; the reader that was it gets its role."""
    role = f"seat-{seat}"
    fresh = {**zones, reader: role}
    for other in readers:
        if other != reader and zones.get(other, other).replace(".", "-") == role:
            fresh[other] = zones.get(reader, reader)
    return {each: said for each, said in fresh.items() if said != each}


class ReaderTrial:
    """Takes the scans while a trial runs; ``readers`` returns the names of all readers."""

    def __init__(
        self,
        store: Store,
        registry: Registry,
        feedback: Feedback,
        changed: Callable[[], None],
        steady: Clock,
        readers: Callable[[], Sequence[str]],
    ) -> None:
        self.idle = IdleLimit(steady)
        self.mode: Literal["", "seats", "test"] = ""
        self.taps: deque[TrialTap] = deque(maxlen=SHOWN)
        """The taps of the trial, and those outside a match, the newest first."""
        self.last: Seated | None = None
        self._store = store
        self._registry = registry
        self._feedback = feedback
        self._changed = changed
        self._readers = readers
        self._after = 0
        self._seats: tuple[int, ...] = ()
        self._before: list[tuple[tuple[int, ...], dict[str, str]]] = []
        """The seats that were asked for and the map before each touch, so that it can be taken back."""
        self._given: dict[str, int] = {}

    @property
    def zones(self) -> dict[str, str]:
        """Return the role of each reader that is not what its name says."""
        return dict(self._store.settings.get(ZONES, {}))

    @property
    def asking(self) -> int | None:
        """Return the number of the seat whose reader is to be touched; None when none is."""
        return self._seats[0] if self._seats else None

    @property
    def can_undo(self) -> bool:
        """Return True when a touch of this trial can be taken back."""
        return bool(self._before)

    def start_seats(self, seats: Sequence[int]) -> None:
        """Ask for the reader of each of these seats, one after the other."""
        self._begin("seats")
        self._seats = tuple(seats)
        self._before, self._given, self.last = [], {}, None
        self._touched()

    def start_test(self) -> None:
        """Show what each tap is read as."""
        self._begin("test")
        self.taps.clear()
        self._touched()

    def stop(self) -> None:
        """Let scans count again."""
        if self.mode:
            self.mode, self._seats = "", ()
            self.idle.clear()
            self._changed()

    def skip(self) -> None:
        """Leave the seat that is asked for as it is."""
        if self._seats:
            self._before.append((self._seats, self.zones))
            self._next()
            self._touched()

    def undo(self) -> None:
        """Take the last touch of this trial back, and ask for its seat again."""
        if self._before:
            seats, zones = self._before[-1]
            self._store.settings.set(ZONES, zones)
            self._before.pop()
            self._begin("seats")
            self._seats = seats
            self._given = {reader: seat for reader, seat in self._given.items() if seat not in self._seats}
            self.last = None
            self._touched()

    def forget(self) -> None:
        """Let each reader be what its name says again."""
        self._store.settings.remove(ZONES)
        self.last = None
        self._changed()

    def look_at_the_clock(self) -> None:
        """End a trial for which nobody taps any more."""
        if self.mode and self.idle.idle:
            self.stop()

    def pump(self, now: float | None = None) -> None:
        """Take up what was received since the trial began."""
        for row in self._store.inbox.after(self._after):
            if row.outcome is not None or not self.mode:
                continue
            sighting = sighting_of(row, self._registry)
            laid_down = row.event.kind in TAG_KINDS and row.event.kind != "-"
            fresh = self._fresh(sighting) if laid_down else None
            before = self.zones
            with self._store.write():
                self._store.inbox.consume([row.id], OUTCOME)
                if fresh is not None:
                    self._store.settings.set(ZONES, fresh)
            if laid_down:
                light = self._take(sighting, before)
                self._feedback(row.event, light)
                self.note(sighting, light)
                self._touched()

    def note(self, sighting: Sighting, light: str) -> None:
        """Keep a tap to look at, with the light that its reader shows."""
        self.taps.appendleft(
            TrialTap(
                sighting.wall, sighting.device, sighting.zone, sighting.uid, sighting.game, sighting.component,
                sighting.foreign, light,
            )
        )  # fmt: skip

    def _fresh(self, sighting: Sighting) -> dict[str, str] | None:
        """Return the map of roles after a touch; None where it changes nothing."""
        if self.asking is None or sighting.zone in self._given:
            return None
        return seated(self.zones, self._readers(), sighting.zone, self.asking)

    def _take(self, sighting: Sighting, before: dict[str, str]) -> str:
        """Go on after a tap that was kept, with the map ``before`` it; return the light for its reader."""
        if self.asking is None:
            return REFUSED if sighting.foreign else APPLIED if sighting.component else ASKED
        if sighting.zone in self._given:
            self.last = Seated(sighting.zone, self._given[sighting.zone], again=True)
            return REFUSED
        self._before.append((self._seats, before))
        self.last = Seated(sighting.zone, self.asking)
        self._given[sighting.zone] = self.asking
        self._next()
        return APPLIED

    def _next(self) -> None:
        """Ask for the next seat; after the last one scans count again."""
        self._seats = self._seats[1:]
        if not self._seats:
            self.mode = ""
            self.idle.clear()

    def _begin(self, mode: Literal["seats", "test"]) -> None:
        newest: list[InboxRow] = list(self._store.inbox.recent(1))
        self._after = newest[-1].id if newest else 0
        self.mode, self._seats = mode, ()

    def _touched(self) -> None:
        """Note that somebody did something, and tell the pages."""
        if self.mode:
            self.idle.touch()
        self._changed()
