"""A database that another program keeps to itself: the request waits, the loop does not."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from lairkeeper.store import Store, StoreError
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.web import patience


def request() -> Request:
    return Request({"type": "http", "method": "POST", "path": "/", "headers": []})


async def test_the_request_waits_until_the_backup_is_through_and_the_loop_goes_on(tmp_path: Path) -> None:
    with Store.open(tmp_path / "lair.db") as store:
        store.wait_at_most(0.03)

        async def change(_: Request) -> Response:
            store.settings.set("language", "fr")
            return PlainTextResponse("done")

        other = sqlite3.connect(tmp_path / "lair.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.ensure_future(patience.patient(change)(request()))
        longest, until, last = 0.0, time.monotonic() + 0.6, time.monotonic()
        while time.monotonic() < until:
            await asyncio.sleep(0.005)
            longest, last = max(longest, time.monotonic() - last), time.monotonic()
        assert not waiting.done()
        other.execute("ROLLBACK")
        other.close()
        assert (await waiting).body == b"done"
        assert store.settings.get("language") == "fr"
        assert longest < 0.4, "the loop stood still"


async def test_whoever_waits_too_long_is_told_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE_SECONDS", 0.2)

    async def change(_: Request) -> Response:
        raise problem(StoreProblem.BUSY, "lair.db")

    with pytest.raises(StoreError) as caught:
        await patience.patient(change)(request())
    assert caught.value.code == "busy"


async def test_another_problem_is_told_at_once() -> None:
    calls = []

    async def change(_: Request) -> Response:
        calls.append(1)
        raise problem(StoreProblem.DISK_FULL, "lair.db")

    with pytest.raises(StoreError):
        await patience.patient(change)(request())
    assert calls == [1]
