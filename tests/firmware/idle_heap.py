"""1,000 idle polls with the heap locked, over a bus whose answers exist beforehand. MicroPython only."""

import asyncio
import sys

import micropython
from lairboard.rfid.drivers.mfrc522.driver import MFRC522
from lairboard.rfid.drivers.pn532.driver import PN532
from lairboard.rfid.drivers.pn532.frame import flip
from lairboard.rfid.poller import Poller
from lairboard.rfid.presence import Presence
from lairboard.rfid.reader import SILENT
from lairboard.rfid.transport.i2c import I2cTransport
from lairboard.rfid.transport.spi import SpiTransport

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


class I2cReplayBus:
    """A healthy MFRC522 in an empty field, on I2C: each register has one value. It counts."""

    def __init__(self):
        self.registers = bytearray(64)
        for number, value in ((0x04, 0x45), (0x37, 0x92), (0x14, 0x80), (0x26, 0x48), (0x2A, 0x80), (0x15, 0x40),
                              (0x11, 0x3D), (0x2D, 25)):  # fmt: skip
            self.registers[number] = value
        self.transactions = 0

    def writeto(self, address, frame):
        self.transactions += 1
        if frame[0] == 0x14:
            self.registers[0x14] = frame[1]

    def readfrom_mem_into(self, address, register, into):
        self.transactions += 1
        into[0] = self.registers[register]


class Pn532Bus:
    """A PN532 in an empty field: every status says ready, every read brings what is due."""

    def __init__(self):
        self.ready = flip(b"\x00\x01")
        self.ack = flip(b"\x00\x00\x00\xff\x00\xff\x00")
        self.by_command = {flip(b"\x32")[0]: self.framed(b"\x33"), flip(b"\x4a")[0]: self.framed(b"\x4b\x00")}
        self.read = flip(b"\x06")[0]
        self.by_command[self.read] = self.framed(b"\x07\x80\x59")
        self.by_command[flip(b"\x08")[0]] = self.framed(b"\x09")
        self.nobody = self.framed(b"\x07\x00\x20\x00\x10")
        self.answer = None

    def framed(self, body):
        data = b"\xd5" + body
        frame = b"\x00\x00\x00\xff" + bytes((len(data), -len(data) & 0xFF)) + data + bytes((-sum(data) & 0xFF,))
        return flip(frame + bytes(96 - len(frame)))

    def write(self, frame):
        if len(frame) > 9:
            heard = frame[7] == self.read and len(frame) == 18  # four registers, where the check of each second has two
            self.answer = self.nobody if heard else self.by_command[frame[7]]

    def write_readinto(self, out, into):
        prepared = self.ready if len(into) == 2 else self.ack if len(into) == 7 else self.answer
        for i in range(len(into)):
            into[i] = prepared[i]


class Clock:
    """Ticks that grow by themselves, so that health checks come due; the event loop's own sleep, cut to nothing."""

    def __init__(self):
        self.ms = 0

    def ticks_ms(self):
        self.ms += 1
        return self.ms

    def ticks_us(self):
        return self.ms

    def sleep_ms(self, ms):
        return asyncio.sleep_ms(0)


def cs(level):
    """Take the level of a select pin, and do nothing with it."""


def transport(bus):
    """Return the wires to a bus of either sort."""
    return I2cTransport(bus, 0x28) if hasattr(bus, "writeto") else SpiTransport(bus, cs)


def no_edge(kind, zone, uid, extra):
    raise AssertionError("an edge: " + kind)


def make_poller(n, bus, driver):
    clock = Clock()
    readers = [driver(transport(bus()), clock) for _ in range(n)]
    poller = Poller(readers, Presence(n, no_edge), clock)
    for zone in range(n):
        readers[zone].version = 0x92
        poller._usable[zone] = 1
    return poller, readers[0].transport.bus


def driver_alone(bus, transactions):
    """Run the driver's own idle poll: 5 transactions each, 6 on I2C, no heap."""
    poller, bus = make_poller(1, bus, MFRC522)
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
    assert bus.transactions - first == transactions * POLLS


def whole_task(bus, driver):
    """Run the poller's task on the event loop, with fields and presence."""
    poller, _ = make_poller(4, bus, driver)

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


def health_check(bus, registers):
    """Run the check of each second, too: one transaction, or one for each of the `registers`."""
    poller, bus = make_poller(1, bus, MFRC522)
    first = bus.transactions
    micropython.heap_lock()
    for _ in range(POLLS):
        poller.readers[0].check_health()
    micropython.heap_unlock()
    assert bus.transactions - first == registers * POLLS


def leaky():
    """Proof that the lock bites."""
    micropython.heap_lock()
    try:
        return [1, 2, 3, 4]
    finally:
        micropython.heap_unlock()


{
    "driver": lambda: driver_alone(ReplayBus, 5),
    "driver-i2c": lambda: driver_alone(I2cReplayBus, 6),
    "task": lambda: whole_task(ReplayBus, MFRC522),
    "task-i2c": lambda: whole_task(I2cReplayBus, MFRC522),
    "pn532": lambda: whole_task(Pn532Bus, PN532),
    "health": lambda: health_check(ReplayBus, 1),
    "health-i2c": lambda: health_check(I2cReplayBus, 12),
    "leaky": leaky,
}[sys.argv[1]]()
print("no heap used")
