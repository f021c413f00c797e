"""Both halves of the link over a line that loses, cuts, doubles and garbles: every scoring event once, in order."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from lairkeeper.board import BoardEvent, HostSession, LinkState, MemoryInbox
from lairkeeper.board.events import GAP, TOMBSTONE

pytestmark = pytest.mark.fault

UIDS = tuple(f"04{i:012x}" for i in range(9))
NOISE = (b">>> ", b"MPY: soft reboot\r\n", b"\x1e", b"\x1e[", b"\n", b"\xff\x00\x03", b"*aa838fb2\n")


class FailingInbox(MemoryInbox):
    """Fails now and then, as a full or locked disk does."""

    def __init__(self, rnd: random.Random) -> None:
        super().__init__()
        self._rnd = rnd
        self.calm = False

    def receive(self, events: Sequence[BoardEvent]) -> None:
        if not self.calm and self._rnd.random() < 0.05:
            raise OSError("disk full")
        super().receive(events)


class Line:
    """A board and a host with a bad cable between them."""

    def __init__(self, seed: int) -> None:
        self.rnd = random.Random(seed)
        self.now = 0
        self.calm = False
        self.faults = 0
        self.boots = 0
        self.inbox = FailingInbox(self.rnd)
        self.placed: list[tuple[str, int, str]] = []  # boot, seq, uid of every scoring event the board took
        self.power_on()
        self.start_host()

    def power_on(self) -> None:
        from linkrig import Rig

        self.boots += 1
        self.boot = f"boot-{self.boots}"
        self.board = Rig({"device": "lair-1", "boot": self.boot}, 64)

    def start_host(self) -> None:
        self.host = HostSession(self.inbox, wall=lambda: 0.0, nonce=lambda: f"{self.rnd.random()}")
        self.host.open("port", self.now)

    def place(self) -> None:
        uid = self.rnd.choice(UIDS)
        zone = self.rnd.choice(("tap", "seat-1"))
        seq = self.board.put([self.rnd.choice("+-"), zone, uid, 0], self.now)
        if seq and zone == "tap":
            self.placed.append((self.boot, seq, uid))

    def hurt(self, data: bytes) -> bytes:
        chance = self.rnd.random()
        if self.calm or chance > 0.08 or not data:
            return data
        self.faults += 1
        cut = self.rnd.randrange(len(data))
        match self.rnd.randrange(5):
            case 0:
                return b""
            case 1:
                return data[:cut]
            case 2:
                return data + data
            case 3:
                return data[:cut] + bytes([data[cut] ^ 0x11]) + data[cut + 1 :]
            case _:
                return self.rnd.choice(NOISE) + data

    def break_something(self) -> None:
        chance = self.rnd.random()
        if chance < 0.002:
            self.faults += 1
            self.forget_unsafe()
            self.power_on()
        elif chance < 0.004:
            self.faults += 1
            self.start_host()
        elif chance < 0.008:
            self.faults += 1
            self.host.close("unplugged")
            self.board.session.lost()
            self.host.open("port", self.now)

    def forget_unsafe(self) -> None:
        """Lose the board's memory: only what was safe must have survived."""
        waiting = {self.board.ring.read(i)[0] for i in range(self.board.ring.count)}
        self.placed = [(boot, seq, uid) for boot, seq, uid in self.placed if boot != self.boot or seq not in waiting]

    def step(self) -> None:
        self.now += 10
        self.board.session.tick(self.now)
        self.host.tick(self.now)
        self.host.feed(self.hurt(self.board.take_out()), self.now)
        self.board.session.feed(self.hurt(self.host.outgoing()), self.now)


@pytest.mark.parametrize("seed", range(12))
def test_nothing_lost_nothing_twice(seed: int) -> None:
    line = Line(seed)
    for _ in range(4000):
        if line.rnd.random() < 0.05:
            line.place()
        line.break_something()
        line.step()
    line.calm = line.inbox.calm = True
    line.host.open("port", line.now)
    for _ in range(1200):
        line.step()
        if line.host.status.state is LinkState.UP and not line.board.ring.count:
            break
    assert line.host.status.state is LinkState.UP, line.host.status
    assert line.board.ring.count == 0, "the line stands still"
    got = [(event.boot, event.seq, event.uid) for event in line.inbox.events if event.zone == "tap"]
    assert set(line.placed) <= set(got)
    assert len(set(got)) == len(got)
    for boot in {event.boot for event in line.inbox.events}:
        seqs = [event.seq for event in line.inbox.events if event.boot == boot]
        assert seqs == sorted(seqs)
    assert line.faults > 30
    assert len(line.placed) > 40


def test_every_seq_is_accounted_for() -> None:
    line = Line(99)
    line.inbox.calm = True
    for _ in range(3000):
        if line.rnd.random() < 0.2:
            line.place()
        if line.rnd.random() < 0.003:
            line.host.close("unplugged")
            line.board.session.lost()
            for _ in range(90):
                line.place()
            line.host.open("port", line.now)
        line.step()
    line.calm = True
    for _ in range(800):
        line.step()
    expected = 1
    for event in line.inbox.events:
        first = event.seq - event.data[0] + 1 if event.kind == TOMBSTONE else event.seq
        assert first <= expected <= event.seq
        expected = event.seq + 1
    kinds = {event.kind for event in line.inbox.events}
    assert {TOMBSTONE, GAP} <= kinds, "the ring was never full: this test shows nothing"
