"""Measure the history with 10,000 matches in the store: a page of the list, and a replay at any turn of any match."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from lairkeeper.store import Store
from lairkeeper.table import Hub
from tests.web.conftest import Client, client_for
from tests.web.season import DAY, keep, whole

MATCHES = 10_000
FEW = 40
WHOLE = 32
TIMES = 15
NOW = 1.8e9
QUERIES = (
    "", "?page=200", "?text=storm", "?game=forever-evil&level=full", "?who=1&won=2&state=ended", "?since=2026-01-01",
)  # fmt: skip
"""Lists that people ask for."""
GAMES = ("dc-forever", "evil-101", "evil-league", "forever-evil")


def shelf(path: Path, matches: int) -> Store:
    """Return a store with so many matches; the last ``WHOLE`` are whole matches of all games at their full level.

    A replay opens those, and the first page of the list reads their logs. The others are copies of a beginning.
    """
    store = Store.open(path)
    begun = keep(store, whole("forever-evil", "score"), NOW - DAY * matches, indexed=False)
    copy(store, begun, matches - WHOLE)
    with store.write():
        for n in range(1, matches - WHOLE, 100):
            store.matches.annotate(n, "The night of the storm", None)
    for n in range(WHOLE):
        keep(store, whole(GAMES[n % len(GAMES)]), NOW - (WHOLE - n) * DAY / 100)
    return store


def copy(store: Store, match: int, last: int) -> None:
    """Copy a match, with its people, its result and its first records, to each number up to ``last``."""
    numbers = f"WITH RECURSIVE k(n) AS (SELECT {match + 1} UNION ALL SELECT n + 1 FROM k WHERE n < {last})"
    with store.write() as connection:
        for table, columns, where in (
            ("matches", "game, header, finished_at, closed_at, result", "t.id"),
            ("journal", "t.n, at, who, why, record", "t.n < 8 AND t.match"),
            ("lengths", "8", "t.match"),
            ("seats", "position, person, crest", "t.match"),
            ("results", "position, seat, score, rank, winner, tiebreak", "t.match"),
        ):
            names = columns.replace("t.", "").replace("8", "records")
            more = (", started_at", f", started_at + k.n * {DAY}") if table == "matches" else ("", "")
            key = "id" if table == "matches" else "match"
            connection.execute(
                f"{numbers} INSERT INTO {table} ({key}, {names}{more[0]})"
                f" SELECT k.n, {columns}{more[1]} FROM {table} t JOIN k WHERE {where} = {match}"
            )


def timed(client: Client, address: str, **headers: str) -> float:
    """Milliseconds that an answer takes."""
    began = time.perf_counter()
    answer = client.get(address, headers=headers)
    taken = (time.perf_counter() - began) * 1000
    assert answer.status_code == 200, address
    return taken


def lists(client: Client) -> dict[str, float]:
    """Median milliseconds of each list, as a whole page."""
    for query in QUERIES:
        timed(client, f"/history{query}")
    return {query: median(timed(client, f"/history{query}") for _ in range(TIMES)) for query in QUERIES}


def turns(hub: Hub, client: Client, first: int, last: int) -> list[float]:
    """Milliseconds of the table at moves drawn at random, of matches that are not at hand, as our script asks."""
    random, times = Random(1), []
    for match in range(first, last + 1):
        at = random.randrange(hub.replays.open(match).index.last + 1)
        hub.replays._indexes.clear()  # as after a restart
        times.append(timed(client, f"/history/{match}?at={at}", accept="application/json"))
    return times


def measure(matches: int, folder: Path) -> tuple[dict[str, float], list[float]]:
    """Return the milliseconds of the lists, and those of the turns."""
    store = shelf(folder / f"{matches}.db", matches)
    hub = Hub(store)
    client = client_for(hub)
    try:
        return lists(client), turns(hub, client, matches - WHOLE + 1, matches)
    finally:
        store.close()


def run() -> dict[str, dict[str, Any]]:
    """``history.list_10000_ms`` against a list of 40; ``history.replay_turn_ms`` against the same in a small store."""
    with tempfile.TemporaryDirectory() as folder:
        few, near = measure(FEW, Path(folder))
        many, far = measure(MATCHES, Path(folder))
    slowest, least = max(many.values()), max(few.values())
    turn, before = median(far), median(near)
    return {
        "history.list_10000_ms": {
            "value": round(slowest, 1),
            "baseline": round(least, 1),
            "ratio": round(slowest / least, 2),
            "unit": "ms",
            "what": f"the slowest of {len(QUERIES)} lists of {MATCHES:,} matches, a whole page; against {FEW}; aim 100",
        },
        "history.replay_turn_ms": {
            "value": round(turn, 1),
            "baseline": round(before, 1),
            "ratio": round(turn / before, 2),
            "unit": "ms",
            "what": f"any turn of any match, cold, as the page asks (slowest {max(far):.0f}); against {FEW}; aim 50",
        },
    }
