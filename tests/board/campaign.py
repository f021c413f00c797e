"""Both halves of the link against everything that can happen to them, in simulated time.

Every scan has a UID of its own, so that one that is lost, doubled or taken for another is noticed.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

from lairkeeper.board import BoardEvent, HostSession, LinkState, MemoryInbox

STEP_MS = 10
CALM_MS = 5000
BURST = 60
LINK_TESTS = Path(__file__).parents[1] / "link"
FIRMWARE = Path(__file__).parents[2] / "firmware"
REPL = (
    b">>> ", b"\r\nMPY: soft reboot\r\n", b"raw REPL; CTRL-B to exit\r\n>",
    b'Traceback (most recent call last):\r\n  File "main.py", line 5\r\nKeyboardInterrupt: \r\n>>> ',
)  # fmt: skip
GARBAGE = (b"\x1e", b"\x1e[", b"\n", b"\xff\x00\x03\x04", b"*aa838fb2\n", b'\x1e["A",9]*00000000\n', b"\x1e" * 700)


class Board(Protocol):
    """tests/link/boardrig.py, in this process or on MicroPython."""

    def on(self, boot: str) -> None: ...
    def lost_line(self) -> None: ...
    def step(self, now: int, data: bytes, puts: list[list[Any]], cut: int | None) -> dict[str, Any]: ...


class BoardOnMicroPython:
    """The same board on the interpreter that counts."""

    def __init__(self) -> None:
        interpreter = Path(sys.executable).with_name("micropython")
        self._process = subprocess.Popen(
            [interpreter, "-X", "heapsize=4M", LINK_TESTS / "boardrig.py"],
            env={"MICROPYPATH": f"{FIRMWARE}:{LINK_TESTS}:.frozen"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip

    def on(self, boot: str) -> None:
        self._ask(["on", boot])

    def lost_line(self) -> None:
        self._ask(["lost"])

    def step(self, now: int, data: bytes, puts: list[list[Any]], cut: int | None) -> dict[str, Any]:
        answer = self._ask(["step", now, data.hex(), puts, cut])
        answer["out"] = bytes.fromhex(answer["out"])
        return answer

    def close(self) -> None:
        self._process.communicate("")

    def _ask(self, request: list[Any]) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, "the board's interpreter has died"
        return json.loads(line)


class DurableInbox(MemoryInbox):
    """Outlives the host's program. Fails when told to, before or after it has stored: both happen to disks."""

    def __init__(self) -> None:
        super().__init__()
        self.fail = ""

    def has(self, *key: str | int) -> bool:
        return key in self._keys

    def receive(self, events: Sequence[BoardEvent]) -> None:
        if self.fail == "before":
            raise OSError("disk full")
        super().receive(events)
        if self.fail == "after":
            raise OSError("disk gone")


class Campaign:
    """One board, one host and a bad line between them. ``faults`` counts what was done to them, by name."""

    def __init__(self, seed: int, board: Board) -> None:
        self.rnd = random.Random(seed)
        self.board = board
        self.faults: Counter[str] = Counter()
        self.now = 0
        self.boots = 0
        self.inbox = DurableInbox()
        self.taken: list[tuple[str, int, str, str]] = []  # boot, seq, zone, uid of each scoring scan
        self.may_be_lost: set[tuple[str, int]] = set()
        self.safe: set[tuple[str, int]] = set()  # the board's light said so, or its journal has it
        self.kept = 0
        self.waiting = 0
        self.scans = 0
        self.worst_ms = 0
        self.to_board = b""
        self.to_host = b""
        self.line_open = True
        self.reset_board()
        self.start_host()

    # What happens

    def run(self, faults: int) -> None:
        """Bursts of faults, each followed by calm in which everything must arrive, and never stand still for long."""
        while self.faults.total() < faults:
            goal = self.faults.total() + BURST
            while self.faults.total() < goal:
                self.misfortune()
                self.step(calm=False)
            self.calm_down()
        self.check_all()

    def calm_down(self) -> None:
        """No more faults: how long until the board holds nothing and the link is up."""
        self.inbox.fail = ""
        if not self.line_open:
            self.plug_in()
        moved, held = self.now, self.waiting
        while self.waiting or self.host.status.state is not LinkState.UP:
            self.step(calm=True)
            if self.waiting != held:
                self.worst_ms = max(self.worst_ms, self.now - moved)
                moved, held = self.now, self.waiting
            assert self.now - moved <= CALM_MS, f"stands still: {self.host.status}, {self.waiting} waiting"
        self.worst_ms = max(self.worst_ms, self.now - moved)
        self.check_new()

    def step(self, calm: bool) -> None:
        """Ten milliseconds."""
        self.now += STEP_MS
        puts = [self.scan() for _ in range(self.rnd.randrange(3))] if not calm and self.rnd.random() < 0.3 else []
        cut = None
        if not calm and self.rnd.random() < 0.01:
            cut = self.rnd.randrange(200)
        came, self.to_board = self.to_board, b""
        answer = self.board.step(self.now, came, puts, cut)
        self.book(puts, answer)
        if answer["dead"]:
            self.faults["power cut in the journal"] += 1
            self.reset_board()
            return
        self.host.tick(self.now)
        if self.line_open:
            self.host.feed(self.to_host, self.now)
            self.host.tell()
            self.to_host = self.hurt(answer["out"], calm)
            self.to_board += self.hurt(self.host.outgoing(), calm)

    def scan(self) -> list[Any]:
        self.scans += 1
        zone = self.rnd.choice(("tap", "tap", "seat-1"))
        return [self.rnd.choice("++-"), zone, f"04{self.scans:012x}", 0]

    def book(self, puts: list[list[Any]], answer: dict[str, Any]) -> None:
        """Remember what the board took, and what it believes to be safe."""
        for put, seq in zip(puts, answer["seqs"], strict=True):
            if seq and put[1] == "tap":
                self.taken.append((self.boot, seq, put[1], put[2]))
        self.kept = answer["kept"]
        self.waiting = answer["waiting"]
        for boot, seq in answer["gone"]:
            self.safe.add((boot, seq))
            assert self.inbox.has("lair-1", boot, seq), f"called safe, but not in the inbox: {boot} {seq}"

    # What can go wrong

    def misfortune(self) -> None:
        """Now and then something worse than a bad line."""
        chance = self.rnd.random()
        for each, name, do in (
            (0.004, "board reset", self.reset_board),
            (0.004, "host killed", self.start_host),
            (0.008, "cable out or in", self.unplug if self.line_open else self.plug_in),
            (0.004, "disk trouble", self.trouble),
        ):
            if chance < each:
                self.faults[name] += 1
                do()
                return
            chance -= each

    def hurt(self, data: bytes, calm: bool) -> bytes:
        """Return the data as a bad line delivers it."""
        if calm or not data or self.rnd.random() > 0.3:
            return data
        cut = self.rnd.randrange(len(data))
        harm: dict[str, Callable[[], bytes]] = {
            "drop": lambda: b"",
            "truncate": lambda: data[:cut],
            "duplicate": lambda: data + data,
            "flip": lambda: data[:cut] + bytes([data[cut] ^ 1 << self.rnd.randrange(8)]) + data[cut + 1 :],
            "garbage": lambda: self.rnd.choice(GARBAGE) + data,
            "repl": lambda: data[:cut] + self.rnd.choice(REPL) + data[cut:],
            "split": lambda: self.late(data, cut),
        }
        name = self.rnd.choice(list(harm))
        self.faults[name] += 1
        return harm[name]()

    def late(self, data: bytes, cut: int) -> bytes:
        """Lose the end of the first half and the start of the second: two frames merge into one invalid frame."""
        return data[:cut] + data[min(len(data), cut + self.rnd.randrange(1, 30)) :]

    def reset_board(self) -> None:
        """RAM is lost: what was neither acknowledged nor kept may be gone."""
        if self.boots:
            held = {(boot, seq) for boot, seq, _, _ in self.taken if boot == self.boot and seq > self.kept}
            self.may_be_lost |= held - self.safe
        self.boots += 1
        self.boot = f"b{self.boots:07x}"
        self.kept = 0
        self.to_board = self.to_host = b""
        self.board.on(self.boot)
        self.waiting = 1  # until it has said otherwise

    def start_host(self) -> None:
        """Start a new program on the old database."""
        self.host = HostSession(self.inbox, wall=lambda: self.now / 1000, nonce=lambda: f"{self.rnd.random()}")
        self.inbox.fail = ""
        if self.line_open:
            self.host.open("port", self.now)

    def unplug(self) -> None:
        self.line_open = False
        self.to_board = self.to_host = b""
        self.host.close("unplugged", port="port")
        self.board.lost_line()

    def plug_in(self) -> None:
        self.line_open = True
        self.host.open("port", self.now)

    def trouble(self) -> None:
        self.inbox.fail = self.rnd.choice(("", "before", "after"))

    # What must hold

    def check_new(self) -> None:
        """All that the board took is there, once, and in its order; what may be lost need not be there."""
        got = [(e.boot, e.seq, e.zone, e.uid) for e in self.inbox.events if e.zone == "tap"]
        there = {(boot, seq) for boot, seq, _, _ in got}
        assert len(there) == len(got), "an event twice"
        missing = {(boot, seq) for boot, seq, _, _ in self.taken} - there - self.may_be_lost
        assert not missing, f"lost: {sorted(missing)[:5]}"
        assert set(got) <= set(self.taken), "an event that never was, or under another's name"
        wanted = [event for event in self.taken if event[:2] in there]
        assert got == wanted, "out of order"

    def check_all(self) -> None:
        self.check_new()
        assert len({event.uid for event in self.inbox.events}) >= len(self.taken) - len(self.may_be_lost)
        lost = len(self.may_be_lost - {(e.boot, e.seq) for e in self.inbox.events})
        assert lost < len(self.taken) / 2, "most scans were lost with the board's memory: this shows little"
