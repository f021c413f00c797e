"""The PN532's contactless interface unit, where a host drives it by its registers.

They are the MFRC522's at other addresses (UM0701-02, 7.2.4 and 7.2.5; PN532/C1 data sheet, 8.6).
Not modelled: the timer, the interrupt flags, all commands but Idle and Transceive.
"""

from sim.rf_channel import bits_us
from sim.tag import crc_a

_TX_MODE = 0x6302
_RX_MODE = 0x6303
_COMMAND = 0x6331
_ERROR = 0x6336
_FIFO_DATA = 0x6339
_FIFO_LEVEL = 0x633A
_CONTROL = 0x633C
_BIT_FRAMING = 0x633D
_COLL = 0x633E
_TRANSCEIVE = 0x0C
_CRC = 0x80
_ERR_OVERFLOW = 0x10
_ERR_COLLISION = 0x08
_ERR_CRC = 0x04
_ERR_PARITY = 0x02
_ERR_PROTOCOL = 0x01
_FIFO_SIZE = 64


class Ciu:
    """Part of the chip; works on its `air`, `broken`, `positions`, `_registers` and `_due`."""

    def quiet(self):
        """Set what a reset leaves."""
        self._fifo = []
        self._answer = None  # on its way, until `_answer_at`
        self._answer_at = 0

    def with_checks(self):
        """Let check values be made and checked, as the chip's own SELECT leaves it."""
        self._registers[_TX_MODE] = self._registers[_RX_MODE] = _CRC

    def read_register(self, address):
        """Return what the host reads."""
        self._receive()
        if address == _FIFO_DATA:
            return self._fifo.pop(0) if self._fifo else 0
        if address == _FIFO_LEVEL:
            return len(self._fifo)
        return self._registers.get(address, 0)

    def write_register(self, address, value):
        """Do what the host writes."""
        self._receive()
        if address == _FIFO_DATA:
            self._push(value)
        elif address == _FIFO_LEVEL:
            if value & 0x80:
                self._fifo = []
        elif address == _BIT_FRAMING:
            self._registers[address] = value & 0x77
            if value & 0x80 and self._registers.get(_COMMAND, 0) & 0x0F == _TRANSCEIVE:
                self._send()
        else:
            self._registers[address] = value
            if address == _COMMAND:
                self._answer = None

    def _push(self, value):
        if len(self._fifo) < _FIFO_SIZE:
            self._fifo.append(value)
        else:
            self._registers[_ERROR] = self._registers.get(_ERROR, 0) | _ERR_OVERFLOW

    def _send(self):
        """Put the FIFO on the air."""
        data = bytes(self._fifo)
        self._fifo = []
        self._registers[_ERROR] = 0
        self._registers[_COLL] = 0x20
        if self._registers.get(_TX_MODE, 0) & _CRC:
            crc = crc_a(data)
            data += bytes((crc & 0xFF, crc >> 8))
        last = self._registers[_BIT_FRAMING] & 7
        bits = 8 * (len(data) - 1) + last if last else 8 * len(data)
        value = int.from_bytes(data, "little") & ((1 << bits) - 1)
        self.frames += 1
        at = self._due + bits_us(1 + bits + bits // 8 + 1)
        if not self.rf.powered or self.broken == "mute":
            return
        self._sent_bits = bits
        self._answer = answer = self.rf.transmit(at, value, bits)
        if answer is not None:
            whole = bits_us(1 + answer.bits + answer.bits // 8 + 1)
            self._answer_at = at + answer.delay_us + whole

    def _receive(self):
        """Put an answer that is over into the FIFO, and say what was wrong with it."""
        answer = self._answer
        if answer is None or self._due < self._answer_at:
            return
        self._answer = None
        align = self._registers[_BIT_FRAMING] >> 4 & 7
        n = (align + answer.bits + 7) >> 3
        for b in (answer.value << align).to_bytes(n, "little"):
            self._push(b)
        error = 0
        if answer.collision >= 0:
            error = _ERR_COLLISION
            self._registers[_COLL] = self._position(answer.collision, align)
        elif answer.parity:
            error = _ERR_PARITY
        if answer.protocol:
            error |= _ERR_PROTOCOL
        if self._registers.get(_RX_MODE, 0) & _CRC and crc_a(self._fifo):
            error |= _ERR_CRC
        self._registers[_ERROR] |= error
        self._registers[_CONTROL] = 0x10 | (align + answer.bits) & 7

    def _position(self, bit, align):
        position = bit + 1
        if self.positions == "aligned":
            position += align
        elif self.positions == "absolute":
            position += max(self._sent_bits - 16, 0)
        # 0 stands for the 32nd bit; what lies behind has no valid position.
        return 0x20 if position > 32 else position & 0x1F
