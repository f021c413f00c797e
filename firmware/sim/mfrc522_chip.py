"""Register-level model of the MFRC522 after NXP's data sheet, revision 3.9, in simulated time.

What happens on the air is worked out when a register is next touched, so that waiting costs
nothing. Not modelled: analogue settings beyond on and off, I2C and UART, test signals, Crypto1
(MFAuthent ends without success, as with a card that does not answer).
"""

from sim.air import bits_us
from sim.tag import crc_a

COMMAND = 0x01
COM_IRQ = 0x04
DIV_IRQ = 0x05
ERROR = 0x06
STATUS1 = 0x07
STATUS2 = 0x08
FIFO_DATA = 0x09
FIFO_LEVEL = 0x0A
WATER_LEVEL = 0x0B
CONTROL = 0x0C
BIT_FRAMING = 0x0D
COLL = 0x0E
MODE = 0x11
TX_MODE = 0x12
RX_MODE = 0x13
TX_CONTROL = 0x14
TX_ASK = 0x15
MF_RX = 0x1D
CRC_RESULT_H = 0x21
CRC_RESULT_L = 0x22
T_MODE = 0x2A
T_PRESCALER = 0x2B
T_RELOAD_H = 0x2C
T_RELOAD_L = 0x2D
T_COUNTER_H = 0x2E
T_COUNTER_L = 0x2F
VERSION = 0x37

CMD_IDLE = 0x0
CMD_MEM = 0x1
CMD_RANDOM_ID = 0x2
CMD_CALC_CRC = 0x3
CMD_TRANSMIT = 0x4
CMD_NO_CHANGE = 0x7
CMD_RECEIVE = 0x8
CMD_TRANSCEIVE = 0xC
CMD_AUTHENT = 0xE
CMD_SOFT_RESET = 0xF

IRQ_TX = 0x40
IRQ_RX = 0x20
IRQ_IDLE = 0x10
IRQ_HI = 0x08
IRQ_LO = 0x04
IRQ_ERR = 0x02
IRQ_TIMER = 0x01

ERR_OVERFLOW = 0x10
ERR_COLL = 0x08
ERR_CRC = 0x04
ERR_PARITY = 0x02
ERR_PROTOCOL = 0x01

# Reset values, table 20 and the registers' own tables.
_RESET = {
    0x01: 0x20,
    0x02: 0x80,
    0x04: 0x14,
    0x07: 0x21,
    0x0B: 0x08,
    0x0C: 0x10,
    0x0E: 0xA0,
    0x11: 0x3F,
    0x14: 0x80,
    0x16: 0x10,
    0x17: 0x84,
    0x18: 0x84,
    0x19: 0x4D,
    0x1C: 0x62,
    0x1F: 0xEB,
    0x21: 0xFF,
    0x22: 0xFF,
    0x24: 0x26,
    0x26: 0x48,
    0x27: 0x88,
    0x28: 0x20,
    0x29: 0x20,
    0x33: 0x80,
    0x36: 0x40,
}
_READ_ONLY = (ERROR, STATUS1, CRC_RESULT_H, CRC_RESULT_L, T_COUNTER_H, T_COUNTER_L, VERSION)
_CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
_FIFO_SIZE = 64
_STARTUP_US = 38  # 1024 cycles of 27.12 MHz (8.8.2)
_CRYSTAL_US = 600  # typical start of the crystal after a hard reset

# What the air is doing.
_REST = 0
_SENDING = 1
_WAITING = 2
_HEARING = 3

POSITIONS = ("frame", "aligned", "absolute")


class Mfrc522Chip:
    """One chip. `air` is what its antenna reaches; `clock.now_us()` gives the time.

    `positions` is what CollPos counts from when part of a byte is known: the frame's first bit
    ("frame", the data sheet's words), the byte it is aligned into ("aligned") or the first UID
    bit ("absolute"). `level_start`: StartSend stays set until written 0, as some silicon may do.
    `broken`: None, "dead" (MISO low), "open" (MISO high), "mute" (no frame leaves), "fifo" (a bit
    of the FIFO sticks).
    """

    def __init__(self, clock, air, version=0x92, positions="frame", level_start=False):
        self.clock = clock
        self.air = air
        self.version = version
        self.positions = positions
        self.level_start = level_start
        self.broken = None
        self.transactions = 0
        self.bytes = 0
        self.frames = 0
        self.in_reset = False
        self._address = -1
        self._reset(_CRYSTAL_US)

    # -- power and reset ------------------------------------------------------------------------

    def _reset(self, startup_us):
        self.reg = bytearray(64)
        for address in _RESET:
            self.reg[address] = _RESET[address]
        self.reg[VERSION] = self.version
        self.fifo = []
        self._start_send = False
        self._phase = _REST
        self._due = 0
        self._answer = None
        self._timer_end = 0
        self._timer_runs = False
        self._crc_ok = False
        self._started_at = self.clock.now_us() + startup_us
        self.air.power(False, self.clock.now_us())

    def reset_pin(self, level):
        """NRSTPD: low is hard power-down; the rising edge resets."""
        if level and self.in_reset:
            self._reset(_CRYSTAL_US)
        elif not level:
            self.air.power(False, self.clock.now_us())
        self.in_reset = not level

    def brown_out(self):
        """The supply dips: all settings are lost."""
        self._reset(_CRYSTAL_US)

    # -- SPI (8.1.2) ----------------------------------------------------------------------------

    def select(self, on):
        """Chip select: the first byte of a transaction is an address."""
        self._address = -1
        if on:
            self.transactions += 1

    def shift(self, out, into=None):
        """Move bytes both ways within a transaction."""
        n = len(out)
        self.bytes += n
        if self.broken is not None and self._deaf(into, n):
            return
        now = self.clock.now_us()
        if self.in_reset or now < self._started_at:
            # Without its oscillator the chip only shows that it is not ready.
            self._not_ready(out, into, n)
            return
        if self._phase or self._timer_runs:
            self.sync(now)
        i = 0
        if self._address < 0 and n:
            self._address = out[0]
            i = 1
            if into is not None:
                into[0] = 0
        if self._address & 0x80:
            while i < n:
                b = self._get(self._address >> 1 & 0x3F) if self._address & 0x80 else 0
                if into is not None:
                    into[i] = b
                self._address = out[i]
                i += 1
        else:
            address = self._address >> 1 & 0x3F
            while i < n:
                self._set(address, out[i])
                if into is not None:
                    into[i] = 0
                i += 1

    def _deaf(self, into, n):
        if self.broken not in ("dead", "open"):
            return False
        if into is not None:
            for i in range(n):
                into[i] = 0xFF if self.broken == "open" else 0
        return True

    def _not_ready(self, out, into, n):
        for i in range(n):
            if self._address < 0:
                self._address = out[i]
                b = 0
            else:
                waiting = self._address == (0x80 | COMMAND << 1) and not self.in_reset
                b = 0x30 if waiting else 0
                self._address = out[i]
            if into is not None:
                into[i] = b

    # -- registers ------------------------------------------------------------------------------

    def _get(self, a):
        if a == FIFO_DATA:
            return self._pop()
        if a == FIFO_LEVEL:
            return len(self.fifo)
        if a == STATUS1:
            return self._status1()
        if a == COM_IRQ:
            return self._com_irq()
        if a == STATUS2:
            return self.reg[a] & 0xC8 | self._modem_state()
        if a == T_COUNTER_H or a == T_COUNTER_L:
            count = self._count()
            return count >> 8 if a == T_COUNTER_H else count & 0xFF
        return self.reg[a]

    def _set(self, a, v):
        reg = self.reg
        if a == FIFO_DATA:
            self._push(v)
        elif a == COMMAND:
            self._command(v)
        elif a == BIT_FRAMING:
            # StartSend is a write-only bit (table 50): it reads as 0.
            reg[a] = v & 0x77
            self._start_send = bool(v & 0x80)
            if v & 0x80:
                self._try_start()
                self._start_send = self.level_start
        elif a == COM_IRQ:
            bits = v & 0x7F
            reg[a] = reg[a] | bits if v & 0x80 else reg[a] & ~bits & 0x7F
        elif a == DIV_IRQ:
            bits = v & 0x14
            reg[a] = reg[a] | bits if v & 0x80 else reg[a] & ~bits & 0x1F
        elif a == FIFO_LEVEL:
            if v & 0x80:
                self.fifo = []
                reg[ERROR] &= ~ERR_OVERFLOW & 0xFF
        elif a == CONTROL:
            if v & 0x80:
                self._timer_runs = False
            if v & 0x40:
                self._start_timer(self.clock.now_us())
        elif a == COLL:
            reg[a] = reg[a] & 0x3F | v & 0x80
        elif a == TX_CONTROL:
            reg[a] = v
            self.air.power(bool(v & 0x03), self.clock.now_us())
        elif a == STATUS2:
            # MFCrypto1On can only be cleared from outside.
            reg[a] = v & 0xC0 | (reg[a] & v & 0x08)
        elif a not in _READ_ONLY:
            reg[a] = v

    def _push(self, v):
        if self.broken == "fifo":
            v |= 0x04
        if len(self.fifo) >= _FIFO_SIZE:
            self.reg[ERROR] |= ERR_OVERFLOW
            self.reg[COM_IRQ] |= IRQ_ERR
            return
        self.fifo.append(v)
        if self.reg[COMMAND] & 0x0F == CMD_CALC_CRC:
            self._digest()

    def _pop(self):
        return self.fifo.pop(0) if self.fifo else 0

    def _com_irq(self):
        irq = self.reg[COM_IRQ]
        level = len(self.fifo)
        water = self.reg[WATER_LEVEL] & 0x3F
        if _FIFO_SIZE - level <= water:
            irq |= IRQ_HI
        if level <= water:
            irq |= IRQ_LO
        self.reg[COM_IRQ] = irq
        return irq

    def _status1(self):
        level = len(self.fifo)
        water = self.reg[WATER_LEVEL] & 0x3F
        s = 0x20  # CRCReady
        if self._crc_ok:
            s |= 0x40
        if self._com_irq() & self.reg[0x02] & 0x7F or self.reg[DIV_IRQ] & self.reg[0x03] & 0x14:
            s |= 0x10
        if self._timer_runs:
            s |= 0x08
        if _FIFO_SIZE - level <= water:
            s |= 0x02
        if level <= water:
            s |= 0x01
        return s

    def _modem_state(self):
        if self._phase == _SENDING:
            return 3
        if self._phase == _HEARING:
            return 6
        if self._phase == _WAITING:
            return 5
        return 1 if self.reg[COMMAND] & 0x0F == CMD_TRANSCEIVE else 0

    # -- commands (10.3) ------------------------------------------------------------------------

    def _command(self, v):
        command = v & 0x0F
        reg = self.reg
        if command == CMD_SOFT_RESET:
            self._reset(_STARTUP_US)
            return
        if command == CMD_NO_CHANGE:
            reg[COMMAND] = v & 0x30 | reg[COMMAND] & 0x0F
            return
        reg[COMMAND] = v & 0x3F
        # Any command ends the one before, with whatever was on the air.
        self._phase = _REST
        self._answer = None
        if command == CMD_IDLE:
            return
        reg[ERROR] &= ERR_OVERFLOW
        if command == CMD_TRANSCEIVE:
            if self._start_send:
                self._try_start()
        elif command == CMD_TRANSMIT:
            self._send()
        elif command == CMD_RECEIVE:
            self._phase = _WAITING
            self._due = 1 << 60
        elif command == CMD_CALC_CRC:
            preset = _CRC_PRESETS[reg[MODE] & 3]
            reg[CRC_RESULT_H] = preset >> 8
            reg[CRC_RESULT_L] = preset & 0xFF
            self._digest()
        else:
            if command == CMD_RANDOM_ID or command == CMD_MEM:
                self._internal_buffer(command)
            elif command == CMD_AUTHENT:
                self.fifo = self.fifo[12:]
                reg[ERROR] |= ERR_PROTOCOL
                reg[COM_IRQ] |= IRQ_ERR
            reg[COMMAND] &= 0xF0
            reg[COM_IRQ] |= IRQ_IDLE

    def _internal_buffer(self, command):
        if command == CMD_RANDOM_ID:
            return
        if self.fifo:
            self.fifo = self.fifo[25:]
        else:
            self.fifo = [0] * 25

    def _digest(self):
        crc = self.reg[CRC_RESULT_H] << 8 | self.reg[CRC_RESULT_L]
        for byte in self.fifo:
            for i in range(8):
                bit = (byte >> i ^ crc) & 1
                crc = crc >> 1 ^ (0x8408 if bit else 0)
        self.fifo = []
        self.reg[CRC_RESULT_H] = crc >> 8
        self.reg[CRC_RESULT_L] = crc & 0xFF
        self.reg[DIV_IRQ] |= 0x04

    # -- air ------------------------------------------------------------------------------------

    def _try_start(self):
        if self.reg[COMMAND] & 0x0F == CMD_TRANSCEIVE and self._phase != _SENDING:
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
        self._phase = _SENDING
        reg[ERROR] &= ERR_OVERFLOW
        # Start, data with a check bit a whole byte, end: two bits.
        self._due = self.clock.now_us() + bits_us(1 + bits + bits // 8 + 1)
        self.frames += 1

    def sync(self, now):
        """Let happen what was due by `now`."""
        while self._phase and now >= self._due:
            if self._phase == _SENDING:
                self._sent()
            elif self._phase == _WAITING:
                self._phase = _HEARING
                self._due = self._answer_end
            else:
                self._heard()
        if self._timer_runs and now >= self._timer_end:
            self._timer_out(now)
        if self._phase == _HEARING:
            self._fill(now)

    def _sent(self):
        reg = self.reg
        at = self._due
        reg[COM_IRQ] |= IRQ_TX
        if reg[T_MODE] & 0x80:
            self._start_timer(at)
        if reg[COMMAND] & 0x0F == CMD_TRANSMIT:
            self._phase = _REST
            reg[COMMAND] &= 0xF0
            reg[COM_IRQ] |= IRQ_IDLE
            return
        self._phase = _WAITING
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
            self.air.powered
            and bits
            and self.broken != "mute"
            and reg[TX_ASK] & 0x40
            and not reg[TX_MODE] & 0x70
            and not reg[RX_MODE] & 0x70
            and not reg[COMMAND] & 0x20
        )
        return self.air.transmit(at, value, bits) if ready else None

    def _content(self):
        """The answer as bytes in the FIFO, with what a collision does to them."""
        answer = self._answer
        align = self.reg[BIT_FRAMING] >> 4 & 7
        value = answer.value
        if answer.collision >= 0 and not self.reg[COLL] & 0x80:
            value &= (1 << answer.collision) - 1
        n = (align + answer.bits + 7) >> 3
        return (value << align).to_bytes(n, "little")

    def _fill(self, now):
        """Whole bytes received so far go into the FIFO."""
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
        self._phase = _WAITING if reg[RX_MODE] & 0x04 else _REST
        self._due = 1 << 60
        if reg[RX_MODE] & 0x08 and answer.bits < 4:
            self._phase = _WAITING  # RxNoErr: less than four bits is no reception
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

    # -- timer (8.5) ----------------------------------------------------------------------------

    def _period_us(self):
        reg = self.reg
        prescaler = (reg[T_MODE] & 0x0F) << 8 | reg[T_PRESCALER]
        ticks = (reg[T_RELOAD_H] << 8 | reg[T_RELOAD_L]) + 1
        return ticks * (2 * prescaler + 1) * 100 // 1356 + 1

    def _start_timer(self, at):
        self._timer_runs = True
        self._timer_end = at + self._period_us()

    def _timer_out(self, now):
        self.reg[COM_IRQ] |= IRQ_TIMER
        if self.reg[T_MODE] & 0x10:
            period = self._period_us()
            while self._timer_end <= now:
                self._timer_end += period
        else:
            self._timer_runs = False

    def _count(self):
        reg = self.reg
        if not self._timer_runs:
            return 0
        prescaler = (reg[T_MODE] & 0x0F) << 8 | reg[T_PRESCALER]
        left = self._timer_end - self.clock.now_us()
        return max(0, left * 1356 // ((2 * prescaler + 1) * 100)) & 0xFFFF
