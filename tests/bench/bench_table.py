"""From a scan in the inbox to its command in the journal, after settling, against one durable SQLite insert."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from lairkeeper.board import BoardEvent
from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid

GAME = "forever-evil"
SCANS = 300


def durable_insert(folder: Path) -> float:
    """Median milliseconds of one row that is on the disk when the call returns."""
    connection = sqlite3.connect(folder / "bare.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE t (a TEXT)")
    times = []
    for n in range(SCANS):
        began = time.perf_counter()
        connection.execute("INSERT INTO t VALUES (?)", (f"{n:0200}",))
        times.append(time.perf_counter() - began)
    connection.close()
    return median(times) * 1000


LIES, AWAY = 0.3, 2.0
"""Seconds that a token lies, and until the next one: one that is faster at the next tray was carried past."""


def scan_to_command(folder: Path, level: str = "score") -> tuple[float, float]:
    """Median and 99th percentile in milliseconds over a match of tokens tapped on four trays."""
    now = 1000.0
    times = []
    with Store.open(folder / f"{level}.db") as store:
        hub = Hub(store, clocks=Clocks(lambda: now, lambda: now))
        hub.enrol_demo_set(GAME)
        table = hub.start(GAME, ["Ana", "Bo", "Cy", "Di"], level=level, ruleset={"turn-end": "told"})
        assert isinstance(table, Table)
        for n in range(SCANS):
            for kind in "+-":
                uid = demo_uid(GAME, f"vp-{(1, 5, 10)[n % 3]}#1")
                seq, reader = len(times) * 2 + (kind == "-"), f"seat-{n % 4 + 1}"
                event = BoardEvent("bench", "boot", seq, round(now * 1000), now, kind, reader, (uid,), now)
                store.inbox.receive([event])
                now += LIES if kind == "+" else AWAY
                began = time.perf_counter()
                hub.received([event])
                if kind == "+":
                    took = time.perf_counter() - began
            times.append(took)
        assert sum(table.view().tokens.values()) == sum((1, 5, 10)[n % 3] for n in range(SCANS))
    times.sort()
    return median(times) * 1000, times[int(len(times) * 0.99)] * 1000


def undo_to_list(folder: Path) -> float:
    """Median milliseconds of one undo at level ``deck``: its record and what hands must do, both on the disk."""
    times = []
    with Store.open(folder / "undo.db") as store:
        hub = Hub(store, clocks=Clocks(lambda: 1000.0, lambda: 1000.0))
        table = hub.start(GAME, ["Ana", "Bo", "Cy", "Di"], level="deck")
        assert isinstance(table, Table)
        for n in range(SCANS // 3):
            seat = table.header.seats[n % 4]
            assert isinstance(table.act(Command(move="gain", by=seat, card="vp-5"), "bench"), Accepted)
            assert isinstance(table.act(Command(move="gain", by=seat, card="kick"), "bench"), Accepted)
            began = time.perf_counter()
            assert isinstance(table.undo(1, "bench"), Accepted)
            times.append(time.perf_counter() - began)
            assert [line.target for line in table.todo] == ["kicks"]
            table.all_done()
    return median(times) * 1000


def run() -> dict[str, dict[str, Any]]:
    """Return the figures of this bench."""
    with tempfile.TemporaryDirectory() as name:
        base = durable_insert(Path(name))
        middle, slow = scan_to_command(Path(name))
        _, deck = scan_to_command(Path(name), "deck")
        undo = undo_to_list(Path(name))
    what = "scan in the inbox to command in the journal, settling apart; baseline one durable insert, same run"
    return {
        "table.scan_to_command_ms": {
            "value": middle, "unit": "ms", "baseline": base, "ratio": middle / base, "what": f"{what}; median",
        },
        "table.scan_to_command_p99_ms": {
            "value": slow, "unit": "ms", "baseline": base, "ratio": slow / base, "what": f"{what}; budget 50 ms",
        },
        "table.scan_to_command_deck_p99_ms": {
            "value": deck, "unit": "ms", "baseline": base, "ratio": deck / base, "what": "the same at level deck",
        },
        "table.undo_to_list_ms": {
            "value": undo, "unit": "ms", "baseline": base, "ratio": undo / base,
            "what": "undo at level deck to its record and list in the store; median; baseline one durable insert",
        },
    }  # fmt: skip
