"""Measure how long a match takes to resume: one with 100 records, and one with a season's."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted
from lairkeeper.games import get_game
from lairkeeper.store import Store
from lairkeeper.table import Table
from lairkeeper.table.past import MatchPast

GAME = get_game("forever-evil")
TIMES = 7
SHORT, LONG = 100, 20_000


def kept(path: Path, records: int) -> None:
    """Store a match of tokens that change hands, with the snapshots that it leaves."""
    header = Header(GAME.id, ("Ana", "Bo", "Cy", "Di"), "deck")
    history = History.start(GAME, header)
    assert isinstance(history, History)
    with Store.open(path) as store, store.write():
        match = store.matches.create(header_to_json(header), 1.0)
        past = MatchPast(store, match, GAME, header)
        for n in range(records):
            if n:
                seat, amount = header.seats[(n - 1) // 2 % 4], 2 + (n - 1) // 2 % 7
                command = Command(move="adjust", by=seat, amount=amount if n % 2 else -amount)
                assert isinstance(history.submit(command), Accepted)
            store.journal.append(match, record_to_json(history.last), at=1.7e9 + n, who="page", why="click")
            past.keep(history)


def resume_ms(path: Path) -> float:
    """Median milliseconds from the file on the disk to a match that can be shown."""
    times = []
    for _ in range(TIMES):
        began = time.perf_counter()
        with Store.open(path) as store:
            table = Table.resume(store, 1)
            table.view()
            table.log()
            times.append(time.perf_counter() - began)
    return median(times) * 1000


def run() -> dict[str, dict[str, Any]]:
    """``store.resume_20000_ms``, at most 100 ms above ``store.resume_100_ms``."""
    with tempfile.TemporaryDirectory() as folder:
        short, long = Path(folder) / "short.db", Path(folder) / "long.db"
        kept(short, SHORT)
        kept(long, LONG)
        least, most = resume_ms(short), resume_ms(long)
    figure = {"unit": "ms", "baseline": round(least, 1)}
    return {
        "store.resume_100_ms": {
            "value": round(least, 1),
            "ratio": 1.0,
            "what": f"the database opened and a match of {SHORT} records resumed, with its view and log",
            **figure,
        },
        "store.resume_20000_ms": {
            "value": round(most, 1),
            "ratio": round(most / least, 2),
            "what": f"the same for {LONG:,} records, against {SHORT}; the aim is less than 100 ms more",
            **figure,
        },
    }
