"""MicroPython's `machine` for a simulated board. `attach(model)` wires the readers to its pins.

The simulation's side: `watch(callback)` hears of every output (pin id, level), `drive(id, level)`
sets an input and fires its interrupt.
"""

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
SOFT_RESET = 5

_board = None
_lines = {}
_watchers = []


class _Line:
    """The copper behind a pin number."""

    __slots__ = ("handler", "hook", "id", "level", "pin", "selects", "source", "trigger")

    def __init__(self, pin_id):
        self.id = pin_id
        self.level = 0
        self.hook = None
        self.selects = False  # it chooses a chip on a bus, and nobody else listens
        self.source = None
        self.handler = None
        self.trigger = 0
        self.pin = None


def _line(pin_id):
    if pin_id not in _lines:
        _lines[pin_id] = _Line(pin_id)
    return _lines[pin_id]


def attach(board):
    """Connect the readers of a `BoardModel`, before the firmware makes its pins and buses."""
    global _board
    _board = board
    _lines.clear()
    for pin_id in board.cs:
        bus, chip = board.cs[pin_id]
        _line(pin_id).hook = bus.selector(chip)
        _line(pin_id).selects = True
        # A pull-up holds the line until the firmware drives it.
        _line(pin_id).level = 1
    if board.rst is not None:
        _line(board.rst).hook = board.reset_line
        _line(board.rst).level = 1
    _line(board.irq).source = board.irq_level


def watch(callback):
    """Call `callback(pin id, level)` at each change of an output; return the way to stop.

    The chips' select lines are left out.
    """
    _watchers.append(callback)
    return lambda: _watchers.remove(callback)


def drive(pin_id, level):
    """Set an input from outside: a finger on a button."""
    line = _line(pin_id)
    before, line.level = line.level, 1 if level else 0
    edge = Pin.IRQ_RISING if line.level > before else Pin.IRQ_FALLING
    if line.level != before and line.handler and line.trigger & edge:
        line.handler(line.pin)


class Pin:
    """A pin; several objects of one number share it."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    PULL_DOWN = 2
    IRQ_FALLING = 4
    IRQ_RISING = 8

    def __init__(self, pin_id, mode=-1, pull=-1, value=None):
        self._line = _line(pin_id)
        if mode == Pin.IN and pull == Pin.PULL_UP and self._line.hook is None:
            self._line.level = 1
        if value is not None:
            self(value)

    def __call__(self, value=None):
        """Read, or set."""
        line = self._line
        if value is None:
            return line.source() if line.source is not None else line.level
        level = 1 if value else 0
        if line.selects:
            line.level = level
            line.hook(level)
        elif level != line.level:
            line.level = level
            if line.hook is not None:
                line.hook(level)
            for callback in _watchers:
                callback(line.id, level)
        return None

    def value(self, *value):
        """Read, or set."""
        return self(*value)

    def on(self):
        """Set the pin high."""
        self(1)

    def off(self):
        """Set the pin low."""
        self(0)

    def toggle(self):
        """Set the other level."""
        self(not self._line.level)

    def irq(self, handler=None, trigger=IRQ_FALLING | IRQ_RISING):
        """Call `handler(pin)` at an edge."""
        self._line.handler = handler
        self._line.trigger = trigger
        self._line.pin = self


class SPI:
    """A bus of the attached board. Bytes go to the one chip whose select line is low."""

    MSB = 0
    LSB = 1

    def __init__(
        self,
        spi_id,
        baudrate=1000000,
        polarity=0,
        phase=0,
        bits=8,
        firstbit=0,
        sck=None,
        mosi=None,
        miso=None,
    ):
        if _board is None or spi_id not in _board.buses:
            raise ValueError("SPI(%d) doesn't exist" % spi_id)
        self._bus = _board.buses[spi_id]
        self._clock = _board.clock
        self._overhead_us = _board.overhead_us
        self._right = polarity == phase and bits == 8 and firstbit == SPI.MSB
        self.init(baudrate)

    def init(self, baudrate=1000000, **other):
        """Change the speed."""
        self._ns_a_byte = 8000000000 // min(baudrate, 10000000)
        if self._right:
            self.write = self._writer()

    def _writer(self):
        """Return `write` with everything at hand: a simulated second sends a thousand times."""
        chosen = self._bus.chosen
        spend_us = self._clock.spend_us
        overhead_us = self._overhead_us
        ns_a_byte = self._ns_a_byte

        def write(buf):
            spend_us(overhead_us + len(buf) * ns_a_byte // 1000)
            if len(chosen) == 1:
                chosen[0](buf)

        return write

    def deinit(self):
        """Do nothing: there is nothing to give back."""

    def _shift(self, out, into):
        self._clock.spend_us(self._overhead_us + len(out) * self._ns_a_byte // 1000)
        chosen = self._bus.chosen
        if len(chosen) == 1 and self._right:
            chosen[0](out, into)
        elif into is not None:
            # Nobody drives MISO, or two do at once, or the mode is wrong.
            level = 0x00 if chosen else 0xFF
            for i in range(len(into)):
                into[i] = level

    def write(self, buf):
        """Send, and drop what comes back."""
        self._shift(buf, None)

    def read(self, n, write=0):
        """Send `n` times `write`; return what came back."""
        into = bytearray(n)
        self._shift(bytes((write,)) * n, into)
        return bytes(into)

    def readinto(self, buf, write=0):
        """Send `write` for each byte of `buf`, which takes what came back."""
        self._shift(bytes((write,)) * len(buf), buf)

    def write_readinto(self, out, into):
        """Send `out` while `into`, of the same size, takes what came back."""
        if len(out) != len(into):
            raise ValueError("buffers must be the same length")
        self._shift(out, into)


class PWM:
    """A pin that hums: watchers hear (pin id, (frequency, duty))."""

    def __init__(self, pin, freq=0, duty_u16=0):
        self._id = pin._line.id
        self._freq = freq
        self._duty = duty_u16
        self._tell()

    def _tell(self):
        for callback in _watchers:
            callback(self._id, (self._freq, self._duty))

    def freq(self, hz=None):
        """Read or set the frequency in Hz."""
        if hz is None:
            return self._freq
        self._freq = hz
        self._tell()
        return None

    def duty_u16(self, duty=None):
        """Read or set the duty, 0 to 65535."""
        if duty is None:
            return self._duty
        self._duty = duty
        self._tell()
        return None

    def deinit(self):
        """Be silent."""
        self._duty = 0
        self._tell()


class I2C:
    """The attached board's bus with the chips on it."""

    def __init__(self, i2c_id=0, scl=None, sda=None, freq=400000, timeout=50000):
        self._bus = _board.i2c
        self._hz = freq
        self._timeout_us = timeout

    def writeto(self, address, data, stop=True):
        """Send; OSError (EIO) when nobody has this address."""
        self._bus.transfer(address, self._hz, self._timeout_us, data)
        return len(data)

    def readfrom_into(self, address, into, stop=True):
        """Fill `into`."""
        self._bus.transfer(address, self._hz, self._timeout_us, None, into)

    def readfrom_mem_into(self, address, register, into):
        """Name a register, then fill `into` behind a repeated START."""
        self._bus.transfer(address, self._hz, self._timeout_us, bytes((register,)), into)

    def scan(self):
        """Return the addresses that answer."""
        return self._bus.scan(self._hz)


class WDT:
    """A watchdog that counts its feedings in simulated time; `starved()` asks it."""

    def __init__(self, id=0, timeout=5000):
        self.timeout = timeout
        self.feed()

    def feed(self):
        """Start its time again."""
        self._fed = _board.clock.now_us()

    def starved(self):
        """Return True when a real one would have reset the board by now."""
        return _board.clock.now_us() - self._fed > self.timeout * 1000


class RTC:
    """The clock that dates files; kept here only."""

    _now = (2021, 1, 1, 4, 0, 0, 0, 0)

    def datetime(self, now=None):
        """Read, or set: (year, month, day, weekday, hour, minute, second, 0)."""
        if now is None:
            return RTC._now
        if len(now) != 8 or not (1 <= now[1] <= 12 and 1 <= now[2] <= 31 and now[3] <= 6):
            raise ValueError("datetime")
        RTC._now = tuple(now)
        return None


def unique_id():
    """Return eight bytes that name the board."""
    return b"LAIRSIM\x01"


def reset_cause():
    """Return why the board started."""
    return PWRON_RESET


def reset():
    """Start again: the process ends with 3, and whoever started it starts it again."""
    raise SystemExit(3)


def soft_reset():
    """Start again as `reset` does: the unix port cannot start again by itself."""
    raise SystemExit(3)


def freq(hz=None):
    """Return the processor's clock in Hz."""
    return 125000000


def idle():
    """Do nothing: there is nothing to wait for."""
