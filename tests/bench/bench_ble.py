"""Measure an event's round trip over the air against a bare byte echo, and the parser on noise.

Both round trips use the same GATT link of virtual radios. An event's round trip ends with its acknowledgement.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
for folder in (ROOT, ROOT / "firmware", ROOT / "tests" / "link"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from lairkeeper.board import BleFinder, Link, LinkState, MemoryInbox, Radio  # noqa: E402
from lairkeeper.board.frame import FrameReader, encode  # noqa: E402

ROUNDS = 120
SECRET = "5e" * 32
UID = "04319f5d240289"
MEGABYTES = 8
EVENTS = 400


async def over_bluetooth(rounds: int) -> dict[str, list[float]]:
    """Seconds of each round: ``link`` (event to acknowledgement) and ``echo`` (as many bare bytes), in turn."""
    from lairboard.link import ble
    from linkrig import Rig

    from tests.board.bleak_bumble import backends
    from tests.board.virtual_radio import RadioLink, make_device

    radio_link = RadioLink()
    board = Gatt(await make_device(radio_link, "board", "F0:00:00:00:00:10"), ble)
    scanner, client = backends(await make_device(radio_link, "host", "F0:00:00:00:00:02"))
    rig = Rig(secret=lambda: SECRET, guarded=True, window=ble.WINDOW, resend_ms=ble.RESEND_MS)

    def heard(data: bytes) -> None:
        rig.session.feed(data, now())
        board.say(rig.take_out())

    board.heard = heard
    await board.advertise("lair-1")
    link = Link(BleFinder(Radio(scanner=scanner, client=client), "lair-1"), MemoryInbox(), pairings=lambda _: SECRET)
    stop = asyncio.Event()
    running = asyncio.create_task(link.run(stop))
    while link.status.state is not LinkState.UP:
        await asyncio.sleep(0.01)
    session = link._lines[0].session  # the bench listens where the port does
    port = link._lines[0]._port
    taken: dict[str, list[float]] = {"link": [], "echo": []}
    for _ in range(rounds):
        began = time.perf_counter()
        rig.put(["+", "tap", UID, 0], now())
        board.say(rig.take_out())
        await until(lambda: not rig.ring.count)
        taken["link"].append(time.perf_counter() - began)
        taken["echo"].append(await echo(board, port, session, rig))
    began = time.perf_counter()
    for _ in range(EVENTS // 100):
        for _ in range(100):
            rig.put(["+", "tap", UID, 0], now())
        board.say(rig.take_out())
        await until(lambda: not rig.ring.count)
    taken["many"] = [time.perf_counter() - began]
    stop.set()
    await running
    return taken


async def echo(board: Gatt, port: Any, session: Any, rig: Any) -> float:
    """Return the seconds that the bytes of an event and of its acknowledgement take when nobody parses them."""
    got = bytearray()
    before = board.heard
    board.heard = got.extend
    feed = session.feed
    answer = encode(["A", 1000])
    session.feed = lambda data, _: port.write(answer) if data.endswith(b"\n") else None
    event = encode(["E", 1000, 8_000_000, "+", "tap", UID])
    began = time.perf_counter()
    board.say(event)
    await until(lambda: len(got) >= len(answer))
    seconds = time.perf_counter() - began
    session.feed, board.heard = feed, before
    return seconds


class Gatt:
    """The service on a bumble device; ``heard`` is called with what the host writes."""

    def __init__(self, device: Any, ble: Any) -> None:
        from bumble.gatt import Characteristic, CharacteristicValue, Service

        self._device = device
        self._ble = ble
        self._connection: Any = None
        self.heard: Callable[[bytes], object] = len
        flags, rights = Characteristic.Properties, Characteristic.READABLE | Characteristic.WRITEABLE
        write = CharacteristicValue(write=lambda _, data: self.heard(bytes(data)) and None)
        self._tx: Any = Characteristic(ble.TX, flags.NOTIFY, rights, b"")
        device.add_service(Service(ble.SERVICE, [self._tx, Characteristic(ble.RX, flags.WRITE, rights, write)]))
        device.gatt_server.max_mtu = 247
        device.on("connection", lambda connection: setattr(self, "_connection", connection))
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()
        self._task = asyncio.ensure_future(self._run())

    async def advertise(self, device: str) -> None:
        """Be seen."""
        await self._device.start_advertising(
            advertising_data=self._ble.advertisement(device), scan_response_data=self._ble.response(device)
        )

    def say(self, data: bytes) -> None:
        """Notify, in pieces."""
        size = (self._connection.att_mtu if self._connection else 23) - 3
        for at in range(0, len(data), size):
            self._queue.put_nowait(data[at : at + size])

    async def _run(self) -> None:
        while True:
            piece = await self._queue.get()
            await self._device.notify_subscriber(self._connection, self._tx, piece, force=True)


async def until(true: Callable[[], object]) -> None:
    """Wait, a turn of the loop at a time."""
    end = time.monotonic() + 30
    while not true():
        if time.monotonic() > end:
            raise TimeoutError("the link does not answer")
        await asyncio.sleep(0)


def now() -> int:
    """Return the time of the board's clock in ms."""
    return time.monotonic_ns() // 1_000_000


def noise() -> float:
    """MB/s of the worst of three kinds: random bytes, a REPL's text, a storm of empty frames."""
    kinds = (
        os.urandom(1_000_000) * MEGABYTES,
        b'>>> print("x")\r\nTraceback:\r\n' * 40_000 * MEGABYTES,
        b"\x1e\n" * 500_000 * MEGABYTES,
    )
    speeds = []
    for data in kinds:
        reader = FrameReader()
        began = time.perf_counter()
        for at in range(0, len(data), 4096):
            reader.feed(data[at : at + 4096])
        speeds.append(len(data) / 1e6 / (time.perf_counter() - began))
    return min(speeds)


def run() -> dict[str, dict[str, Any]]:
    """``link.ble_ack``, ``link.ble_events_per_s``, ``link.parser_mb_per_s`` (at least 5)."""
    taken = asyncio.run(over_bluetooth(ROUNDS))
    ours, bare = median(taken["link"][10:]), median(taken["echo"][10:])
    rate, possible = EVENTS / taken["many"][0], 1 / bare
    speed = noise()
    return {
        "link.ble_ack": {
            "value": round(ours * 1e6),
            "unit": "µs",
            "baseline": round(bare * 1e6),
            "ratio": round(ours / bare, 2),
            "what": "p50 from an event's notification to its acknowledgement, against a bare echo of as many bytes"
            " on the same GATT link of virtual radios",
        },
        "link.ble_events_per_s": {
            "value": round(rate),
            "unit": "1/s",
            "baseline": round(possible),
            "ratio": round(rate / possible, 2),
            "what": "events acknowledged a second, four on the way, against bare echoes one at a time",
        },
        "link.parser_mb_per_s": {
            "value": round(speed, 1),
            "unit": "MB/s",
            "baseline": 5,
            "ratio": round(speed / 5, 2),
            "what": "noise through the frame reader, the worst of random bytes, REPL text and empty frames; at least 5",
        },
    }
