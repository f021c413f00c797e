"""Measure how long a tap waits to be saved while a backup of 10,000 matches is written beside it."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from lairkeeper.board import BoardEvent
from lairkeeper.store import Store
from lairkeeper.store.backup import write_backup

MATCHES, RECORDS = 10_000, 30
HEADER = {"format": 1, "game": "forever-evil", "seats": ["Ana", "Bo", "Cleo"], "level": "deck"}
RECORD = {"format": 1, "kind": "command", "command": {"move": "gain", "by": "Ana", "card": "vp-5"},
          "events": [{"event": "Paid", "payer": "bank", "payee": "Ana", "tokens": {"5": 1}}], "by": "Ana"}  # fmt: skip
PACE_S = 0.02
"""Seconds between two taps: far quicker than hands."""


def filled(path: Path, matches: int, records: int) -> None:
    """Store this many matches, each with this many records."""
    header = json.dumps(HEADER)
    with Store.open(path) as store, store.write() as connection:
        for match in range(1, matches + 1):
            connection.execute(
                "INSERT INTO matches (game, header, started_at, closed_at) VALUES ('forever-evil', ?, 1, 2)", (header,)
            )
            connection.executemany(
                "INSERT INTO journal (match, n, at, who, why, record) VALUES (?, ?, 1, 'Ana', 'tap', ?)",
                [(match, n, json.dumps({**RECORD, "n": n})) for n in range(records)],
            )  # fmt: skip


def waits_ms(path: Path, target: Path) -> list[float]:
    """Return how long each tap waited to be on the disk, in milliseconds, while the backup was written."""
    found: list[float] = []
    with Store.open(path) as store:
        match = store.matches.create(HEADER, 1.0)
        writing = threading.Thread(target=write_backup, args=(path, target))
        writing.start()
        seq = 0
        while writing.is_alive():
            began = time.perf_counter()
            store.inbox.receive([BoardEvent("board-1", "b1", seq, seq * 10, 1.0, "+", "tap", ("04aa",))])
            store.journal.append(match, {**RECORD, "n": seq}, at=1.0, who="Ana", why="tap", consumed=[seq + 1])
            found.append((time.perf_counter() - began) * 1000)
            seq += 1
            time.sleep(PACE_S)
        writing.join()
    return found


def run() -> dict[str, dict[str, Any]]:
    """``backup.tap_ms``: the longest wait of a tap; the aim is 100 ms."""
    with tempfile.TemporaryDirectory() as folder:
        path, target = Path(folder) / "lair.db", Path(folder) / "backup.db"
        filled(path, MATCHES, RECORDS)
        began = time.perf_counter()
        waits = waits_ms(path, target)
        seconds, size = time.perf_counter() - began, target.stat().st_size
    longest = max(waits)
    return {
        "backup.tap_ms": {
            "unit": "ms",
            "baseline": 100.0,
            "value": round(longest, 1),
            "ratio": round(longest / 100.0, 2),
            "what": f"the longest that one of {len(waits)} taps waited to be saved while {MATCHES:,} matches"
            f" ({size >> 20} MB) were backed up in {seconds:.1f} s; the aim is 100 ms",
        }
    }
