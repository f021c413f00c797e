"""A match of the toy game on a real store, tapped through board events."""

from __future__ import annotations

from pathlib import Path

from lairkeeper.board import BoardEvent, ZoneSnapshot
from lairkeeper.core.header import Header
from lairkeeper.core.pieces import KINDS, SHARED, piece
from lairkeeper.core.purse import worth
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Table, demo_uid
from lairkeeper.table.virtual import enrol_set
from lairkeeper.tags import Registry, Stock

from ..scans.toy import CATALOG, TOY

BOX = Stock(TOY.id, {kind: facts.copies for kind, facts in CATALOG.kinds.items()})
SEATS = ("Ana", "Bo", "Cy")
EPOCH = 1_767_225_600.0


def uid_of(what: str) -> str:
    """Return the made-up UID of a piece, ``?uid`` as it stands."""
    if what.startswith("?"):
        return what[1:]
    component = what if "#" in what else f"{what}#1"
    return demo_uid(SHARED if piece(component) else TOY.id, component).lower()


class Desk:
    """``tap`` sends what a board would send, and lets the table judge it by a clock of its own.

    ``now`` runs steadily; ``set_by`` is how far the wall clock was set in all. The steady clock begins anew with each
    run of the app, as on a computer that was started again.
    """

    def __init__(self, path: Path | str = ":memory:", seats: tuple[str, ...] = SEATS) -> None:
        self.path = path
        self.now = 1000.0
        self.set_by = 0.0
        self.clocks = self.new_clocks()
        self.seq = 0
        self.told: list[tuple[int, str]] = []
        self.store = Store.open(path)
        registry = Registry(self.store.tags, self.clocks.wall)
        with self.store.write():
            enrol_set(registry, BOX)
            enrol_set(registry, Stock(SHARED, dict(KINDS)))
        table = Table.new(self.store, TOY, Header(TOY.id, seats), clocks=self.clocks)
        assert isinstance(table, Table)
        self.sit(table)

    def new_clocks(self) -> Clocks:
        """Return the clocks of one run of the app."""
        begun = self.now
        return Clocks(lambda: EPOCH + self.now + self.set_by, lambda: self.now - begun)

    def sit(self, table: Table) -> None:
        self.table = table
        table.feedback = lambda event, verdict: self.told.append((event.seq, verdict))

    def event(
        self, what: str, zone: str = "tap", kind: str = "+", *, device: str = "b1", boot: str = "x"
    ) -> BoardEvent:
        self.seq += 1
        data = (what,) if kind == "b" else (uid_of(what),)
        clocks = self.clocks
        ms = round(self.now * 1000)
        return BoardEvent(device, boot, self.seq, ms, clocks.wall(), kind, zone, data, clocks.steady())

    def receive(self, *events: BoardEvent) -> None:
        """Commit to the inbox; judge nothing yet."""
        self.clocks.seen(events)
        self.store.inbox.receive(events)

    def tap(self, *whats: str, zone: str = "tap", device: str = "b1") -> Desk:
        for what in whats:
            for kind in "+-":
                self.receive(self.event(what, zone, kind, device=device))
                self.wait(0.5)
        return self

    @property
    def last_code(self) -> str | None:
        """Return what the screen says of the last scan."""
        return self.table.last_scan.code if self.table.last_scan is not None else None

    def wait(self, seconds: float) -> Desk:
        self.now += seconds
        self.table.pump()
        return self

    def snapshot(self, zone: str, *whats: str, boot: str = "x", status: str = "ok") -> None:
        tags = tuple((uid_of(what), 100) for what in whats)
        self.table.snapshot([ZoneSnapshot("b1", boot, self.seq, self.now, zone, status, tags)])

    def crash(self) -> Desk:
        """All memory is gone; the file is what the last commit made it."""
        self.store.close()
        self.store = Store.open(self.path)
        self.clocks = self.new_clocks()
        match = self.store.matches.current()
        assert match is not None
        self.sit(Table.resume(self.store, match, clocks=self.clocks, find=lambda _: TOY))
        return self

    @property
    def scores(self) -> dict[str, int]:
        state = self.table.history.state
        return {seat: worth(state, seat) for seat in self.table.header.seats}

    @property
    def verdicts(self) -> list[str]:
        return [verdict for _, verdict in self.told]
