"""The PN532's transmitter and receiver by its registers (CIU), for what its commands cannot say.

InListPassiveTarget walks down the tree by itself. Where the walk ends at a tag that answers and
cannot be selected, the chip lists nobody, as in an empty field, and takes the same branch the
next time: such a tag has no number that could be deselected. So the frames are made here, as on
an MFRC522, whose core this is, and Selection takes another branch. Other programs send frames by
these registers too (nfcpy); this one has done so on the model alone.
"""

from lairboard.rfid.iso14443a import WUPA
from lairboard.rfid.reader import ANSWERED, COLLIDED, GARBLED, SILENT

_WRITE = 0x08
_READ = 0x06
_PAGE = 0x63
_TX_MODE = 0x02
_RX_MODE = 0x03
_COMMAND = 0x31
_ERROR = 0x36
_FIFO_DATA = 0x39
_FIFO_LEVEL = 0x3A
_CONTROL = 0x3C
_BIT_FRAMING = 0x3D
_COLL = 0x3E

_IDLE = 0x00
_TRANSCEIVE = 0x0C
_FLUSH = 0x80
_START_SEND = 0x80
_ERR_COLLISION = 0x08
_ERR_ANY = 0x1B  # of overflow, collision, parity, protocol
_COLL_INVALID = 0x20

_LONGEST = 18  # bytes of an answer: four pages and their CRC
_BYTE_US = 85
_AROUND_US = 300
_SLOW_US = 1000  # what a tag may take to read its memory


def sending(data, framing):
    """Return the command that puts `data` on the air; `framing` as BitFraming has it.

    Check values are made and checked by the host. The next InListPassiveTarget sets TxMode and
    RxMode anew: the chip must, as SELECT has check values and what comes before it has none.
    """
    out = bytearray((_WRITE,))
    for register, value in (
        (_COMMAND, _IDLE),
        (_TX_MODE, 0x00),
        (_RX_MODE, 0x00),
        (_FIFO_LEVEL, _FLUSH),
    ):
        out.extend(bytes((_PAGE, register, value)))
    for byte in data:
        out.extend(bytes((_PAGE, _FIFO_DATA, byte)))
    out.extend(bytes((_PAGE, _COMMAND, _TRANSCEIVE)))
    out.extend(bytes((_PAGE, _BIT_FRAMING, _START_SEND | framing)))
    return bytes(out)


def _reading(size):
    """Return the command that fetches an answer of at most `size` bytes."""
    registers = (_ERROR, _COLL, _FIFO_LEVEL, _CONTROL) + (_FIFO_DATA,) * size
    out = bytearray((_READ,))
    for register in registers:
        out.extend(bytes((_PAGE, register)))
    return bytes(out)


ASK = sending(bytes((WUPA,)), 7)
HEARD = _reading(0)


def has_answered(rx):
    """Return True when what HEARD brought says that anything at all came, be it a collision."""
    return bool(rx[2] & 0x7F or rx[0] & _ERR_ANY)


class Ciu:
    """Frames through a PN532, as Selection asks for them."""

    def __init__(self, reader):
        self.reader = reader
        self.tx = bytearray(12)
        self.rx = bytearray(_LONGEST)
        self.rx_size = 0
        self.rx_last_bits = 0
        self.rx_position = 0
        self._body = b""
        self._size = 0
        self._slow = False  # the tag may take its time

    def start(self, size, bits=0):
        """Take `tx[:size]`, `bits` of the last byte (0: all), answers aligned to the same bit."""
        self._size = size
        self._body = sending(memoryview(self.tx)[:size], bits << 4 | bits)

    def start_short(self, command):
        """Take a 7-bit frame, REQA or WUPA."""
        self._size = 1
        self._body = sending(bytes((command,)), 7)

    async def sent(self, answer=0):
        """Send what was started, and wait until an answer of so many bytes has come."""
        clock = self.reader.clock
        start = clock.ticks_us()
        await self.reader.do(self._body)
        whole = (self._size + answer) * _BYTE_US + _AROUND_US
        if self._slow:
            whole += _SLOW_US
        left = whole - clock.ticks_diff(clock.ticks_us(), start)
        if left > 0:
            await clock.sleep_ms(left // 1000 + 1)

    async def outcome(self, answer):
        """Send, fetch at most `answer` bytes into `rx`, and return what came of it."""
        await self.sent(answer)
        await self.reader.do(_reading(answer))
        got = self.reader.rx
        self.rx_size = min(got[2] & 0x7F, answer)
        self.rx_last_bits = got[3] & 7
        self.rx[: self.rx_size] = got[4 : 4 + self.rx_size]
        if got[0] & _ERR_COLLISION:
            self.rx_position = 0 if got[1] & _COLL_INVALID else (got[1] & 0x1F or 32)
            return COLLIDED
        if not has_answered(got):
            return SILENT
        return GARBLED if got[0] & _ERR_ANY else ANSWERED

    async def exchange(self, size, bits=0, answer=5):
        """Send `tx[:size]` and return the outcome; ReaderFault when the chip does not report."""
        self.start(size, bits)
        return await self.outcome(answer)

    def set_timeout(self, long):
        """Wait for the memory of a tag, or for a plain answer."""
        self._slow = long
