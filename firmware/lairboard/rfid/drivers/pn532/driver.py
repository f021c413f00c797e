"""PN532 reader chip over a shared SPI bus: commands, frames, self-checks (NXP UM0701-02).

The chip does the ISO 14443-3 work itself. One transaction is one chip-select cycle: write a
frame, ask for the status, or read a frame; the bus is most significant bit first, the chip is
not, so bytes are turned around here. Every command is acknowledged, then answered; nothing
waits: `pump` moves the conversation on by what the chip has ready.
"""

from lairboard.rfid.reader import ANSWERED, FAULT, PENDING, SILENT, ReaderFault, quiet

from .ciu import ASK, HEARD, has_answered
from .frame import ACK, READ, STATUS, command, is_ack, parse

MAX_TARGETS = 2
_IC = 0x32
_ROOM = 96  # bytes of the longest answer that is asked for, with its frame
_TRY_MS = 30
_WAKES = 3

SAM = b"\x14\x01\x00\x01"  # normal mode, no time-out, the IRQ pin tells of answers
VERSION = b"\x02"
ECHO = b"\x00\x00"
LISTED = 0x4B

# What the idle poll says, whole and turned around, built once: the poll must not allocate.
_ON, _OFF, _LIST, _HEALTH, _LIST_ONE, _ASK, _HEARD = 0, 1, 2, 3, 4, 5, 6
_BODIES = (
    b"\x32\x01\x01",
    b"\x32\x01\x00",
    bytes((0x4A, MAX_TARGETS, 0x00)),
    b"\x06\x63\x04\x63\x16",  # TxControl: the antenna; RFCfg: the gain
    b"\x4a\x01\x00",
    ASK,
    HEARD,
)
_FRAMES = tuple([command(body) for body in _BODIES])
_CODES = bytes([body[0] + 1 for body in _BODIES])
_SETTINGS = (
    b"\x12\x00",  # no RATS by itself: phones and bank cards are only to be told apart
    b"\x32\x05\xff\x01\x02",  # look for a target three times: the second call may only end a try
    b"\x32\x04\x00",  # no repeats of frames
    b"\x32\x02\x00\x0b\x08",  # 12.8 ms for a tag's answer: it writes in 10 at most
)
_ANTENNA = 0x03
_GAIN = 5  # 38 dB, the default: read back, in bits 6 to 4

_REST, _ACKING, _ANSWERING = 0, 1, 2


class PN532:
    """One reader.

    `transport` is a SpiTransport. `irq()` is 0 while the chip has something to say (no status is
    read then), or `irq` is None.
    """

    timeout_ms = 30
    hides = True  # a look that finds nobody may miss a tag beside one that cannot be read

    def __init__(self, transport, clock, irq=None):
        self.transport = transport
        self._write = transport.write
        self._read = transport.exchange
        self.clock = clock
        self.irq = irq
        self.version = 0
        self.faults = 0
        self.reinits = 0
        self.field_is_on = False
        self.fresh = False  # the field was switched on and nobody was listed since
        self.asks = 0  # looks that go on to ask who answers and was not listed
        self.rx = bytearray(_ROOM)  # an answer's data, behind D5 and the code
        self.rx_size = 0
        self._status = bytearray(2)
        self._in = bytearray(_ROOM)
        self._out = bytearray(_ROOM)
        self._out[0] = READ
        self._acked = bytearray(7)
        self._ask_ack = bytes((READ, 0, 0, 0, 0, 0, 0))
        self._queue = bytearray(4)
        self._queued = 0
        self._now = 0  # which of _FRAMES is on its way
        self._state = _REST
        self._outcome = PENDING
        self._questions = 0  # left in this look, when it lists nobody
        self._trouble = None
        self._revision = (0, 0)

    # -- transactions ---------------------------------------------------------------------------

    def _ready(self):
        if self.irq:
            return not self.irq()
        self._read(STATUS, self._status)
        if self._status[1] == 0xFF:
            self._fail("no-bus")
            return False
        return self._status[1] & 0x80

    def _take_ack(self):
        self._read(self._ask_ack, self._acked)
        return is_ack(self._acked)

    def _take_answer(self, code):
        """Read the answer's data into `rx`; False when what came is no answer to this command."""
        self._read(self._out, self._in)
        self.rx_size = parse(self._in, self.rx, code)
        return self.rx_size >= 0

    # -- the conversation: plain, no allocation ---------------------------------------------

    def _say(self, which):
        if self._state == _REST:
            self._now = which
            self._write(_FRAMES[which])
            self._state = _ACKING
        elif self._queued < len(self._queue):
            self._queue[self._queued] = which
            self._queued += 1

    def pump(self):
        """Go on by what the chip has ready; True while something is on its way."""
        while self._state and self._ready():
            if self._state == _ACKING:
                if not self._take_ack():
                    self._fail("silent")
                    return False
                self._state = _ANSWERING
            elif not self._take_answer(_CODES[self._now]):
                self._fail("silent")
            else:
                self._state = _REST
                self._heard(self._now)
                if self._queued and self._state == _REST:
                    self._next()
        return self._state != _REST

    def _next(self):
        which = self._queue[0]
        self._queued -= 1
        for i in range(self._queued):
            self._queue[i] = self._queue[i + 1]
        self._say(which)

    def _heard(self, which):
        if which == _LIST or which == _LIST_ONE:
            if self.rx_size and self.rx[0]:
                self._outcome = ANSWERED
            elif self._questions:
                self._say(_ASK)
            else:
                self._outcome = SILENT
        elif which == _ASK:
            self._questions -= 1
            self._say(_HEARD)
        elif which == _HEALTH:
            if self.rx_size != 2 or self.rx[0] & _ANTENNA or (self.rx[1] >> 4) & 7 != _GAIN:
                self._trouble = "health"
        elif which == _HEARD:
            answered = self.rx_size == 4 and has_answered(self.rx)
            self.rx[0] = 0  # as a list of nobody
            if answered:
                self._outcome = ANSWERED
            elif self._questions:
                self._say(_ASK)
            else:
                self.asks -= 1
                self._outcome = SILENT

    def _fail(self, code):
        self._state = _REST
        self._queued = 0
        self._trouble = code
        self._outcome = FAULT

    # -- what the poller does --------------------------------------------------------------------

    def field_on(self):
        """Power the tags; they answer 5 ms later at the latest."""
        self._say(_ON)
        self.field_is_on = True
        self.fresh = True

    def field_off(self):
        """Take the tags' power; `pump` is False once that is done."""
        self._say(_OFF)
        self.field_is_on = False

    def start_wake(self, most=MAX_TARGETS):
        """Look for up to two tags, or for one; `check` tells what came of it.

        While `asks` lasts, a fresh field that lists nobody is asked whether anybody answers: then
        ANSWERED comes with an empty list, as the chip does not tell of whom it cannot select.
        """
        self._outcome = PENDING
        # Whoever the chip asked in vain hears the first question as an end, and is silent.
        self._questions = 2 if self.asks and self.fresh else 0
        self.fresh = False
        self.pump()
        self._say(_LIST_ONE if most == 1 else _LIST)

    def check(self):
        """Return SILENT, ANSWERED (the answer is in `rx`), PENDING (ask later) or FAULT."""
        self.pump()
        return FAULT if self._trouble else self._outcome

    def check_health(self):
        """Read antenna and gain back, once a second.

        A wrong one is the next `check`'s FAULT. The next look finds out too who is not listed.
        """
        self._say(_HEALTH)
        self.asks = self.asks or 1

    def why(self, outcome):
        """Return the code of a poll that failed."""
        return self._trouble or "silent"

    def quit(self):
        """Abort what goes on, and switch the field off."""
        self._write(ACK)
        self._fail("silent")
        self.field_off()

    def targets(self):
        """Return what selects tags through this reader."""
        from .targets import Targets

        return Targets(self)

    def version_name(self):
        """Return the chip and its firmware revision."""
        return "PN532 %d.%d" % self._revision

    # -- commands that are awaited ---------------------------------------------------------------

    async def do(self, body, wait_ms=_TRY_MS):
        """Send a command and return the size of its answer in `rx`.

        Raise ReaderFault when no answer comes: the command is aborted, and what it left is thrown
        away.
        """
        try:
            await quiet(self)
        except ReaderFault:
            await self._abort()
            raise
        self._write(command(body))
        if not await self._until_ready(wait_ms):
            await self._abort()
            raise ReaderFault(self._trouble or "silent")
        if not self._take_ack():
            await self._abort()
            raise ReaderFault("silent", "no acknowledgement")
        if not await self._until_ready(wait_ms) or not self._take_answer(body[0] + 1):
            await self._abort()
            raise ReaderFault(self._trouble or "silent")
        return self.rx_size

    async def _until_ready(self, wait_ms):
        start = self.clock.ticks_us()
        while not self._ready():
            if self._trouble == "no-bus":
                return False
            if self.clock.ticks_diff(self.clock.ticks_us(), start) > 1000 * wait_ms:
                return False
            await self.clock.sleep_ms(1)
        return True

    async def _abort(self):
        """Stop a command with an acknowledgement frame from the host, then flush."""
        self._state = _REST
        self._queued = 0
        self._write(ACK)
        for _ in range(3):
            await self.clock.sleep_ms(1)
            if self._status[1] != 0xFF and self._ready():
                self._read(self._out, self._in)

    async def init(self):
        """Wake, identify, test and set the chip; ReaderFault when it cannot be trusted."""
        self.field_is_on = False
        self.asks = 0
        self._fail(None)
        await self._abort()
        await self._wake()
        await self.do(VERSION)
        ic, revision, support = self.rx[0], self.rx[1:3], self.rx_size
        if ic != _IC or support != 4:
            raise ReaderFault("chip", "it says %02x" % ic)
        self.version = ic
        self._revision = (revision[0], revision[1])
        await self._test_line()
        for body in _SETTINGS:
            await self.do(body)
        await self.do(_BODIES[_OFF])
        await self.do(_BODIES[_HEALTH])
        self._trouble = None
        self._heard(_HEALTH)
        if self._trouble:
            raise ReaderFault("settings", "antenna or gain")

    async def _wake(self):
        # A select wakes a sleeping chip, which misses what is said to it meanwhile.
        for chance in range(_WAKES):
            try:
                self._trouble = None
                await self.do(SAM)
                return
            except ReaderFault:
                if chance == _WAKES - 1:
                    raise

    async def _test_line(self):
        # Diagnose, communication line: 32 bytes there and back rarely survive a bad wire.
        sent = bytes((0x55 ^ (23 * i)) & 0xFF for i in range(32))
        await self.do(ECHO + sent)
        if self.rx_size != 33 or bytes(self.rx[1:33]) != sent:
            raise ReaderFault("fifo")
        await self.do(b"\x00\x02")  # Diagnose, RAM
        if self.rx_size != 1 or self.rx[0]:
            raise ReaderFault("startup", "RAM")
