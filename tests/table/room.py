"""A hub with two boards that only remember what they were told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from lairkeeper.board import BoardEvent, LinkState, LinkStatus
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table

from ..scans.toy import TOY
from .desk import uid_of


class FakeLink:
    """Remembers what its board was told."""

    def __init__(self, device: str) -> None:
        zones = {"tap": "ok", "seat-2": "ok"} if device == "b1" else {"other": "ok"}
        self.status = LinkStatus(state=LinkState.UP, message="up", device=device, zones=zones)
        self.told: list[tuple[int, str]] = []
        self.shown: list[tuple[object, ...]] = []
        self.replies: list[Callable[[bool, object], None]] = []

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        self.told.append((event.seq, verdict))
        return True

    def command(self, op: str, *args: object, on_reply: Callable[[bool, object], None] | None = None) -> bool:
        self.shown.append((op, *args))
        if on_reply is not None:
            self.replies.append(on_reply)
        return True


class Room:
    """A hub with two boards, whose events arrive as a link would bring them."""

    def __init__(self, path: Path | str = ":memory:") -> None:
        self.path = path
        self.now = 1000.0
        self.seq = 0
        self.open()
        self.hub.enrol_demo_set(TOY.id)

    def open(self) -> None:
        self.store = Store.open(self.path)
        self.hub = Hub(self.store, clocks=Clocks(lambda: self.now, lambda: self.now), games={TOY.id: TOY})
        self.links = {device: FakeLink(device) for device in ("b1", "b2")}
        for link in self.links.values():
            self.hub.add_link(link)

    def restart(self) -> None:
        self.store.close()
        self.open()

    def start(self, *seats: str) -> Table:
        table = self.hub.start(TOY.id, seats or ("Ana", "Bo"))
        assert isinstance(table, Table)
        return table

    def receive(
        self, what: str, zone: str = "tap", kind: str = "+", device: str = "b1", *, deliver: bool = True
    ) -> None:
        self.seq += 1
        event = BoardEvent(device, "x", self.seq, int(self.now * 1000), self.now, kind, zone, (uid_of(what),))
        self.store.inbox.receive([event])
        if deliver:
            self.hub.received([event])
            self.now += 0.5
            self.hub.pump()

    def tap(self, *whats: str, zone: str = "tap", device: str = "b1") -> None:
        for what in whats:
            self.receive(what, zone, "+", device)
            self.receive(what, zone, "-", device)

    def writes(self) -> FakeLink:
        """Make the first board able to write tags, and return it."""
        board = self.links["b1"]
        zones = {"tap": "ok"}
        board.status = LinkStatus(state=LinkState.UP, message="up", device="b1", zones=zones, caps=("tag",))
        return board

    def tokens(self) -> dict[str, int]:
        assert self.hub.table is not None
        return dict(self.hub.table.view().tokens)
