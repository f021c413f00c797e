"""Fresh gestures over the modelled readers of a real firmware: what reaches the score is what the hands meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lairkeeper.board import LockstepLink, SimulatedBoard
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid
from lairkeeper.table.last_scan import SILENT

from ..fresh import SEED
from ..scans.hands import READERS, SEATS, SETTLED_MS, TRAYS, Gesture, Hands, answer_of

pytestmark = pytest.mark.chain

GESTURES = 14
STEP_MS = 20
FRAMES = 6
"""About so many frames must get through for one look at a tag."""


class Room:
    """A match at level ``score``, a board in simulated time, and the hands over it."""

    def __init__(self, store: Store, board: SimulatedBoard) -> None:
        self.store, self.board = store, board
        self.link: LockstepLink | None = None
        self.hub = Hub(store, clocks=Clocks(self._now, self._now))
        self.link = LockstepLink(board, store.inbox, on_events=self.hub.received, on_snapshot=self.hub.lying)
        self.hub.add_link(self.link)
        self.hub.enrol_demo_set("forever-evil")
        table = self.hub.start("forever-evil", SEATS, level="score", ruleset={"turn-end": "told"})
        assert isinstance(table, Table)
        self.table = table
        self.link.start()

    def _now(self) -> float:
        return self.link.now_ms / 1000 if self.link is not None else 0.0

    def play(self, gesture: Gesture) -> None:
        """Move the tags as the gesture says, and let it settle."""
        assert self.link is not None
        now = 0
        for at, act in (*_acts(gesture, self.board), (gesture.end + SETTLED_MS, None)):
            while now < at:
                self.link.advance(min(STEP_MS, at - now))
                self.hub.pump()
                now += STEP_MS
            if act is not None:
                act[0](*act[1:])

    def rest(self) -> None:
        """Words are forgotten, questions closed, the list is done."""
        assert self.link is not None
        for question in self.table.questions:
            self.table.answer(question.id, len(question.options) - 1, "page")
        for _ in range(9):
            self.link.advance(1_000)
            self.hub.pump()
        self.table.all_done()

    def tokens(self) -> dict[str, int]:
        return dict(self.table.view().tokens)

    def said(self, after: int) -> list[str]:
        """Return what was told of scans that led to nothing."""
        rows = self.store.inbox.after(after)
        return [each.outcome for each in rows if each.outcome and each.outcome not in {*SILENT, "recorded"}]


def _acts(gesture: Gesture, board: SimulatedBoard) -> Iterator[tuple[int, Any]]:
    """When what is done to the tags, and how well a reader sees from then on."""
    found: list[tuple[int, int, Any]] = []
    begin = {(each.zone, each.component, each.start) for each in gesture.stays}
    end = {(each.zone, each.component, each.end) for each in gesture.stays}
    for stay in gesture.stays:
        uid = demo_uid("table" if stay.component.startswith("verb") else "forever-evil", stay.component).lower()
        found.append((stay.start, 1, (_see, board, stay.zone, stay.near)))
        if (stay.zone, stay.component, stay.start) not in end:
            found.append((stay.start, 2, (board.place, stay.zone, uid)))
        if (stay.zone, stay.component, stay.end) not in begin:
            found.append((stay.end, 0, (board.take, stay.zone, uid)))
    yield from ((at, act) for at, _, act in sorted(found, key=lambda each: each[:2]))


def _see(board: SimulatedBoard, zone: str, near: float) -> None:
    board.noise(zone, miss=(1 - near) / FRAMES)


def test_what_reaches_the_score_is_what_the_hands_meant() -> None:
    hands = Hands(SEED)
    readers = list(READERS)
    with SimulatedBoard(readers, paced=False, seed=SEED % 1_000) as board, Store.open() as store:
        room = Room(store, board)
        for n in range(GESTURES):
            gesture = hands.gesture()
            before, row = room.tokens(), max((each.id for each in store.inbox.recent(1)), default=0)
            room.play(gesture)
            for question in room.table.questions:
                if (option := answer_of(question, gesture)) is not None:
                    room.table.answer(question.id, option, "page")
            came = {seat: now - before[seat] for seat, now in room.tokens().items()}
            meant = dict.fromkeys(SEATS, 0)
            for token, zone in gesture.meant:
                seat = SEATS[TRAYS.index(zone)] if zone != "tap" else str(room.table.history.state.active)
                meant[seat] += int(token.partition("-")[2].partition("#")[0])
            what = f"hands of seed {SEED}, {n}: {gesture}: meant {meant}, came {came}, said {room.said(row)}"
            assert all(came[seat] <= meant[seat] for seat in SEATS), f"counted twice: {what}"
            assert came == meant or room.said(row), f"dropped in silence: {what}"
            room.rest()
