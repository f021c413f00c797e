"""The two clocks of the app, and when by the steady one each scan was seen."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Final

from lairkeeper.board import BoardEvent, EventKey
from lairkeeper.store import InboxRow

Clock = Callable[[], float]

RESTART: Final = 0.5
"""Seconds that the app is away at least when it is started again."""


class Clocks:
    """``wall`` dates what is stored and shown, and may step at any moment. ``steady`` times everything that waits.

    Steady seconds mean nothing after a restart, so they are never stored. A link says with each event when it was
    seen. What an earlier run left in the inbox has only the board's clock and the wall clock of that time: the newest
    of these scans counts as seen just before the start, the others as long before it as the board says.
    """

    def __init__(self, wall: Clock = time.time, steady: Clock = time.monotonic) -> None:
        self.wall = wall
        self.steady = steady
        self._seen: dict[EventKey, float] = {}
        self._starts: dict[tuple[str, str], float] = {}
        """By board and boot: the steady time at which its clock began, as its last event told."""

    def seen(self, events: Iterable[BoardEvent]) -> None:
        """Note when these events, which the inbox has by now, were seen."""
        for event in events:
            if event.steady is not None:
                self._seen[event.key] = event.steady
                self._starts[event.device, event.boot] = event.steady - event.ms / 1000

    def start(self, device: str, boot: str) -> float | None:
        """Return when the clock of a board's boot began, in steady seconds; None while nothing was heard of it."""
        return self._starts.get((device, boot))

    def at(self, row: InboxRow) -> float:
        """Return when a row was seen, in steady seconds; never in the future."""
        now = self.steady()
        known = self._seen.get(row.event.key)
        return min(now, known) if known is not None else now - max(0.0, self.wall() - row.event.at)

    def forget(self) -> None:
        """Drop what is still noted: every row is heard, so it came twice."""
        self._seen.clear()

    def left_over(self, rows: Sequence[InboxRow]) -> list[float]:
        """Return the steady times of rows that an earlier run received, oldest first, as ``rows`` are."""
        at = self.steady() - RESTART
        times: list[float] = []
        boots: dict[tuple[str, str], tuple[float, int]] = {}
        for later, row in pairwise([None, *reversed(rows)]):
            assert row is not None
            event = row.event
            same = boots.get((event.device, event.boot))
            if same is not None:
                at = same[0] - max(0, same[1] - event.ms) / 1000
            elif later is not None:
                at -= max(0.0, later.event.at - event.at)
            boots[event.device, event.boot] = at, event.ms
            times.append(at)
        return times[::-1]
