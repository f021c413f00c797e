"""Measure the pages of players with 10,000 matches of seven people in the store."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import httpx2

from lairkeeper.statistics.played import VERSION, MatchFacts, SeatFacts, facts_to_text
from lairkeeper.store import Store
from lairkeeper.table import Hub
from lairkeeper.web import create_app

MATCHES = 10_000
PEOPLE = ("Ana", "Bo", "Cy", "Dee", "Eli", "Flo", "Gil")
GAMES = {"forever-evil": ("score", "deck", "full"), "evil-101": ("score", "full"), "evil-league": ("score", "full")}
KINDS = ("catwoman", "grid", "giganta", "kick", "bizarro", "red-lantern-corps")
AIM_MS = 100
TIMES = 9


def fill(store: Store, matches: int) -> None:
    """Keep so many finished matches with all that the pages read; their logs are left out."""
    rng = Random(1)
    with store.write() as connection:
        for name in PEOPLE:
            store.people.add(name, 1.0)
        for match in range(1, matches + 1):
            game = rng.choice(list(GAMES))
            level, at = rng.choice(GAMES[game]), 1.6e9 + 3600.0 * match
            seats = rng.sample(range(len(PEOPLE)), rng.randint(3, 5))
            scores = [rng.randint(5, 60) for _ in seats]
            order = sorted(scores, reverse=True)
            facts = MatchFacts(
                game, level, 3000.0, False,
                tuple(
                    SeatFacts(
                        PEOPLE[who], score, score, order.index(score) + 1, score == order[0], "", (rng.choice(KINDS),),
                        tuple((kind, rng.randint(1, 9)) for kind in KINDS),
                    )
                    for who, score in zip(seats, scores, strict=True)
                ),
            )  # fmt: skip
            connection.execute(
                "INSERT INTO matches (id, game, header, started_at, finished_at, closed_at, result)"
                " VALUES (?, ?, '{}', ?, ?, ?, '{}')", (match, game, at, at + 3000.0, at + 3000.0),
            )  # fmt: skip
            connection.execute("INSERT INTO lengths (match, records) VALUES (?, 200)", (match,))
            connection.executemany(
                "INSERT INTO seats (match, position, person, crest) VALUES (?, ?, ?, ?)",
                [(match, n, who + 1, who + 1) for n, who in enumerate(seats, 1)],
            )
            store.summaries.put(match, 200, VERSION, facts_to_text(facts))


async def ask(client: httpx2.AsyncClient, path: str) -> float:
    """Return the milliseconds of one page."""
    began = time.perf_counter()
    answer = await client.get(path)
    assert answer.status_code == 200, path
    return (time.perf_counter() - began) * 1000


async def measure(matches: int) -> Mapping[str, float]:
    """Return milliseconds: the first page after a start, the pages once all is read, and how long all of that takes."""
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder) / "bench.db") as store:
        fill(store, matches)
        app = create_app(Hub(store))
        book = app.state.site.book
        transport = httpx2.ASGITransport(app, client=("127.0.0.1", 50_000))
        async with httpx2.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client:
            await client.get("/cheat")
            first = await ask(client, "/players")
            began, longest, more = time.perf_counter(), 0.0, True
            while more:
                step = time.perf_counter()
                more = book.read_on(0.02)
                longest = max(longest, time.perf_counter() - step)
            whole = (time.perf_counter() - began) * 1000
            people = median([await ask(client, "/players") for _ in range(TIMES)])
            person = median([await ask(client, f"/players/{1 + n % len(PEOPLE)}") for n in range(TIMES)])
        return {"first": first, "people": people, "person": person, "whole": whole, "longest": longest * 1000}


def run() -> dict[str, dict[str, Any]]:
    """``stats.player_page_10000_ms`` and the others must stay under 100."""
    taken = asyncio.run(measure(MATCHES))
    what = f"{MATCHES:,} finished matches in the store"
    said = {
        "stats.players_page_10000_ms": ("people", f"the page of all players, {what}"),
        "stats.player_page_10000_ms": ("person", f"the page of one player, {what}"),
        "stats.first_page_10000_ms": ("first", f"the page of all players right after a start, {what}"),
        "stats.longest_step_10000_ms": ("longest", f"the longest piece of reading in spare time, {what}"),
        "stats.read_all_10000_ms": ("whole", f"all pieces of reading together, {what}; in spare time"),
    }
    return {
        name: {
            "value": round(taken[key], 1),
            "unit": "ms",
            "baseline": AIM_MS,
            "ratio": round(taken[key] / AIM_MS, 3),
            "what": f"{words}; the aim is under {AIM_MS} ms" if key != "whole" else words,
        }
        for name, (key, words) in said.items()
    }


if __name__ == "__main__":
    for name, figure in run().items():
        print(name, figure["value"], figure["what"])
