"""From a frame on the wire to its acknowledgement, commit included, against the least this machine can do."""

from __future__ import annotations

import asyncio
import os
import select
import sqlite3
import tempfile
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from lairkeeper.board import Link, LockstepLink, MemoryInbox, SimulatedBoard
from lairkeeper.board.frame import FrameReader, encode
from lairkeeper.store.db import Store

ROOT = Path(__file__).parents[2]
ROUNDS = 400
BURST = 1600
WINDOW = 16
SCANS = 600
UID = "04319f5d240289"


def measure(rounds: int = ROUNDS) -> dict[str, list[float]]:
    """Seconds of each round: ``link`` (frame to ack), ``echo`` (bare pty), ``insert`` (durable row), taken in turn."""
    (ROOT / "build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        echo, linked = Echo(), Linked(Path(folder) / "bench.db")
        rows = Rows(Path(folder) / "plain.db")
        taken: dict[str, list[float]] = {"link": [], "echo": [], "insert": []}
        for number in range(1, rounds + 1):
            for name, once in (("link", linked.once), ("echo", echo.once), ("insert", rows.once)):
                taken[name].append(timed(once, number))
        linked.close()
        echo.close()
    return {name: values[rounds // 10 :] for name, values in taken.items()}


def timed(once: Callable[[int], None], number: int) -> float:
    """Seconds that one call takes."""
    began = time.perf_counter()
    once(number)
    return time.perf_counter() - began


def frame(number: int) -> bytes:
    """Return an event of the usual size."""
    return encode(["E", number, 8_000_000 + number, "+", "tap", UID])


class Pty:
    """A raw pseudo-terminal; the board's end is ours."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.name = os.ttyname(self.slave)

    def say(self, data: bytes) -> None:
        """Send as the board."""
        os.write(self.master, data)

    def hear(self, seconds: float = 5.0) -> bytes:
        """Return the bytes that the host has sent; raise ``TimeoutError`` when none come in time."""
        if not select.select([self.master], [], [], seconds)[0]:
            raise TimeoutError("the host does not answer")
        return os.read(self.master, 4096)


class Echo:
    """A thread that sends back each byte it reads."""

    def __init__(self) -> None:
        self._pty = Pty()
        threading.Thread(target=self._run, daemon=True).start()

    def once(self, number: int) -> None:
        """There and back."""
        self.window(number, 1)

    def window(self, first: int, n: int) -> None:
        """So many frames there and back."""
        data = b"".join(frame(number) for number in range(first, first + n))
        self._pty.say(data)
        got = 0
        while got < len(data):
            got += len(self._pty.hear())

    def close(self) -> None:
        """Let the thread end."""
        self._pty.say(b"\x04")

    def _run(self) -> None:
        while (data := os.read(self._pty.slave, 4096)) != b"\x04":
            os.write(self._pty.slave, data)


class Rows:
    """One durable row at a time, as plainly as SQLite can."""

    def __init__(self, path: Path) -> None:
        self._db = sqlite3.connect(path, isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        self._db.execute("CREATE TABLE row (id INTEGER PRIMARY KEY, data BLOB)")

    def once(self, number: int) -> None:
        """Insert and commit."""
        self._db.execute("INSERT INTO row (data) VALUES (?)", (frame(number),))


class Linked:
    """The app's own link and store in a thread; the board's part is played here."""

    def __init__(self, path: Path) -> None:
        self._pty = Pty()
        self._reader = FrameReader()
        self._heard: list[list[Any]] = []
        self._path = path
        self._ended = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()), daemon=True)
        self._thread.start()
        hello = self._wait_for("H")
        self._pty.say(encode(["h", 1, hello[2], "b", None, "bench", "boot", 1, 1, "0", "bench", [], [16, 256]]))
        self._wait_for("G")
        self._pty.say(encode(["S", 0, "tap", "ok", []]) + encode(["s", 0, 1]))

    def once(self, number: int) -> None:
        """Send an event and wait for its acknowledgement."""
        self.window(number, 1)

    def window(self, first: int, n: int) -> None:
        """So many events, until the last is acknowledged."""
        self._pty.say(b"".join(frame(number) for number in range(first, first + n)))
        while self._wait_for("A")[1] != first + n - 1:
            continue

    def close(self) -> None:
        """Stop the link."""
        self._ended.set()
        self._thread.join()

    def _wait_for(self, kind: str) -> list[Any]:
        while True:
            while self._heard:
                items = self._heard.pop(0)
                if items[0] == kind:
                    return items
            self._heard += self._reader.feed(self._pty.hear())

    async def _run(self) -> None:
        with Store.open(self._path) as store:
            stop = asyncio.Event()
            link = Link(self._pty.name, store.inbox)
            running = asyncio.create_task(link.run(stop))
            while not self._ended.is_set():
                await asyncio.sleep(0.1)
            stop.set()
            await running


def burst(events: int = BURST) -> tuple[float, float]:
    """Events a second that are stored and acknowledged, a window on the way; and bare frames a second on a pty."""
    with tempfile.TemporaryDirectory(dir=ROOT / "build") as folder:
        echo, linked = Echo(), Linked(Path(folder) / "bench.db")
        began = time.perf_counter()
        for first in range(1, events + 1, WINDOW):
            linked.window(first, WINDOW)
        ours = time.perf_counter() - began
        began = time.perf_counter()
        for first in range(1, events + 1, WINDOW):
            echo.window(first, WINDOW)
        bare = time.perf_counter() - began
        linked.close()
        echo.close()
    return events / ours, events / bare


def evening(scans: int = SCANS) -> tuple[float, float]:
    """(wall seconds, simulated seconds) of so many scans on four readers, each acknowledged and answered."""
    with SimulatedBoard(["tap", "seat-1", "seat-2", "seat-3"], paced=False, interpreter="micropython") as board:
        inbox = MemoryInbox()
        link = LockstepLink(board, inbox)
        link.start()
        began, simulated = time.perf_counter(), link.now_ms
        for number in range(scans):
            reader = board.readers[number % 4]
            board.place(reader, f"04{number:012x}")
            link.advance(2000, until=lambda n=2 * number: len(inbox.events) > n)  # type: ignore[misc]
            link.feedback(inbox.events[-1], "applied")
            board.take(reader, f"04{number:012x}")
            link.advance(2000, until=lambda n=2 * number + 1: len(inbox.events) > n)  # type: ignore[misc]
        assert len(inbox.events) == 2 * scans, "scans got lost"
        return time.perf_counter() - began, (link.now_ms - simulated) / 1000


def run() -> dict[str, dict[str, Any]]:
    """``link.commit_ack_ratio`` must stay at most 3, ``link.match_s`` at most 60."""
    taken = measure()
    wall, simulated = evening()
    rate, bare = burst()
    return {
        "link.commit_ack_ratio": against(
            taken,
            median,
            "p50 from frame received to ack sent, commit included, against a bare pty echo and one durable"
            " SQLite insert; the aim is a ratio of at most 3",
        ),
        "link.commit_ack_p99": against(taken, lambda values: quantiles(values, n=100)[98], "the same, p99"),
        "link.events_per_s": {
            "value": round(rate),
            "unit": "1/s",
            "baseline": round(bare),
            "ratio": round(rate / bare, 3),
            "what": f"events a second over a pty, stored and acknowledged, {WINDOW} on the way, against frames through"
            " a bare byte echo on a pty",
        },
        "link.match_s": {
            "value": round(wall, 2),
            "unit": "s",
            "baseline": 60,
            "ratio": round(wall / 60, 3),
            "what": f"wall time of {SCANS} scans on 4 readers through the firmware on MicroPython,"
            f" {simulated:.0f} s of simulated time; the aim is under 60 s",
        },
    }


def against(taken: dict[str, list[float]], point: Callable[[list[float]], float], what: str) -> dict[str, Any]:
    """One figure: the link at a point of its distribution, against echo and insert at theirs."""
    ours, least = point(taken["link"]), point(taken["echo"]) + point(taken["insert"])
    return {
        "value": round(ours * 1e6),
        "unit": "µs",
        "baseline": round(least * 1e6),
        "ratio": round(ours / least, 2),
        "what": what,
    }
