"""MFRC522 reader chip: registers, frames, self-checks.

A write goes to one register however many bytes it has; on SPI a read fetches one register a byte,
so a whole status is one transaction. Section numbers are those of the MFRC522 data sheet,
revision 3.9.
"""

from lairboard.rfid.iso14443a import WUPA
from lairboard.rfid.reader import ANSWERED, COLLIDED, FAULT, GARBLED, PENDING, SILENT, ReaderFault
from lairboard.rfid.selection import Selection

from . import selftest

# Register address bytes for writing (8.1.2.3: address in bits 6 to 1).
_COMMAND = 0x02
_FIFO_DATA = 0x12
_BIT_FRAMING = 0x1A
_TX_CONTROL = 0x28
_T_RELOAD_H = 0x58
_T_RELOAD_L = 0x5A

# Whole transactions, built once: the idle poll must not allocate.
_IDLE = b"\x02\x00"
_TRANSCEIVE = b"\x02\x00\x0c"  # Idle stops the receiver, then Transceive waits for StartSend
_SOFT_RESET = b"\x02\x0f"
_IRQ_CLEAR = b"\x08\x7f"
_FLUSH = b"\x14\x80"
_SHORT_FRAMING = b"\x1a\x07"
_SHORT_GO = b"\x1a\x07\x87"  # the bit is written low, then high: an edge, whatever it was before
_FIFO_WUPA = bytes((_FIFO_DATA, WUPA))
_FIELD_ON = b"\x28\x83"
_FIELD_OFF = b"\x28\x80"

# Pipelined reads: ComIrq, Error, FIFOLevel, Control, Coll / Command / the health of the settings.
_READ_STATUS = b"\x88\x8c\x94\x98\x9c\x00"
_READ_IRQ = b"\x88\x00"  # where each register takes a transaction of its own
_READ_COMMAND = b"\x82\x00"
_READ_LEVEL = b"\x94\x00"
_READ_HEALTH = b"\xee\xa8\x90\xcc\xd4\xaa\xa2\xa4\xa6\x9c\xd8\xda\x00"

_IRQ_TX = 0x40
_IRQ_RX = 0x20
_IRQ_TIMER = 0x01
_IRQ_SET1 = 0x80  # write-only: a bus that reads it as one is not a chip
_ERR_COLLISION = 0x08
_ERR_ANY = 0x1F
_COLL_INVALID = 0x20
_CRYPTO1 = 0x08
_ANTENNA = 0x03
_POWER_DOWN = 0x10

# One timer tick is (2 * 67 + 1) / 13.56 MHz, about 10 us.
_PRESCALER = 67
_ANSWER_TICKS = 25
_READ_TICKS = 1050
MAX_FRAME = 64  # the chip's FIFO: what one answer may have, a FAST_READ of 15 pages
_MAX_SENT = 18

# Time on the air at 106 kbit/s: a byte with its check bit, and what is around frame and answer
# (first and last bits, the 91 us that a tag leaves between them).
_BYTE_US = 85
_AROUND_US = 130
_SPIN_US = 2500  # what is sooner over than this is waited for: a sleep of 1 ms takes up to 2
_OTHERS_US = 3000  # after so long other tasks have their turn
_OTHERS_I2C_US = 1500  # the same where the bytes themselves take their time
_AGAIN_US = 100
_SPINS = 3

KNOWN_VERSIONS = {0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0"}
CLONE_VERSIONS = {
    0x88: "FM17522 clone",
    0x90: "MFRC522 0.0",
    0xB2: "FM17522 clone",
    0x12: "counterfeit",
    0x15: "counterfeit",
    0x82: "FM17522E clone",
}


class MFRC522:
    """One reader.

    `transport` is a SpiTransport or an I2cTransport. `irq()` is 0 while a chip on that line has
    something to say (several may share it). `irq` is None when no such wire is there.
    """

    timeout_ms = 5
    hides = False  # whoever answers is heard, be it a collision

    def __init__(self, transport, clock, gain=4, irq=None):
        registers = transport
        self._asks = _READ_STATUS
        self._complete = None  # reads what `_asks` left out, once something has answered
        self._keeps_framing = True
        self._others_us = _OTHERS_US
        if transport.address is not None:
            from .i2c_registers import I2cRegisters

            registers = I2cRegisters(transport)
            self._asks = _READ_IRQ
            self._complete = registers.complete
            # Transceive and StartSend are far apart: where StartSend is still set, a frame would
            # be over before it is sent again, without its bytes. So it is written low each time.
            self._keeps_framing = False
            self._others_us = _OTHERS_I2C_US
        self.transport = transport
        self.write = registers.write  # one transaction: the address byte, what goes there
        self._read = registers.exchange
        self.clock = clock
        self.gain = gain
        self.irq = irq
        self.version = 0
        self.verdict = selftest.UNKNOWN
        self.faults = 0
        self.reinits = 0
        self.field_is_on = False
        self.tx = bytearray(_MAX_SENT)
        self.rx = bytearray(MAX_FRAME)
        self.rx_size = 0
        self.rx_last_bits = 0
        self.rx_position = 0
        self._status = bytearray(len(_READ_STATUS))
        self._health = bytearray(len(_READ_HEALTH))
        self._framing = -1
        self._started_at = 0
        self._sent_us = 0
        self._others_at = 0  # when other tasks had their turn
        self._slow = False  # the tag may take its time
        self._dirty = False  # bytes of an answer that nobody fetched are in the FIFO
        self._out = bytearray(_MAX_SENT + 1)
        self._out[0] = _FIFO_DATA
        self._go = bytearray((_BIT_FRAMING, 0, 0))
        self._settings = (
            (0x54, 0x80),  # TMode: start at the end of each transmission (9.3.3.10)
            (0x56, _PRESCALER),
            (_T_RELOAD_H, 0),
            (_T_RELOAD_L, _ANSWER_TICKS),
            (0x2A, 0x40),  # TxASK: 100 % modulation, which type A needs
            (0x22, 0x3D),  # Mode: CRC preset 6363
            (0x24, 0x00),  # TxMode, RxMode: 106 kbit/s, check values made here
            (0x26, 0x00),
            (0x1C, 0x00),  # Coll: clear what follows a collision (9.3.1.15)
            (0x4C, (gain << 4) | 0x08),  # RFCfg: the gain at its default, written all the same
            (0x04, 0xA1),  # ComIEn: the pin goes low for an answer and for the timer
            (0x06, 0x00),  # DivIEn: open drain, so that readers can share the line
        )

    # -- starting -------------------------------------------------------------------------------

    async def init(self):
        """Reset, identify, test and set the chip; ReaderFault when it cannot be trusted."""
        self.field_is_on = False
        self._framing = -1
        try:
            self.write(_SOFT_RESET)
        except OSError:  # on I2C: a chip whose crystal does not run yet may not acknowledge
            await self.clock.sleep_ms(2)
            self.write(_SOFT_RESET)
        await self.until_started()
        self._identify()
        self._test_fifo()
        self.verdict = await selftest.verdict(self)
        for address, value in self._settings:
            self.write(bytes((address, value)))
        self.write(_FIELD_OFF)
        self._check_settings("settings")

    async def until_started(self):
        """Wait for the crystal after a reset."""
        into = bytearray(2)
        for _ in range(10):
            await self.clock.sleep_ms(2)
            self._read(_READ_COMMAND, into)
            if not into[1] & _POWER_DOWN:
                return
        raise self._fault("no-bus" if into[1] == 0xFF else "startup")

    def _identify(self):
        self._read(_READ_HEALTH, self._health)
        self.version = self._health[1]
        if self.version in (0x00, 0xFF):
            raise self._fault("no-bus", "version %02x" % self.version)

    def version_name(self):
        """Return the chip's name by its version register, marked when the chip is a copy."""
        known = KNOWN_VERSIONS.get(self.version) or CLONE_VERSIONS.get(self.version)
        name = known or "unknown chip %02x" % self.version
        return name + " (copy)" if self.verdict == selftest.COPY else name

    def _test_fifo(self):
        # A version can be read over a bad wire; 32 bytes both ways rarely survive one.
        for pattern in (0x55, 0xC3):
            sent = bytes((pattern ^ (17 * i)) & 0xFF for i in range(16))
            self.write(_IDLE)
            self.write(_FLUSH)
            self.write(bytes((_FIFO_DATA,)) + sent)
            if self.fifo_level() != 16 or self.fifo(16) != sent:
                raise self._fault("fifo")
        self.write(_FLUSH)

    def fifo_level(self):
        """Return how many bytes are in the FIFO."""
        level = bytearray(2)
        self._read(_READ_LEVEL, level)
        return level[1]

    def fifo(self, size):
        """Take bytes out of the FIFO."""
        into = bytearray(size + 1)
        self._read(b"\x92" * size + b"\x00", into)
        return bytes(into[1:])

    def _check_settings(self, code):
        """Raise ReaderFault(code) unless version, antenna, crypto and settings are as written."""
        h = self._health
        self._read(_READ_HEALTH, h)
        if h[1] != self.version:
            raise ReaderFault(code, "version %02x" % h[1])
        if (h[2] & _ANTENNA) != (_ANTENNA if self.field_is_on else 0):
            raise ReaderFault(code, "antenna")
        if h[3] & _CRYPTO1:
            raise ReaderFault(code, "crypto1")
        if (h[4] >> 4) & 7 != self.gain:
            raise ReaderFault(code, "gain")
        if h[5] != 0x80 or h[6] & 0x40 == 0 or h[7] & 0x03 != 0x01:
            raise ReaderFault(code, "timer or modulation")
        if h[8] or h[9] or h[10] & 0x80 or h[11] or h[12] != _ANSWER_TICKS:
            raise ReaderFault(code, "framing")

    def check_health(self):
        """Check the chip in one transaction; ReaderFault("health") when it lost itself.

        It is called once a second.
        """
        self._check_settings("health")

    def pump(self):
        """Return False: nothing goes on in this chip beyond what `check` tells."""
        return False

    def why(self, outcome):
        """Return the code of a poll that failed."""
        return self.transport.code("no-bus" if outcome == FAULT else "silent")

    def _fault(self, code, detail=""):
        return ReaderFault(self.transport.code(code), detail)

    def targets(self):
        """Return what selects tags through this reader."""
        return Selection(self)

    # -- field ----------------------------------------------------------------------------------

    def field_on(self):
        """Power the tags; they answer 5 ms later at the latest."""
        self.write(_FIELD_ON)
        self.field_is_on = True

    def field_off(self):
        """Take the tags' power and stop the receiver."""
        self.write(_FIELD_OFF)
        self.write(_IDLE)
        self.field_is_on = False

    def quit(self):
        """Switch the field off, whatever state the chip is in."""
        self.field_off()

    # -- idle poll: plain functions, no allocation --------------------------------------------

    def start_wake(self):
        """Send WUPA and return at once; `check` tells what came of it, 1 ms later."""
        if self._dirty:
            self._flush()
        if self._framing != 7:
            self.write(_SHORT_FRAMING)
            self._framing = 7 if self._keeps_framing else -1
        self.write(_IRQ_CLEAR)
        self.write(_FIFO_WUPA)
        self.write(_TRANSCEIVE)
        self.write(_SHORT_GO)
        self._sent_us = _BYTE_US
        self._started_at = self._others_at = self.clock.ticks_us()

    def check(self):
        """Return the outcome, in one transaction, or in none while the wired pin is high.

        It is SILENT, ANSWERED, COLLIDED, GARBLED, PENDING (ask later) or FAULT.
        """
        if self.irq and self.irq():
            return PENDING
        s = self._status
        self._read(self._asks, s)
        irq = s[1]
        if irq & _IRQ_SET1:
            return FAULT
        if irq & _IRQ_RX:
            self._dirty = True
            if self._complete:
                self._complete(s)
            self.rx_size = s[3] & 0x7F
            self.rx_last_bits = s[4] & 7
            if s[2] & _ERR_COLLISION:
                self.rx_position = 0 if s[5] & _COLL_INVALID else (s[5] & 0x1F or 32)
                return COLLIDED
            if s[2] & _ERR_ANY:
                return GARBLED
            return ANSWERED
        if irq & _IRQ_TIMER and irq & _IRQ_TX:
            return SILENT
        return PENDING

    # -- frames ---------------------------------------------------------------------------------

    def start(self, size, bits=0):
        """Send `tx[:size]`, `bits` of the last byte (0: all), answers aligned to the same bit."""
        if self._dirty:
            self._flush()
        framing = (bits << 4) | bits
        if self._framing != framing:
            self._go[1] = framing
            self.write(memoryview(self._go)[:2])
            self._framing = framing if self._keeps_framing else -1
        self._out[1 : size + 1] = self.tx[:size]
        self.write(_IRQ_CLEAR)
        self.write(memoryview(self._out)[: size + 1])
        self.write(_TRANSCEIVE)
        self._go[1] = framing
        self._go[2] = framing | 0x80
        self.write(self._go)
        self._sent_us = size * _BYTE_US
        self._started_at = self.clock.ticks_us()

    def start_short(self, command):
        """Send a 7-bit frame: REQA, or a WUPA outside the idle poll."""
        if command == WUPA:
            self.start_wake()
            return
        if self._dirty:
            self._flush()
        if self._framing != 7:
            self.write(_SHORT_FRAMING)
            self._framing = 7 if self._keeps_framing else -1
        self.write(_IRQ_CLEAR)
        self.write(bytes((_FIFO_DATA, command)))
        self.write(_TRANSCEIVE)
        self.write(_SHORT_GO)
        self._sent_us = _BYTE_US
        self._started_at = self.clock.ticks_us()

    async def sent(self, answer=0):
        """Wait for what was started to be on the air, and an answer of so many bytes."""
        clock = self.clock
        whole = self._sent_us + answer * _BYTE_US + _AROUND_US
        left = whole - clock.ticks_diff(clock.ticks_us(), self._started_at)
        if left > _SPIN_US:
            await clock.sleep_ms(left // 1000 + 1)
            self._others_at = clock.ticks_us()
            return
        if clock.ticks_diff(self._started_at, self._others_at) + whole > self._others_us:
            await clock.sleep_ms(0)
            self._others_at = clock.ticks_us()
            left = whole - clock.ticks_diff(self._others_at, self._started_at)
        if left > 0:
            clock.wait_us(left)

    async def outcome(self, answer):
        """Wait for `answer` bytes, fetch them into `rx`, and return what `check` says."""
        await self.sent(answer)
        result = self.check()
        tries = 14
        spins = 0 if self._slow else _SPINS
        while result == PENDING and tries:
            if spins:
                spins -= 1
                self.clock.wait_us(_AGAIN_US)
            else:
                tries -= 1
                await self.clock.sleep_ms(1)
                self._others_at = self.clock.ticks_us()
            result = self.check()
        if result in (PENDING, FAULT):
            raise ReaderFault(self.why(result))
        if result in (ANSWERED, COLLIDED):
            self._fetch()
        return result

    def _flush(self):
        self.write(_FLUSH)
        self._dirty = False

    def _fetch(self):
        size = self.rx_size
        if not 0 < size <= MAX_FRAME:
            self.rx_size = 0
            return
        self.rx[:size] = self.fifo(size)
        self._dirty = False

    async def exchange(self, size, bits=0, answer=5):
        """Send `tx[:size]` and return the outcome; ReaderFault when the chip does not report.

        `answer` is how many bytes most answers have.
        """
        self.start(size, bits)
        return await self.outcome(answer)

    def set_timeout(self, long):
        """Wait 10 ms for the next answers (memory of a tag) or 0.26 ms (all else)."""
        self._slow = long
        ticks = _READ_TICKS if long else _ANSWER_TICKS
        self.write(bytes((_T_RELOAD_H, ticks >> 8)))
        self.write(bytes((_T_RELOAD_L, ticks & 0xFF)))
