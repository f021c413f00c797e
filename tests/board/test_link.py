"""The link as the app runs it: asyncio, pyserial, a pseudo-terminal, and the firmware's session at its other end."""

from __future__ import annotations

import asyncio
import os
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from lairkeeper.board import BoardEvent, Link, LinkState, LinkStatus, MemoryInbox

UID = "04319f5d240289"


class Bench:
    """A board's session on a pseudo-terminal that can be pulled out."""

    def __init__(self, folder: Path) -> None:
        self.port = str(folder / "ttyACM0")
        self.loop = asyncio.get_running_loop()
        self.reset()
        self.plug_in()

    def reset(self, device: str = "lair-1") -> None:
        from linkrig import Rig

        self.boots = getattr(self, "boots", 0) + 1
        self.board = Rig({"device": device, "boot": f"boot-{self.boots}"})

    def plug_in(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        Path(self.port).symlink_to(os.ttyname(self.slave))
        self.loop.add_reader(self.master, self._hear)

    def pull_out(self) -> None:
        self.loop.remove_reader(self.master)
        Path(self.port).unlink()
        os.close(self.master)
        os.close(self.slave)
        self.board.session.lost()

    def say(self, data: bytes) -> None:
        os.write(self.master, data)

    def now(self) -> int:
        return int(self.loop.time() * 1000)

    def place(self, uid: str = UID) -> None:
        self.board.put(["+", "tap", uid, 0], self.now())
        self.say(self.board.take_out())

    def tick(self) -> None:
        self.board.session.tick(self.now())
        self.say(self.board.take_out())

    def _hear(self) -> None:
        self.board.session.feed(os.read(self.master, 4096), self.now())
        self.say(self.board.take_out())


class App:
    """A running link and what it told."""

    def __init__(self, port: str) -> None:
        self.inbox = MemoryInbox()
        self.events: list[BoardEvent] = []
        self.statuses: list[LinkStatus] = []
        self.link = Link(
            port,
            self.inbox,
            on_events=self.events.extend,
            on_status=self.statuses.append,
            interpreter="MicroPython 1.28",
        )

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(8):
            while not true():
                await asyncio.sleep(0.005)

    async def up(self) -> None:
        await self.until(lambda: self.link.status.state is LinkState.UP)


@asynccontextmanager
async def running(port: str) -> AsyncIterator[App]:
    app = App(port)
    stop = asyncio.Event()
    task = asyncio.create_task(app.link.run(stop))
    yield app
    stop.set()
    async with asyncio.timeout(2):
        await task


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    made = Bench(tmp_path)
    yield made
    if Path(made.port).is_symlink():
        made.pull_out()


async def test_an_event_arrives_is_acknowledged_and_answered(bench: Bench) -> None:
    async with running(bench.port) as app:
        await app.up()
        bench.place()
        await app.until(lambda: bool(app.events))
        assert app.events[0].uid == UID
        assert app.inbox.events == app.events
        await app.until(lambda: bench.board.ring.count == 0)
        answers: list[object] = []
        assert app.link.command("count", on_reply=lambda ok, value: answers.append((ok, value)))
        assert app.link.feedback(app.events[0], "applied")
        await app.until(lambda: bool(answers))
        assert answers == [(True, 1)]
        assert app.link.status.interpreter == "MicroPython 1.28"
    assert app.link.status.state is LinkState.CLOSED


async def test_garbage_half_frames_and_wrong_checksums(bench: Bench) -> None:
    async with running(bench.port) as app:
        await app.up()
        bench.say(b'\x1e["E",1,0,"+","tap","04319f5d240289"]*00000000\n')
        bench.say(b'\x1e["E",1,0,"+",' + b"\xff\x00\x1e\x1e" + b"some text\r\n")
        bench.place()
        await app.until(lambda: bool(app.events))
        assert [event.uid for event in app.events] == [UID]
        status = app.link.status
        assert status.bad == 1
        assert status.dropped > 50
        assert "some text" in status.console
        assert status.state is LinkState.UP


@pytest.mark.resume
async def test_a_pulled_cable_and_a_plugged_one(bench: Bench) -> None:
    async with running(bench.port) as app:
        await app.up()
        bench.place()
        await app.until(lambda: len(app.events) == 1)
        bench.pull_out()
        await app.until(lambda: app.link.status.state is LinkState.CLOSED)
        assert app.link.status.message in ("unplugged", "no-port")
        bench.board.put(["+", "tap", "04319f5d240289", 0], bench.now())
        bench.plug_in()
        await app.until(lambda: len(app.events) == 2)
        assert [event.seq for event in app.events] == [1, 2]
        assert app.link.status.sessions == 2


@pytest.mark.resume
async def test_a_board_that_restarts_behind_an_open_port(bench: Bench) -> None:
    async with running(bench.port) as app:
        await app.up()
        bench.place()
        await app.until(lambda: len(app.events) == 1)
        bench.reset()
        app.link.command("count")  # the board does not know us any more, and says so
        await app.until(lambda: app.link.status.boot == "boot-2")
        await app.up()
        bench.place()
        await app.until(lambda: len(app.events) == 2)
        assert [event.boot for event in app.events] == ["boot-1", "boot-2"]


async def test_a_second_host_is_refused(bench: Bench) -> None:
    async with running(bench.port) as first:
        await first.up()
        async with running(bench.port) as second:
            await second.until(lambda: second.link.status.message == "port-in-use")
            assert second.link.status.args == {"port": bench.port}
            bench.place()
            await first.until(lambda: bool(first.events))
            assert second.events == []


async def test_another_board_on_the_port_is_refused_until_it_is_wanted(bench: Bench) -> None:
    async with running(bench.port) as app:
        await app.up()
        bench.pull_out()
        await app.until(lambda: app.link.status.state is LinkState.CLOSED)
        bench.reset("lair-2")
        bench.plug_in()
        await app.until(lambda: app.link.status.message == "other-board")
        assert app.link.status.args == {"wanted": "lair-1", "found": "lair-2"}
        bench.place()
        await asyncio.sleep(0.1)
        assert app.events == []
        app.link.forget_device()
        await app.until(lambda: bool(app.events))
        assert app.events[0].device == "lair-2"


async def test_a_port_that_is_not_there_yet(tmp_path: Path) -> None:
    port = str(tmp_path / "ttyACM0")
    async with running(port) as app:
        await app.until(lambda: app.link.status.message == "no-port")
        bench = Bench(tmp_path)
        await app.up()
        bench.pull_out()


async def test_it_stops_at_once(tmp_path: Path) -> None:
    async with running(str(tmp_path / "nothing")) as app:
        await app.until(lambda: app.link.status.message == "no-port")


@pytest.mark.resume
async def test_a_lost_acknowledgement_is_made_good(bench: Bench) -> None:
    async with running(bench.port) as app:
        await app.up()
        bench.place()
        await app.until(lambda: bool(app.events))
        bench.say(b'\x1e["E",1,0,"+","tap","04319f5d240289"]*1a645214\n')
        await app.until(lambda: app.link.status.duplicates == 1)
        assert len(app.events) == len(app.inbox.events) == 1
