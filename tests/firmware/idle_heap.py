"""1,000 idle polls with the heap locked, over a bus whose answers exist beforehand. MicroPython only."""

import asyncio
import sys

import micropython
from lairboard.rfid.mfrc522 import MFRC522, SILENT
from lairboard.rfid.poller import Poller
from lairboard.rfid.presence import Presence

POLLS = 1000


class ReplayBus:
    """Answers a read of n bytes with the n bytes prepared for it, and counts."""

    def __init__(self):
        healthy = b"\x00\x92\x80\x00\x48\x80\x40\x3d\x00\x00\x00\x00\x19"
        silent = b"\x00\x45\x00\x00\x10\x20"
        self.answers = {len(healthy): healthy, len(silent): silent}
        self.transactions = 0

    def write(self, frame):
        self.transactions += 1

    def write_readinto(self, out, into):
        self.transactions += 1
        answer = self.answers[len(into)]
        for i in range(len(into)):
            into[i] = answer[i]


class Clock:
    """Ticks that grow by themselves, so that health checks come due; the event loop's own sleep, cut to nothing."""

    def __init__(self):
        self.ms = 0

    def ticks_ms(self):
        self.ms += 1
        return self.ms

    def sleep_ms(self, ms):
        return asyncio.sleep_ms(0)


def cs(level):
    """A select pin."""


def no_edge(kind, zone, uid, extra):
    raise AssertionError("an edge: " + kind)


def make_poller(n):
    clock = Clock()
    bus = ReplayBus()
    readers = [MFRC522(bus, cs, clock) for _ in range(n)]
    poller = Poller(readers, Presence(n, no_edge), clock)
    for zone in range(n):
        readers[zone].version = 0x92
        poller._usable[zone] = 1
    return poller, bus


def driver_alone():
    """The driver's own idle poll: 5 transactions each, no heap."""
    poller, bus = make_poller(1)
    reader = poller.readers[0]
    reader.start_wake()
    reader.check()
    first = bus.transactions
    silent = 0
    micropython.heap_lock()
    for _ in range(POLLS):
        reader.start_wake()
        silent += reader.check() == SILENT
    micropython.heap_unlock()
    assert silent == POLLS, silent
    assert bus.transactions - first == 5 * POLLS


def whole_task():
    """The poller's task on the event loop, fields and presence and all."""
    poller, _ = make_poller(4)

    async def count():
        task = asyncio.create_task(poller.run())
        while poller.cycles < 3:
            await asyncio.sleep_ms(0)
        last = poller.cycles + POLLS
        micropython.heap_lock()
        while poller.cycles < last and not task.done():
            await asyncio.sleep_ms(0)
        micropython.heap_unlock()
        if task.done():
            await task
        task.cancel()

    asyncio.run(count())


def health_check():
    """The check each second, too."""
    poller, bus = make_poller(1)
    first = bus.transactions
    micropython.heap_lock()
    for _ in range(POLLS):
        poller.readers[0].check_health()
    micropython.heap_unlock()
    assert bus.transactions - first == POLLS


def leaky():
    """Proof that the lock bites."""
    micropython.heap_lock()
    try:
        return [1, 2, 3, 4]
    finally:
        micropython.heap_unlock()


{"driver": driver_alone, "task": whole_task, "health": health_check, "leaky": leaky}[sys.argv[1]]()
print("no heap used")
