"""Over the air: the firmware's peripheral on a simulated board, bumble's virtual radios, and the real bleak."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from bumble.device import Connection

from lairkeeper.board import BleFinder, Link, LinkState, MemoryInbox, PortError, Radio, SerialFinder, SimulatedBoard
from lairkeeper.board.doctor import of_the_program
from lairkeeper.board.serial import Port

from .bleak_bumble import backends
from .virtual_radio import Antenna, RadioLink, make_device

pytestmark = [pytest.mark.ble, pytest.mark.timeout(90)]

SECRET = "5e" * 32
UID = "04319f5d240289"
ADDRESS = "F0:00:00:00:00:1{}"


class Room:
    """A table with boards on it, a radio for the host, and the links that run."""

    def __init__(self, radio_link: RadioLink, radio: Radio) -> None:
        self.radio_link = radio_link
        self.radio = radio
        self.inbox = MemoryInbox()
        self.antennas: list[Antenna] = []
        self._boards: list[SimulatedBoard] = []
        self._running: list[asyncio.Task[None]] = []
        self._links: list[Link] = []
        self.stop = asyncio.Event()

    async def board(
        self, *readers: str, device: str = "lair-1", secret: str = SECRET, broken: int = 0, **more: Any
    ) -> SimulatedBoard:
        antenna = Antenna(self.radio_link, ADDRESS.format(len(self.antennas)))
        antenna.broken = broken
        self.antennas.append(antenna)
        made = await asyncio.to_thread(
            lambda: SimulatedBoard(
                readers or ("tap",), device=device, settings={"secret": secret}, on_radio=antenna.plug, **more
            )
        )
        self._boards.append(made)
        return made

    def link(self, *, device: str = "lair-1", secret: str | None = SECRET, cable: Any = None, **more: Any) -> Link:
        finders = ([cable] if cable else []) + [BleFinder(self.radio, device)]
        link = Link(finders, self.inbox, pairings=lambda _: secret, **more)
        self._links.append(link)
        self._running.append(asyncio.create_task(link.run(self.stop)))
        return link

    async def until(self, true: Callable[[], object], seconds: float = 40) -> None:
        """Wait for it; a busy machine is slow at connecting over the air."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"it never came; {self._told()}"
            await asyncio.sleep(0.01)

    def _told(self) -> str:
        found = [each for link in self._links for each in link.statuses]
        lines = [(each.state.value, each.message, each.console[-600:]) for each in found]
        return f"lines {lines}, tags {self.uids()[-4:]}, last event {self.inbox.events[-1:]}"

    async def up(self, link: Link) -> None:
        await self.until(lambda: link.status.state is LinkState.UP)

    def uids(self) -> list[str | None]:
        return [event.uid for event in self.inbox.events if event.kind == "+"]

    async def close(self) -> None:
        self.stop.set()
        await asyncio.gather(*self._running)
        for board in self._boards:
            await asyncio.to_thread(board.close)
        for antenna in self.antennas:
            await antenna.close()


class Cable:
    """A USB cable that can be pulled out at the host's end; the board does not notice."""

    guarded = False

    def __init__(self, port: str, plugged: bool = True) -> None:
        self.name = port
        self.plugged = plugged

    async def connect(self) -> Port:
        if not self.plugged:
            raise PortError("no-port", port=self.name)
        return Plug(await SerialFinder(self.name).connect(), self)  # type: ignore[return-value]

    def other(self) -> bool:
        return False


class Plug:
    """A port at the end of a cable."""

    def __init__(self, port: Port, cable: Cable) -> None:
        self._port = port
        self._cable = cable

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)

    def read(self) -> bytes:
        if not self._cable.plugged:
            raise PortError("unplugged", port=self._port.name)
        return self._port.read()


@asynccontextmanager
async def a_room() -> AsyncIterator[Room]:
    radio_link = RadioLink()
    scanner, client = backends(await make_device(radio_link, "host", "F0:00:00:00:00:02"))
    room = Room(radio_link, Radio(scanner=scanner, client=client))
    try:
        yield room
    finally:
        await room.close()


@pytest.mark.parametrize("interpreter", ["micropython", "cpython"])
async def test_a_scan_over_the_air(interpreter: str) -> None:
    async with a_room() as room:
        board = await room.board("tap", interpreter=interpreter)
        link = room.link()
        await room.up(link)
        assert link.status.device == "lair-1"
        assert link.status.port == "BLE lair-1"
        board.place("tap", UID)
        await room.until(lambda: room.uids() == [UID])
        assert link.feedback(room.inbox.events[-1], "applied")
        await room.until(lambda: "applied" in board.shown("tap"))
        assert "safe" in board.shown("tap")


@pytest.mark.resume
async def test_out_of_range_and_back() -> None:
    async with a_room() as room:
        board = await room.board("tap")
        link = room.link()
        await room.up(link)
        await room.antennas[0].drop()
        room.radio_link.deaf = True
        await room.until(lambda: link.status.state is LinkState.CLOSED)
        for i in range(3):
            board.place("tap", f"0400000000000{i}")
        await asyncio.sleep(1)
        assert room.uids() == []
        room.radio_link.deaf = False
        await room.until(lambda: len(room.uids()) == 3)
        assert sorted(room.uids()) == [f"0400000000000{i}" for i in range(3)]  # type: ignore[type-var]


async def test_a_host_that_does_not_know_the_secret_gets_nothing() -> None:
    async with a_room() as room:
        board = await room.board("tap")
        board.place("tap", UID)
        link = room.link(secret="ab" * 32)
        await room.until(lambda: link.status.state is LinkState.REFUSED)
        assert link.status.message == "stranger-board", "its secret is another one than ours"
        assert room.inbox.events == []


async def test_a_host_that_is_not_paired_says_how() -> None:
    async with a_room() as room:
        await room.board("tap")
        link = room.link(secret=None)
        await room.until(lambda: link.status.state is LinkState.REFUSED)
        assert link.status.message == "not-paired"
        assert not link.command("stat")


@pytest.mark.resume
async def test_cable_and_air_at_once_lose_and_double_nothing() -> None:
    async with a_room() as room:
        board = await room.board("tap")
        cable = Cable(board.port)
        link = room.link(cable=cable)
        await room.up(link)
        await room.until(lambda: [each.state for each in link.statuses] == [LinkState.UP, LinkState.STANDBY])
        wanted: list[str | None] = []
        for turn in range(4):
            for i in range(3):
                uid = f"04000000000{turn}0{i}"
                wanted.append(uid)
                board.place("tap", uid)
                if i == 1:
                    cable.plugged = not cable.plugged
                await room.until(lambda: wanted[-1] in room.uids())
                board.take("tap", uid)
                await asyncio.sleep(0.5)
            over = LinkState.UP if cable.plugged else LinkState.CLOSED
            await room.until(lambda state=over: link.statuses[0].state is state)  # type: ignore[misc]
        assert room.uids() == wanted
        events = room.inbox.events
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        assert {event.boot for event in events} == {events[0].boot}, "the board never reset"


@pytest.mark.resume
@pytest.mark.journal
async def test_a_power_cut_while_out_of_range_loses_no_scan() -> None:
    """Each tag has its own reader: amber there says that it was kept, and cannot be another one's."""
    async with a_room() as room:
        board = await room.board("tap", "seat-1", "seat-2")
        link = room.link()
        await room.up(link)
        await room.antennas[0].drop()
        room.radio_link.deaf = True
        for i, reader in enumerate(board.readers):
            board.place(reader, f"0400000000000{i}")
            await room.until(lambda at=reader: "amber" in board.shown(at))  # type: ignore[misc]
            board.take(reader, f"0400000000000{i}")
        await asyncio.to_thread(board.kill)
        await asyncio.to_thread(board.restart)
        await asyncio.to_thread(board.restart)
        room.radio_link.deaf = False
        await room.until(lambda: len(room.uids()) == 3)
        await room.up(link)
        assert room.uids() == [f"0400000000000{i}" for i in range(3)]
        assert len({event.boot for event in room.inbox.events}) == 1
        ages = [event.at for event in room.inbox.events]
        assert ages == sorted(ages), "told in the order in which it happened"


async def test_several_boards_with_one_scanner() -> None:
    async with a_room() as room:
        one = await room.board("seat-1", device="lair-1")
        two = await room.board("seat-2", device="lair-2-with-a-long-name")
        links = [room.link(device="lair-1"), room.link(device="lair-2-with-a-long-name")]
        for link in links:
            await room.up(link)
        one.place("seat-1", UID)
        two.place("seat-2", UID.replace("89", "8a"))
        await room.until(lambda: len(room.uids()) == 2)
        found = {(event.device, event.zone, event.uid) for event in room.inbox.events}
        assert found == {
            ("lair-1", "seat-1", UID),
            ("lair-2-with-a-long-name", "seat-2", UID.replace("89", "8a")),
        }


async def test_a_reset_of_the_board_is_survived() -> None:
    async with a_room() as room:
        board = await room.board("tap")
        link = room.link()
        await room.up(link)
        boot = link.status.boot
        assert link.command("reset")
        await room.until(lambda: link.status.boot not in ("", boot))
        await room.up(link)
        board.place("tap", UID)
        await room.until(lambda: room.uids() == [UID])


async def test_the_secret_cannot_be_set_over_the_air() -> None:
    async with a_room() as room:
        await room.board("tap")
        link = room.link()
        await room.up(link)
        answers: list[Any] = []
        link.command("cfg", "set", "secret", "ab" * 32, on_reply=lambda *answer: answers.append(answer))
        link.command("cfg", "get", "secret", on_reply=lambda *answer: answers.append(answer))
        await room.until(lambda: len(answers) == 2)
        assert answers == [(False, "the pairing secret is set over USB only"), (True, "set")]


async def stranger(room: Room, address: str) -> Connection:
    """Connect as somebody who knows nothing of the link and says nothing.

    A call that meets no advertisement is made again: the virtual radio may wait for one for good.
    """
    device = await make_device(room.radio_link, "stranger", address)
    antenna = room.antennas[0]
    await room.until(lambda: antenna.seen_as is not None)
    for _ in range(3):
        try:
            return await asyncio.wait_for(device.connect(antenna.seen_as), 10)
        except TimeoutError:
            print("a stranger's call met no advertisement")
    raise AssertionError("a stranger called three times in vain")


async def test_a_stranger_that_says_nothing_is_sent_away_and_the_host_gets_in() -> None:
    async with a_room() as room:
        board = await room.board("tap")
        silent = await stranger(room, "F0:00:00:00:00:66")
        began = time.monotonic()
        link = room.link()
        await room.until(lambda: link.status.state is LinkState.UP, 30)
        assert 4 <= time.monotonic() - began <= 25
        assert silent.handle not in silent.device.connections
        board.place("tap", UID)
        await room.until(lambda: room.uids() == [UID])


async def test_a_host_that_is_not_paired_hangs_up_and_leaves_room_for_one_that_is() -> None:
    async with a_room() as room:
        await room.board("tap")
        other = room.link(secret=None)
        await room.until(lambda: other.status.state is LinkState.REFUSED)
        await room.up(room.link())
        assert other.status.message == "not-paired"


async def test_a_radio_that_does_not_start_is_a_line_in_the_log_and_the_cable_goes_on() -> None:
    async with a_room() as room:
        board = await room.board("tap", broken=2)
        link = Link(board.port, room.inbox)
        running = asyncio.create_task(link.run(room.stop))
        await room.up(link)
        stat, log = await ask(link, "stat"), await ask(link, "log")
        assert stat["radio"].startswith("OSError")
        assert [line[3] for line in log if line[3].startswith("radio")] == [f"radio: {stat['radio']}"]
        assert [found.code for found in of_the_program(stat)] == ["radio-fails"]
        board.place("tap", UID)
        await room.until(lambda: room.uids() == [UID])
        bluetooth = room.link()
        await room.up(bluetooth)  # the third try works
        assert (await ask(bluetooth, "stat"))["radio"] == "on"
        room.stop.set()
        await running


async def ask(link: Link, op: str) -> Any:
    answers: list[Any] = []
    assert link.command(op, on_reply=lambda ok, value: answers.append(value))
    while not answers:
        await asyncio.sleep(0.01)
    return answers[0]
