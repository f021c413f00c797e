"""From the inbox to the listener: every row is heard once, with the time when it was seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from lairkeeper.board import ZoneSnapshot
from lairkeeper.scans import Listener, Sighting
from lairkeeper.scans.sighting import PLACED, REMOVED
from lairkeeper.store import InboxRow, Store
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.inbox_rows import sighting_of
from lairkeeper.table.scan_feedback import ScanFeedback
from lairkeeper.tags import Registry, normal_uid

REMEMBERED: Final = 2000
"""Inbox rows that are looked through for what lies on the readers when a match is resumed."""
MOVES: Final = 200
"""Comings and goings that are kept for a snapshot that is told late."""


class Hearing:
    """For one match. ``catch_up`` once, then ``hear`` after every receipt; ``on_heard`` is told each row."""

    def __init__(
        self, store: Store, match: int, listener: Listener, receipts: ScanFeedback, clocks: Clocks,
        on_heard: Callable[[int], None],
    ) -> None:  # fmt: skip
        self._store = store
        self._listener = listener
        self._receipts = receipts
        self._clocks = clocks
        self._on_heard = on_heard
        self._registry = Registry(store.tags, clocks.wall)
        self._heard = 0
        self._snapshots: list[ZoneSnapshot] = []
        """Snapshots of boards, kept until everything before them was heard: a disk may refuse that for a while."""
        self._moves: deque[tuple[int, Sighting]] = deque(maxlen=MOVES)
        self._left_over: set[tuple[str, str]] = set()
        """Boards and boots of rows that an earlier run received: their times are a guess until the board speaks."""
        self._key = f"ignored.{match}"
        self._ignored: set[str] = set(store.settings.get(self._key, []))

    def catch_up(self) -> None:
        """Hear what an earlier run received."""
        rows = self._store.inbox.recent(REMEMBERED)
        for row, at in zip(rows, self._clocks.left_over(rows), strict=True):
            self._left_over.add((row.event.device, row.event.boot))
            self._take_in(row, at)

    def hear(self) -> None:
        """Hear what was received since."""
        for board in tuple(self._left_over):
            if (start := self._clocks.start(*board)) is not None:
                self._listener.retime(*board, start)
                self._left_over.remove(board)
        for row in self._store.inbox.after(self._heard):
            self._take_in(row, self._clocks.at(row), self._clocks.steady())
        while self._snapshots:
            self._lies(self._snapshots.pop(0))
        self._clocks.forget()

    def lying(self, zones: Sequence[ZoneSnapshot]) -> None:
        """Take in what a board says lies on its readers, as soon as everything before it was heard.

        Raises ``StoreError`` when the disk refuses that now; then it is done with the next ``hear``.
        """
        # A reader in trouble, or one that has just started, says nothing about its tags.
        self._snapshots += [zone for zone in zones if zone.status == "ok"]
        self.hear()

    def _lies(self, zone: ZoneSnapshot) -> None:
        """Believe a snapshot, and what came and went since: that may have been heard before it."""
        uids = dict.fromkeys(normal_uid(uid) for uid, _ in zone.tags)
        for seq, seen in self._moves:
            if (seen.device, seen.boot, seen.zone) == (zone.device, zone.boot, zone.zone) and seq > zone.seq:
                if seen.kind == REMOVED:
                    uids.pop(seen.uid, None)
                else:
                    uids[seen.uid] = None
        self._listener.presence.snapshot(zone.device, zone.zone, uids, zone.boot)

    def ignore(self, uid: str) -> None:
        """Leave this tag alone for the rest of the match."""
        self._store.settings.set(self._key, sorted({*self._ignored, uid}))
        self._ignored.add(uid)

    def count_board(self, zone: str, device: str) -> None:
        """Count the reader of this name on one more board."""
        boards: dict[str, list[str]] = self._store.settings.get("boards", {})
        self._store.settings.set("boards", {**boards, zone: [*boards.get(zone, []), device]})

    def _take_in(self, row: InboxRow, at: float, heard: float | None = None) -> None:
        """Hear one row; of what was used before only what lies where matters. ``heard``: when, if it is new."""
        sighting = replace(sighting_of(row, self._registry, at), heard=heard)
        past = row.outcome is not None
        if not past:
            self._bind(sighting)
            if sighting.uid in self._ignored:
                past = True
                self._store.inbox.consume((row.id,), "ignored")
            else:
                self._receipts.expect(row)
        # Only now: had the disk refused, the row would be heard again.
        self._heard = max(self._heard, row.id)
        if row.event.kind in (PLACED, REMOVED):
            self._moves.append((row.event.seq, sighting))
        self._listener.hear(sighting, past=past)
        self._on_heard(row.id)

    def _bind(self, sighting: Sighting) -> None:
        """Count the first board whose reader of a name is used; a second one is asked about."""
        if sighting.uid and sighting.zone not in self._store.settings.get("boards", {}):
            self.count_board(sighting.zone, sighting.device)
