"""Register-level model of the MFRC522 after NXP's data sheet, revision 3.9, in simulated time.

What happens on the air is worked out when a register is next touched, so that waiting costs
nothing. Not modelled: analogue settings beyond on and off, the UART, test signals, Crypto1
(MFAuthent ends without success, as with a card that does not answer).
"""

from sim.chips.mfrc522.i2c import I2cInterface
from sim.chips.mfrc522.registers import (
    AUTO_TEST,
    BIT_FRAMING,
    CMD_AUTHENT,
    CMD_CALC_CRC,
    CMD_IDLE,
    CMD_MEM,
    CMD_NO_CHANGE,
    CMD_RANDOM_ID,
    CMD_RECEIVE,
    CMD_SOFT_RESET,
    CMD_TRANSCEIVE,
    CMD_TRANSMIT,
    COLL,
    COM_IRQ,
    COMMAND,
    CONTROL,
    CRC_PRESETS,
    CRC_RESULT_H,
    CRC_RESULT_L,
    CRYSTAL_US,
    DIV_IRQ,
    ERR_OVERFLOW,
    ERR_PROTOCOL,
    ERROR,
    FIFO_DATA,
    FIFO_LEVEL,
    FIFO_SIZE,
    IRQ_ERR,
    IRQ_HI,
    IRQ_IDLE,
    IRQ_LO,
    MODE,
    READ_ONLY,
    RESET,
    SELF_TEST,
    STARTUP_US,
    STATUS1,
    STATUS2,
    T_COUNTER_H,
    T_COUNTER_L,
    TX_CONTROL,
    VERSION,
    WATER_LEVEL,
)
from sim.chips.mfrc522.rf import HEARING, REST, SENDING, WAITING, Transceiver
from sim.chips.mfrc522.spi import SpiInterface


def _marks(registers):
    """Return a byte for each register: 1 for these."""
    return bytes([1 if a in registers else 0 for a in range(64)])


# Registers that do more than keep a byte: most do not, and are asked for nothing else.
_READS = _marks((FIFO_DATA, FIFO_LEVEL, STATUS1, COM_IRQ, STATUS2, T_COUNTER_H, T_COUNTER_L))
_WRITES = _marks(
    (
        FIFO_DATA,
        COMMAND,
        BIT_FRAMING,
        COM_IRQ,
        DIV_IRQ,
        FIFO_LEVEL,
        CONTROL,
        COLL,
        TX_CONTROL,
        STATUS2,
    )
    + tuple(READ_ONLY)
)
POSITIONS = ("frame", "aligned", "absolute")


class Mfrc522Chip(SpiInterface, I2cInterface, Transceiver):
    """One chip. `rf` is the channel that its antenna reaches; `clock.now_us()` gives the time.

    `positions` is what CollPos counts from when part of a byte is known: the frame's first bit
    ("frame", the data sheet's words), the byte it is aligned into ("aligned") or the first UID
    bit ("absolute"). `level_start`: StartSend stays set until written 0, as some silicon may do.
    `broken`: None, "dead" (MISO or SDA low), "open" (MISO high, or nobody acknowledges), "mute"
    (no frame leaves), "fifo" (a bit of the FIFO sticks), "loose" (a plug that loses contact for
    some transactions, now and then).
    """

    kind = "mfrc522"

    def __init__(self, clock, rf, version=0x92, positions="frame", level_start=False):
        self.clock = clock
        self._now_us = clock.now_us
        self.rf = rf
        self.copy = False  # answers its self-test as the real silicon does not
        self.version = version
        self.positions = positions
        self.level_start = level_start
        self.broken = None
        self.transactions = 0
        self.bytes = 0
        self.frames = 0
        self.in_reset = False
        self._reset(CRYSTAL_US)

    # -- power and reset ------------------------------------------------------------------------

    def _reset(self, startup_us):
        self.reg = bytearray(64)
        for address in RESET:
            self.reg[address] = RESET[address]
        self.reg[VERSION] = self.version
        self.fifo = []
        self._start_send = False
        self._phase = REST
        self._due = 0
        self._answer = None
        self._timer_end = 0
        self._timer_runs = False
        self._crc_ok = False
        self._started_at = self.clock.now_us() + startup_us
        self.rf.power(False, self.clock.now_us())

    def reset_pin(self, level):
        """Set NRSTPD: low is hard power-down; the rising edge resets."""
        if level and self.in_reset:
            self._reset(CRYSTAL_US)
        elif not level:
            self.rf.power(False, self.clock.now_us())
        self.in_reset = not level

    def brown_out(self):
        """Let the supply dip: all settings are lost."""
        self._reset(CRYSTAL_US)

    def irq_level(self):
        """Return the level of the IRQ pin.

        It is low while something that ComIEnReg or DivIEnReg selects has happened, when it is set
        up as inverted and open drain. Else it floats high behind its pull-up.
        """
        if not self.reg[0x02] & 0x80 or self.reg[0x03] & 0x80 or self.in_reset:
            return 1
        self.sync(self.clock.now_us())
        return 0 if self._status1() & 0x10 else 1

    # -- registers ------------------------------------------------------------------------------

    def _get(self, a):
        if not _READS[a]:
            return self.reg[a]
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
        if not _WRITES[a]:
            reg[a] = v
        elif a == FIFO_DATA:
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
            self.rf.power(bool(v & 0x03), self.clock.now_us())
        elif a == STATUS2:
            # MFCrypto1On can only be cleared from outside.
            reg[a] = v & 0xC0 | (reg[a] & v & 0x08)

    def _push(self, v):
        if self.broken == "fifo":
            v |= 0x04
        if len(self.fifo) >= FIFO_SIZE:
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
        if FIFO_SIZE - level <= water:
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
        if FIFO_SIZE - level <= water:
            s |= 0x02
        if level <= water:
            s |= 0x01
        return s

    def _modem_state(self):
        if self._phase == SENDING:
            return 3
        if self._phase == HEARING:
            return 6
        if self._phase == WAITING:
            return 5
        return 1 if self.reg[COMMAND] & 0x0F == CMD_TRANSCEIVE else 0

    # -- commands (10.3) ------------------------------------------------------------------------

    def _command(self, v):
        command = v & 0x0F
        reg = self.reg
        if command == CMD_SOFT_RESET:
            self._reset(STARTUP_US)
            return
        if command == CMD_NO_CHANGE:
            reg[COMMAND] = v & 0x30 | reg[COMMAND] & 0x0F
            return
        reg[COMMAND] = v & 0x3F
        # Any command ends the one before, with whatever was on the air.
        self._phase = REST
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
            self._phase = WAITING
            self._due = 1 << 60
        elif command == CMD_CALC_CRC:
            if reg[AUTO_TEST] & 0x0F == 0x09:
                self._self_test()
                return
            preset = CRC_PRESETS[reg[MODE] & 3]
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

    def _self_test(self):
        """Put the 64 bytes into the FIFO that tell the version's silicon (16.1.1)."""
        result = SELF_TEST.get(self.version, bytes(64))
        if self.copy:
            result = bytes([b ^ 0x5A for b in result])
        self.fifo = list(result)

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
