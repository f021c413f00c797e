"""Command-level model of the PN532 after NXP's user manual UM0701-02, in simulated time.

Work on the air is a generator that yields the microseconds it takes; it goes on when the bus is
next touched, so that waiting costs nothing. Not modelled: I2C and UART, card emulation, the SAM,
other modulations than 106 kbit/s type A, RATS and all of ISO/IEC 14443-4, Crypto1.

The manual does not say how long the chip's own firmware takes: ACK_US and WORK_US are chosen on
the slow side.
"""

from sim.chips.pn532.ciu import Ciu
from sim.chips.pn532.commands import Commands
from sim.chips.pn532.rf import Transceiver
from sim.chips.pn532.spi import SpiInterface

ACK_US = 200
WORK_US = 400
_ACK = b"\x00\x00\xff\x00\xff\x00"
_ERROR = b"\x00\x00\xff\x01\xff\x7f\x81\x00"


def answer_frame(data):
    """Return D5 and `data` as the chip frames them."""
    body = b"\xd5" + bytes(data)
    n = len(body)
    return b"\x00\x00\xff" + bytes((n, -n & 0xFF)) + body + bytes((-sum(body) & 0xFF, 0))


class Pn532Chip(SpiInterface, Transceiver, Ciu, Commands):
    """One chip. `rf` is the channel that its antenna reaches; `clock.now_us()` gives the time.

    `broken`: None, "dead" (MISO low), "open" (MISO high), "mute" (no frame leaves), "fifo" (what
    is written comes back changed), "ram" (its own memory test fails), "stuck" (takes commands and
    never answers them), "loose" (a plug that loses contact for some transactions, now and then).
    `positions` is what CollPos counts from, as in the MFRC522's model: the cores are alike.
    """

    kind = "pn532"

    def __init__(self, clock, rf):
        self.clock = clock
        self.rf = rf
        self.broken = None
        self.positions = "frame"
        self.transactions = 0
        self.bytes = 0
        self.frames = 0
        self.in_reset = False
        self._reset()

    # -- power and reset ------------------------------------------------------------------------

    def _reset(self):
        self._incoming = bytearray()
        self._ready_at = 0
        self._outgoing = None  # a frame for the host, from `_ready_at` on
        self._last = b""
        self._work = None  # what the command does
        self._due = 0
        self._awake_at = -1  # sleeps until it is selected
        self._at = 0
        self.defaults()
        self.rf.power(False, self.clock.now_us())

    def reset_pin(self, level):
        """Set RSTPD_N: low is power-down; the rising edge resets."""
        if not level:
            self.rf.power(False, self.clock.now_us())
        elif self.in_reset:
            self._reset()
        self.in_reset = not level

    def brown_out(self):
        """Let the supply dip: all settings are lost."""
        self._reset()

    def irq_level(self):
        """Return the level of the P70_IRQ pin: low while the host has something to fetch."""
        self.sync(self.clock.now_us())
        return 0 if self._is_ready() else 1

    def _is_ready(self):
        return self._outgoing is not None and self.clock.now_us() >= self._ready_at

    # -- frames ---------------------------------------------------------------------------------

    def _take(self, frame):
        at = frame.find(b"\x00\xff")
        if at < 0 or len(frame) < at + 4:
            return
        size, check = frame[at + 2], frame[at + 3]
        if (size, check) == (0x00, 0xFF):
            self._stop()
        elif (size, check) == (0xFF, 0x00):
            self._put(self._last, 0)
        elif (size + check) & 0xFF == 0 and len(frame) >= at + 5 + size:
            body = frame[at + 4 : at + 4 + size]
            if not (sum(body) + frame[at + 4 + size]) & 0xFF and size > 1 and body[0] == 0xD4:
                self._stop()
                self._command = body[1:]
                self._put(_ACK, ACK_US)

    def _stop(self):
        """End what goes on, at the host's acknowledgement or a new command."""
        self._work = None
        self._outgoing = None
        self._command = b""

    def _put(self, frame, after_us):
        self._outgoing = frame
        self._ready_at = self.clock.now_us() + after_us

    def _fetched(self):
        """Note that the host has read: an acknowledgement starts the work, an answer ends it."""
        was_ack = self._outgoing == _ACK and self._command
        self._outgoing = None
        if was_ack and self.broken != "stuck":
            self._work = self._run(self._command)
            self._command = b""
            self._due = self.clock.now_us() + WORK_US
        elif self._tired:
            self._tired = False
            self._awake_at = -1

    def _run(self, body):
        """Do the command's work; end with its answer laid out."""
        answer = yield from self.execute(body[0], body[1:])
        self._last = _ERROR if answer is None else answer_frame(bytes((body[0] + 1,)) + answer)
        self._outgoing = self._last
        self._ready_at = self._due

    def sync(self, now):
        """Let happen what was due by `now`."""
        while self._work is not None and now >= self._due:
            try:
                self._due += next(self._work)
            except StopIteration:
                self._work = None
