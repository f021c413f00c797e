"""A sink gets each record at least once and in order, however it fails, and the match goes on."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, closing
from random import Random
from typing import Final

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.sinks import Delivery, SinkError, delivery
from lairkeeper.sinks.position import Positions
from lairkeeper.store import StoreError, StoreProblem
from lairkeeper.store.errors import problem
from lairkeeper.table import PublicRecord
from lairkeeper.table.public_records import AT_ONCE

from ..fresh import SEED
from ..table.room import Room

PATIENCE: Final = 20.0


class Kept:
    """Keeps what it gets. ``fault`` is called before each batch, in the sink's thread."""

    def __init__(self, fault: Callable[[], None] = lambda: None, key: str = "kept") -> None:
        self.name = self.key = key
        self.batches: list[tuple[PublicRecord, ...]] = []
        self.closed = self.tries = 0
        self._fault = fault

    def send(self, records: Sequence[PublicRecord]) -> None:
        self.tries += 1
        self._fault()
        self.batches.append(tuple(records))

    def close(self) -> None:
        self.closed += 1

    @property
    def got(self) -> list[tuple[int, int]]:
        return [(each.match, each.n) for batch in self.batches for each in batch]


class Fault:
    """The error that a sink raises, as long as there is one."""

    def __init__(self, error: Exception | None) -> None:
        self.error = error

    def __call__(self) -> None:
        if self.error is not None:
            raise self.error


@asynccontextmanager
async def delivering(room: Room, *sinks: Kept) -> AsyncIterator[None]:
    stop = asyncio.Event()
    running = [asyncio.ensure_future(Delivery(room.hub, sink).run(stop)) for sink in sinks]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(asyncio.gather(*running), PATIENCE)


async def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.002)


def codes(room: Room) -> list[str]:
    return [each.code for each in room.hub.troubles.all]


def do(room: Room) -> None:
    """Do one thing at the table."""
    table = room.hub.table
    assert table is not None
    assert isinstance(table.act(Command(move="gain", by="Ana", card="coin-1"), "Ana"), Accepted)


async def test_a_sink_gets_what_was_and_what_comes(room: Room) -> None:
    table = room.start()
    do(room)
    sink = Kept()
    async with delivering(room, sink):
        await until(lambda: len(sink.got) == 2)
        do(room)
        table.undo()
        await until(lambda: len(sink.got) == 4)
    assert sink.got == [(table.match, n) for n in range(4)]
    assert [each.kind for batch in sink.batches for each in batch] == ["start", "command", "command", "undo"]
    assert sink.batches[-1][-1].span == (2,)
    assert sink.closed == 1


async def test_after_a_restart_it_goes_on_where_it_was(room: Room) -> None:
    table = room.start()
    first = Kept()
    async with delivering(room, first):
        await until(lambda: len(first.got) == 1)
    do(room)
    room.restart()
    room.hub.resume_last()
    second, other = Kept(), Kept(key="other")
    async with delivering(room, second, other):
        await until(lambda: len(second.got) == 1 and len(other.got) == 2)
    assert second.got == [(table.match, 1)]


async def test_what_is_taken_as_the_app_ends_does_not_come_again(room: Room) -> None:
    room.start()
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    first = Kept(lambda: loop.call_soon_threadsafe(stop.set) and None)
    await asyncio.wait_for(Delivery(room.hub, first).run(stop), PATIENCE)
    assert len(first.got) == 1
    again = Kept()
    async with delivering(room, again):
        do(room)
        await until(lambda: again.got != [])
    assert [n for _, n in again.got] == [1]


async def test_a_sink_that_has_everything_costs_nothing(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.start()
    sink = Kept()
    asked: list[int] = []
    get = room.store.matches.get
    async with delivering(room, sink):
        await until(lambda: len(sink.got) == 1)
        await asyncio.sleep(0.02)
        monkeypatch.setattr(room.store.matches, "get", lambda match: asked.append(match) or get(match))
        await asyncio.sleep(0.05)
        assert asked == []


async def test_by_chance_each_record_comes_at_least_once_and_in_order(room: Room) -> None:
    """The sink fails, takes a record and then fails, and the app ends and starts again, at any moment."""
    rng = Random(SEED)
    got: list[tuple[int, int]] = []
    wanted = [(room.start().match, 0)]

    class Shaky(Kept):
        def send(self, records: Sequence[PublicRecord]) -> None:
            some = records[: rng.randint(0, len(records))] if rng.random() < 0.5 else records
            got.extend((each.match, each.n) for each in some)
            if len(some) < len(records) or rng.random() < 0.2:
                raise rng.choice([SinkError("no room"), ZeroDivisionError(), OSError("gone")])

    for _ in range(8):
        async with delivering(room, Shaky()):
            for _ in range(rng.randint(0, 12)):
                if rng.random() < 0.1:
                    wanted.append((room.start().match, 0))
                else:
                    do(room)
                    table = room.hub.table
                    assert table is not None
                    wanted.append((table.match, table.history.last.n))
                if rng.random() < 0.5:
                    await asyncio.sleep(rng.random() * 0.01)
        room.restart()
        room.hub.resume_last()
    async with delivering(room, Shaky()):
        await until(lambda: set(got) >= set(wanted))
    assert list(dict.fromkeys(got)) == wanted, SEED


async def test_what_an_earlier_match_still_has_comes_first(room: Room) -> None:
    fault = Fault(SinkError("away"))
    sink = Kept(fault)
    first = room.start()
    async with delivering(room, sink):
        do(room)
        await until(lambda: codes(room) == ["sink-fails"])
        second = room.start()
        do(room)
        fault.error = None
        await until(lambda: len(sink.got) == 4)
    assert sink.got == [(first.match, 0), (first.match, 1), (second.match, 0), (second.match, 1)]


async def test_a_sink_that_fails_is_reported_once_and_the_match_goes_on(room: Room) -> None:
    fault = Fault(SinkError("no answer in time"))
    sink, well = Kept(fault), Kept(key="well")
    seen: list[object] = []
    room.hub.subscribe(lambda: seen.append(room.hub.troubles.all))
    room.start()
    async with delivering(room, sink, well):
        await until(lambda: codes(room) == ["sink-fails"])
        (told,) = room.hub.troubles.all
        assert told.args == {"sink": "kept", "detail": "no answer in time"}
        for _ in range(3):
            do(room)
            fault.error = SinkError("something else")
            await asyncio.sleep(0.02)
        await until(lambda: len(well.got) == 4)
        assert all(each in ((), (told,)) for each in seen), "the first reason stays"
        fault.error = None
        await until(lambda: codes(room) == ["sink-over"])
        await until(lambda: len(sink.got) == 4)
        room.now += 60
        room.hub.troubles.look()
        assert codes(room) == []


async def test_a_mistake_of_another_package_is_a_sink_that_fails(room: Room, caplog: pytest.LogCaptureFixture) -> None:
    room.start()
    fault = Fault(ZeroDivisionError())
    sink = Kept(fault)
    async with delivering(room, sink):
        await until(lambda: sink.tries > 3)
        fault.error = None
        await until(lambda: sink.got != [])
    assert room.hub.troubles.all[0].args["sink"] == "kept"
    assert caplog.text.count("kept has a mistake") == 1


async def test_a_sink_that_hangs_blocks_nothing_and_is_reported(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery, "SLOW", 0.01)
    monkeypatch.setattr(delivery, "GRACE", 0.01)
    hanging = threading.Event()
    sink = Kept(lambda: hanging.wait(PATIENCE) and None)
    room.start()
    try:
        async with delivering(room, sink):
            await until(lambda: codes(room) == ["sink-fails"])
            do(room)
        assert sink.got == [], "the app has ended, and the sink still hangs"
    finally:
        hanging.set()
    again = Kept()
    async with delivering(room, again):
        await until(lambda: len(again.got) == 2)


async def test_a_sink_that_was_away_gets_a_long_log_in_pieces(room: Room) -> None:
    room.start()
    for _ in range(2 * AT_ONCE):
        do(room)
    sink = Kept()
    async with delivering(room, sink):
        await until(lambda: len(sink.got) == 2 * AT_ONCE + 1)
    assert max(map(len, sink.batches)) <= AT_ONCE


async def test_a_log_that_was_cut_is_told_from_its_beginning(room: Room) -> None:
    """After the damage the log goes on under the same numbers."""
    room.start()
    for _ in range(3):
        do(room)
    sink = Kept()
    async with delivering(room, sink):
        await until(lambda: len(sink.got) == 4)
    room.store.database.read("UPDATE journal SET record = '{\"kind\": 7}' WHERE n = 2")
    room.restart()
    room.hub.resume_last()
    room.now += 7
    for _ in range(2):
        do(room)
    again = Kept()
    async with delivering(room, again):
        await until(lambda: len(again.got) == 4)
    assert [n for _, n in again.got] == [0, 1, 2, 3]


async def test_a_full_disk_does_not_make_a_sink_get_everything_again_and_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.start()
    sink = Kept()
    keep, full, kept = room.store.settings.set, list[bool](), list[object]()

    def refuses(key: str, value: object) -> None:
        if full and key.startswith("sink."):
            raise problem(StoreProblem.DISK_FULL, room.store.path)
        keep(key, value)
        if key.startswith("sink."):
            kept.append(value)

    monkeypatch.setattr(room.store.settings, "set", refuses)
    async with delivering(room, sink):
        # The first is kept when the match begins for the sink, the second once its record was sent.
        await until(lambda: len(sink.got) == 1 and len(kept) == 2)
        full.append(True)
        do(room)
        await until(lambda: codes(room) == ["disk-full"])
        await until(lambda: len(sink.got) == 2)
        await asyncio.sleep(0.05)
        assert len(sink.got) == 2
        full.clear()
        kept.clear()
        do(room)
        await until(lambda: len(sink.got) == 3 and kept != [])
    room.restart()
    room.hub.resume_last()
    again = Kept()
    async with delivering(room, again):
        do(room)
        await until(lambda: again.got != [])
    assert [n for _, n in again.got] == [3]


async def test_a_match_that_cannot_be_read_any_more_is_no_reason_to_wait(room: Room) -> None:
    first = room.start()
    sink = Kept()
    async with delivering(room, sink):
        await until(lambda: len(sink.got) == 1)
    second = room.start()
    with closing(sqlite3.connect(room.path, isolation_level=None)) as other:
        other.execute("UPDATE matches SET header = '{}' WHERE id = ?", (first.match,))
    with pytest.raises(StoreError):
        room.store.matches.get(first.match)
    again = Kept()
    async with delivering(room, again):
        await until(lambda: again.got != [])
    assert again.got == [(second.match, 0)]


async def test_a_match_of_a_game_that_is_not_installed_any_more_is_no_reason_to_wait(room: Room) -> None:
    gone = room.store.matches.create({"game": "gone"}, 1.0)
    first = room.start()
    sink = Kept()
    position = Positions(room.store, sink.key)
    position.begin(gone)
    position.keep()
    async with delivering(room, sink):
        await until(lambda: sink.got != [])
    assert sink.got == [(first.match, 0)]


async def test_a_match_that_was_played_without_the_sink_is_told_later(room: Room) -> None:
    room.start()
    never = Kept(Fault(SinkError("away")))
    async with delivering(room, never):
        await until(lambda: codes(room) == ["sink-fails"])
    first, second = room.start(), room.start()
    room.restart()
    room.hub.resume_last()
    sink = Kept()
    async with delivering(room, sink):
        await until(lambda: len(sink.got) == 3)
    assert [match for match, _ in sink.got] == [1, first.match, second.match]


async def test_without_a_match_nothing_is_sent(room: Room) -> None:
    sink = Kept()
    async with delivering(room, sink):
        await asyncio.sleep(0.02)
        assert sink.got == []
        room.start()
        await until(lambda: len(sink.got) == 1)
