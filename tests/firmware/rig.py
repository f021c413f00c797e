"""Readers on a simulated board, without an event loop. Runs on MicroPython and CPython."""

from binascii import hexlify

import machine
from lairboard.rfid import drivers
from lairboard.rfid.poller import Poller
from lairboard.rfid.presence import Presence
from lairboard.rfid.reader import quiet
from lairboard.rfid.transport.i2c import I2cTransport
from lairboard.rfid.transport.spi import SpiTransport
from sim.board_model import BoardModel
from sim.step_clock import StepClock, advance, finish
from sim.tag_kinds import make

CS = (17, 20, 21, 22, 10, 26, 27, 28)
I2C_BASE = 0x28  # the lowest address of an MFRC522 whose pin EA is low
on_i2c = False  # whether every MFRC522 hangs on I2C, each at an address of its own
NAMES = ("a", "b", "c", "d", "e", "f", "g", "h")


def uid(text):
    """Bytes of hex digits."""
    return bytes.fromhex(text)


def hexes(tags):
    """Sorted UIDs of tags, as hex digits."""
    return sorted(hexlify(tag.uid).decode() for tag in tags)


def wired(kind, i):
    """Return the i-th chip as the setting `readers` names it."""
    return "mfrc522@0x%02x" % (I2C_BASE + i) if on_i2c and kind == "mfrc522" else kind


def raises(kind, call, *args):
    """Call `call`, and return the exception of `kind` that it must raise."""
    try:
        call(*args)
    except kind as error:
        return error
    raise AssertionError("did not raise " + kind.__name__)


class Rig:
    """`n` readers named a, b, c, ...; `chips`, `readers`, `clock`, `model`.

    `kinds` are their chips, as the setting `readers` names them; `irq`: the interrupt line is wired.
    `overhead_us`: what a board takes around each transaction.
    """

    def __init__(self, n=1, seed=1, kinds=(), irq=False, overhead_us=20):
        self.clock = StepClock()
        kinds = [wired(kinds[i] if i < len(kinds) else "mfrc522", i) for i in range(n)]
        wiring = tuple((NAMES[i], 0, CS[i]) for i in range(n))
        self.model = BoardModel(self.clock, wiring, seed=seed, kinds=kinds, overhead_us=overhead_us)
        machine.attach(self.model)
        self.bus = machine.SPI(0, baudrate=4000000)
        self.i2c = machine.I2C(0, freq=400000)
        self.pins = [machine.Pin(CS[i], machine.Pin.OUT, value=1) for i in range(n)]
        self.readers = drivers.readers(
            kinds,
            self.clock,
            lambda i: SpiTransport(self.bus, self.pins[i]),
            lambda address: I2cTransport(self.i2c, address),
            machine.Pin(self.model.irq, machine.Pin.IN, machine.Pin.PULL_UP) if irq else None,
        )
        self.chips = [self.model.chip(NAMES[i]) for i in range(n)]

    def put(self, text, kind=None, reader="a"):
        """Lay a tag down, its kind told from the size of its UID; the tag."""
        data = uid(text)
        kind = kind or {4: "card4", 7: "ntag213", 10: "card10"}[len(data)]
        tag = make(kind, data)
        self.model.place(reader, tag)
        return tag

    def take(self, text, reader="a"):
        """Take a tag away."""
        return self.model.take(reader, uid(text))


class Bench(Rig):
    """A rig with one initialised reader, its field on and its tags awake."""

    def __init__(self, *texts, kind="mfrc522", irq=False):
        super().__init__(kinds=(kind,), irq=irq)
        self.reader = self.readers[0]
        self.chip = self.chips[0]
        finish(self.reader.init())
        for text in texts:
            self.put(text)
        self.selection = self.reader.targets()
        self.power()

    def power(self):
        """Field off, on, and time for the tags."""
        self.reader.field_off()
        self.reader.field_on()
        finish(quiet(self.reader))
        self.clock.sleep_ms(6)

    def look(self, known=()):
        """WUPA and, when anybody answers, the inventory."""
        if not finish(self.selection.wake()):
            return []
        return finish(self.selection.inventory(known))


class Watch(Rig):
    """A rig whose poller runs; `edges` takes (ms, kind, zone, uid hex, extra)."""

    def __init__(self, n=1, seed=1, kinds=(), irq=False, overhead_us=20, **presence):
        super().__init__(n, seed, kinds, irq, overhead_us)
        self.edges = []
        self.presence = Presence(n, self._emit, **presence)
        self.poller = Poller(self.readers, self.presence, self.clock)
        self._task = self.poller.run()

    def _emit(self, kind, zone, data, extra, reads=0, lost=0):
        text = hexlify(data).decode()
        self.edges.append((self.clock.ticks_ms(), kind, zone, text, extra))

    def run(self, ms):
        """Let simulated time pass."""
        advance(self._task, self.clock, ms)

    def draw_across(self, texts, speed=0.5, pitch=15, length=45, reader="a"):
        """Draw tags over a reader, one behind the other: mm a ms, mm from each to the next, mm of field."""
        moves = [(i * pitch / speed, 1, texts[i]) for i in range(len(texts))]
        moves += [((i * pitch + length) / speed, 0, texts[i]) for i in range(len(texts))]
        passed = 0
        for at, comes, text in sorted(moves):
            self.run(int(at) - passed)
            passed = int(at)
            if comes:
                self.put(text, reader=reader)
            else:
                self.take(text, reader)

    def told(self):
        """(kind, zone, uid, extra) of the edges so far, which are forgotten."""
        told = [edge[1:] for edge in self.edges]
        self.edges.clear()
        return told
