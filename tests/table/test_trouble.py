"""A disk that refuses is said on every page at once, and so is that it takes everything again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from lairkeeper.board import BoardEvent
from lairkeeper.store import Store, StoreError, StoreProblem
from lairkeeper.store.errors import problem
from lairkeeper.table import Clocks, Hub, trouble

from ..scans.toy import TOY


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "lair.db")


def event(seq: int, uid: str = "04aa") -> BoardEvent:
    return BoardEvent("b1", "x", seq, 0, 1.0, "+", "tap", (uid,))


def code(hub: Hub) -> str | None:
    return hub.problem.code if hub.problem is not None else None


def full(store: Store) -> Callable[[], object]:
    """No page fits any more; returns the way to make room."""
    store.database.read(f"PRAGMA max_page_count = {store.database.read('PRAGMA page_count')[0][0]}")
    return lambda: store.database.read("PRAGMA max_page_count = 1000000")


def read_only(store: Store) -> Callable[[], object]:
    store.database.read("PRAGMA query_only = 1")
    return lambda: store.database.read("PRAGMA query_only = 0")


def gone(store: Store) -> Callable[[], object]:
    path = Path(store.path)
    hidden = path.rename(path.with_name("hidden.db"))
    return lambda: hidden.rename(path)


def busy(store: Store) -> Callable[[], object]:
    store.wait_at_most(0.01)
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other.close


@pytest.mark.parametrize(
    ("fail", "said"), [(full, "disk-full"), (read_only, "read-only"), (gone, "gone"), (busy, "busy")]
)
def test_scans_that_cannot_be_stored_are_told_at_once_until_they_can(
    store: Store, fail: Callable[[Store], Callable[[], object]], said: str
) -> None:
    clock = [1000.0]
    with store:
        hub = Hub(store, games={TOY.id: TOY}, clocks=Clocks(steady=lambda: clock[0]))
        seen: list[str | None] = []
        hub.subscribe(lambda: seen.append(code(hub)))
        mend = fail(store)
        for _ in range(3):
            with pytest.raises(StoreError):
                hub.troubles.receive([event(n, "04" * 100) for n in range(1, 400)])
        assert seen == [said], "told once, at once"
        hub.pump()
        clock[0] += 2
        hub.pump()
        assert code(hub) == said, "reading alone does not prove that the disk takes anything"
        mend()
        hub.pump()
        assert seen[-1] == code(hub) == "over"
        hub.troubles.receive([event(1)])
        clock[0] += trouble.OVER_FOR
        hub.troubles.look()
        assert seen[-1] is code(hub) is None


async def test_a_file_that_is_deleted_is_told_although_nobody_taps(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lairkeeper.table.hub.LONGEST_SLEEP", 0.02)
    monkeypatch.setattr(trouble, "RETRY_AFTER", 0.05)
    with store:
        hub = Hub(store, games={TOY.id: TOY})
        told = asyncio.Queue[str | None]()
        hub.subscribe(lambda: told.put_nowait(code(hub)))
        stop = asyncio.Event()
        running = asyncio.create_task(hub.run(stop))
        back = gone(store)
        assert await asyncio.wait_for(told.get(), 10) == "gone"
        back()
        assert await asyncio.wait_for(told.get(), 10) == "over"
        stop.set()
        await running


async def test_a_disk_that_is_mended_is_told_without_anybody_doing_anything(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trouble, "RETRY_AFTER", 0.05)
    monkeypatch.setattr(trouble, "OVER_FOR", 0.2)
    monkeypatch.setattr("lairkeeper.table.hub.LONGEST_SLEEP", 0.02)
    with store:
        hub = Hub(store, games={TOY.id: TOY})
        told: list[str | None] = []
        hub.subscribe(lambda: told.append(code(hub)))
        stop = asyncio.Event()
        running = asyncio.create_task(hub.run(stop))
        mend = read_only(store)
        with pytest.raises(StoreError):
            hub.troubles.receive([event(1)])
        mend()
        async with asyncio.timeout(5):
            while told != ["read-only", "over", None]:
                await asyncio.sleep(0.01)
        stop.set()
        await running


def test_what_a_page_was_refused_is_told_on_all_pages_if_it_is_the_disk(store: Store) -> None:
    with store:
        hub = Hub(store, games={TOY.id: TOY})
        hub.troubles.failed(problem(StoreProblem.UNKNOWN_MATCH, "lair.db", "7"))
        assert hub.problem is None
        hub.troubles.failed(problem(StoreProblem.DISK_FAILS, "lair.db", "disk I/O error"))
        assert hub.problem == trouble.Trouble("disk-fails", {"path": "lair.db", "detail": "disk I/O error"})


def test_the_disk_comes_before_the_match_and_the_match_before_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    with Store.open(path) as store:
        hub = Hub(store, games={TOY.id: TOY})
        hub.enrol_demo_set(TOY.id)
        hub.start(TOY.id, ["Ana", "Bo"])
    with closing(sqlite3.connect(path)) as other, other:
        other.execute("UPDATE tags SET note = 'x' WHERE uid = (SELECT min(uid) FROM tags)")
        other.execute("UPDATE journal SET record = record || ' '")
    with Store.open(path) as store:
        hub = Hub(store, games={TOY.id: TOY})
        assert code(hub) == "set-aside"
        hub.resume_last()
        assert code(hub) == "log-cut"
        mend = read_only(store)
        with pytest.raises(StoreError):
            hub.troubles.receive([event(1)])
        assert code(hub) == "read-only"
        mend()
