"""The MFRC522's transmitter and receiver: frames out of the FIFO, answers into it.

What happens on the air is worked out when a register is next touched, so that waiting costs
nothing.
"""

from sim.chips.mfrc522.registers import (
    BIT_FRAMING,
    CMD_RECEIVE,
    CMD_TRANSCEIVE,
    CMD_TRANSMIT,
    COLL,
    COM_IRQ,
    COMMAND,
    CONTROL,
    ERR_COLL,
    ERR_CRC,
    ERR_OVERFLOW,
    ERR_PARITY,
    ERR_PROTOCOL,
    ERROR,
    IRQ_ERR,
    IRQ_IDLE,
    IRQ_RX,
    IRQ_TX,
    MF_RX,
    RX_MODE,
    T_MODE,
    TX_ASK,
    TX_MODE,
)
from sim.chips.mfrc522.timer import Timer
from sim.rf_channel import bits_us
from sim.tag import crc_a

# What the RF channel is doing.
REST = 0
SENDING = 1
WAITING = 2
HEARING = 3


class Transceiver(Timer):
    """Part of the chip; works on its `reg`, `fifo`, `clock` and `rf`."""

    def _try_start(self):
        if self.reg[COMMAND] & 0x0F == CMD_TRANSCEIVE and self._phase != SENDING:
            self._send()

    def _send(self):
        """Take the FIFO as a frame and put it on the air."""
        reg = self.reg
        data = self.fifo
        self.fifo = []
        last = reg[BIT_FRAMING] & 7
        if reg[TX_MODE] & 0x80:
            crc = crc_a(data)
            data = data + [crc & 0xFF, crc >> 8]
        n = len(data)
        bits = 8 * (n - 1) + last if last and n else 8 * n
        value = int.from_bytes(bytes(data), "little") & ((1 << bits) - 1) if n else 0
        self._frame = (value, bits)
        self._answer = None
        self._phase = SENDING
        reg[ERROR] &= ERR_OVERFLOW
        # Start, data with a check bit a whole byte, end: two bits.
        self._due = self.clock.now_us() + bits_us(1 + bits + bits // 8 + 1)
        self.frames += 1

    def sync(self, now):
        """Let happen what was due by `now`."""
        while self._phase and now >= self._due:
            if self._phase == SENDING:
                self._sent()
            elif self._phase == WAITING:
                self._phase = HEARING
                self._due = self._answer_end
            else:
                self._heard()
        if self._timer_runs and now >= self._timer_end:
            self._timer_out(now)
        if self._phase == HEARING:
            self._fill(now)

    def _sent(self):
        reg = self.reg
        at = self._due
        reg[COM_IRQ] |= IRQ_TX
        if reg[T_MODE] & 0x80:
            self._start_timer(at)
        if reg[COMMAND] & 0x0F == CMD_TRANSMIT:
            self._phase = REST
            reg[COMMAND] &= 0xF0
            reg[COM_IRQ] |= IRQ_IDLE
            return
        self._phase = WAITING
        reg[ERROR] &= ERR_OVERFLOW
        reg[COLL] = reg[COLL] & 0x80 | 0x20
        answer = self._listen(at)
        if answer is None:
            self._due = 1 << 60
            return
        self._answer = answer
        start = at + answer.delay_us
        self._answer_start = start
        self._filled = 0
        self._due = start
        bits = answer.bits
        self._answer_end = start + bits_us(1 + bits + bits // 8 + 1)
        # With TAuto the timer stops at the fifth bit of an answer (9.3.3.10).
        if reg[T_MODE] & 0x80 and self._timer_runs:
            fifth = start + bits_us(5)
            if fifth < self._timer_end:
                self._timer_runs = False

    def _listen(self, at):
        reg = self.reg
        value, bits = self._frame
        ready = (
            self.rf.powered
            and bits
            and self.broken != "mute"
            and reg[TX_ASK] & 0x40
            and not reg[TX_MODE] & 0x70
            and not reg[RX_MODE] & 0x70
            and not reg[COMMAND] & 0x20
        )
        return self.rf.transmit(at, value, bits) if ready else None

    def _content(self):
        """Return the answer as bytes in the FIFO, with what a collision does to them."""
        answer = self._answer
        align = self.reg[BIT_FRAMING] >> 4 & 7
        value = answer.value
        if answer.collision >= 0 and not self.reg[COLL] & 0x80:
            value &= (1 << answer.collision) - 1
        n = (align + answer.bits + 7) >> 3
        return (value << align).to_bytes(n, "little")

    def _fill(self, now):
        """Put the whole bytes received so far into the FIFO."""
        content = self._content()
        done = (now - self._answer_start) * 1356 // (128 * 9 * 100)
        if done > len(content):
            done = len(content)
        self._deliver(content, done)

    def _deliver(self, content, upto):
        for i in range(self._filled, upto):
            self._push(content[i])
        if upto > self._filled:
            self._filled = upto

    def _heard(self):
        reg = self.reg
        answer = self._answer
        self._phase = WAITING if reg[RX_MODE] & 0x04 else REST
        self._due = 1 << 60
        if reg[RX_MODE] & 0x08 and answer.bits < 4:
            self._phase = WAITING  # RxNoErr: less than four bits is no reception
            return
        content = self._content()
        size = len(content)
        align = reg[BIT_FRAMING] >> 4 & 7
        error = 0
        if answer.collision >= 0:
            error |= ERR_COLL
            reg[COLL] = reg[COLL] & 0x80 | self._position(answer.collision, align)
        elif answer.parity and not reg[MF_RX] & 0x10:
            error |= ERR_PARITY
        if answer.protocol:
            error |= ERR_PROTOCOL
        if reg[RX_MODE] & 0x80:
            self._crc_ok = crc_a(content) == 0 and size > 2
            if not self._crc_ok:
                error |= ERR_CRC
            size = max(size - 2, 0)
        self._deliver(content, size)
        reg[CONTROL] = reg[CONTROL] & 0xF8 | (align + answer.bits) & 7
        reg[COM_IRQ] |= IRQ_RX
        if error:
            reg[ERROR] |= error
            reg[COM_IRQ] |= IRQ_ERR
        if reg[COMMAND] & 0x0F == CMD_RECEIVE:
            reg[COMMAND] &= 0xF0
            reg[COM_IRQ] |= IRQ_IDLE

    def _position(self, bit, align):
        position = bit + 1
        if self.positions != "frame":
            position += align
        if self.positions == "absolute":
            value, bits = self._frame
            position = bit + 1 + max(bits - 16, 0)
        # 0 stands for the 32nd bit; what lies behind has no valid position.
        return 0x20 if position > 32 else position & 0x1F
