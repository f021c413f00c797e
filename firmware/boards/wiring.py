"""The parts of a wiring; its pins are class attributes.

This folder has one file for each wiring. These files are the only ones that import `machine`.
"""

import asyncio
import sys
import time

import machine
import micropython
import neopixel
from lairboard.clock import Clock
from lairboard.link import cdc
from lairboard.link.ble import Peripheral
from lairboard.link.usb import ReplPort
from lairboard.rfid import drivers
from lairboard.rfid.transport.spi import SpiTransport

# machine.reset() goes through the watchdog on RP2 chips, so that reset_cause() cannot tell it
# from a bite. SCRATCH4 of the watchdog can: starting a watchdog leaves this word there,
# machine.reset() clears it (WATCHDOG_NON_REBOOT_MAGIC in hardware_watchdog of the Pico SDK;
# RP2040 data sheet 4.7, RP2350 data sheet 12.9).
_NON_REBOOT_MAGIC = 0x6AB73121
_SCRATCH4 = (("RP2040", 0x4005801C), ("RP2350", 0x400D801C))
BAUD = 4000000
I2C_BAUD = 400000
I2C_TIMEOUT_US = 10000  # the longest frame, a page of the screen, takes 3 ms


class Wiring:
    """The parts of one board, made from its pins.

    Parts that the settings do not name may be missing. So may lights and buttons that nobody has
    soldered on.
    """

    hw = ""
    SPI_ID = 0
    SCK = MOSI = MISO = RST = IRQ = 0
    CS = ()  # type: tuple[int, ...]
    PIXELS = BUZZER = 0
    I2C_ID = SDA = SCL = 0
    BUTTONS = ()  # type: tuple[int, ...]  # the first one is held for safe mode
    WATCHDOG_MS = 8000
    SEVERAL_CENTRALS = False  # whether the radio holds more than one connection

    def __init__(self):
        self.clock = Clock()
        self._spi = self._i2c = None  # made when something is on them
        # Before anything else: a chip whose select floats would listen to its neighbour's bytes.
        self._cs = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in self.CS]
        self._buttons = [
            machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in self.BUTTONS
        ]

    def safe_mode(self):
        """Return True when the first button is held."""
        return self._buttons[0]() == 0

    def take_port(self):
        """Give the line to the link: from here on 0x03 is no Ctrl-C any more.

        Where there is a second USB port, the REPL keeps its own.
        """
        if cdc.second() is None:
            micropython.kbd_intr(-1)

    def port(self):
        """Return the port to the host."""
        return cdc.second() or ReplPort(sys.stdin.buffer, sys.stdout.buffer)

    def radio(self, device):
        """Return the port over the air, or None when this MicroPython has no Bluetooth."""
        try:
            import bluetooth
        except ImportError:
            return None
        flag = asyncio.ThreadSafeFlag()
        return Peripheral(bluetooth, device, self.clock, flag, self.SEVERAL_CENTRALS)

    def readers(self, named, irq=False):
        """Return the readers of the chips that the setting names, all out of reset.

        `irq` says that their interrupt pins are wired to IRQ.
        """
        machine.Pin(self.RST, machine.Pin.OUT, value=1)
        line = machine.Pin(self.IRQ, machine.Pin.IN, machine.Pin.PULL_UP) if irq else None
        return drivers.readers(named, self.clock, self._on_spi, self._on_i2c, line)

    def _on_spi(self, i):
        if self._spi is None:
            self._spi = machine.SPI(
                self.SPI_ID,
                baudrate=BAUD,
                polarity=0,
                phase=0,
                sck=machine.Pin(self.SCK),
                mosi=machine.Pin(self.MOSI),
                miso=machine.Pin(self.MISO),
            )
        return SpiTransport(self._spi, self._cs[i])

    def _on_i2c(self, address):
        from lairboard.rfid.transport.i2c import I2cTransport

        return I2cTransport(self.i2c(), address)

    def i2c(self):
        """Return the bus of the screen, and of the readers that hang on I2C."""
        if self._i2c is None:
            self._i2c = machine.I2C(
                self.I2C_ID,
                sda=machine.Pin(self.SDA),
                scl=machine.Pin(self.SCL),
                freq=I2C_BAUD,
                timeout=I2C_TIMEOUT_US,
            )
        return self._i2c

    def pixels(self, n):
        """Return the strip of lights, one for each reader."""
        return neopixel.NeoPixel(machine.Pin(self.PIXELS, machine.Pin.OUT), n)

    def buzzer(self):
        """Return the piezo's PWM."""
        return machine.PWM(machine.Pin(self.BUZZER))

    def buttons(self):
        """Return the pin of each button; a pressed one reads 0."""
        return self._buttons

    def watchdog(self):
        """Start the watchdog and return it; it cannot be stopped again."""
        return machine.WDT(timeout=self.WATCHDOG_MS)

    def why_started(self):
        """Return why the board started: "power", "reset" or "watchdog".

        "power" may also be the reset button of the board. "reset" means that a program asked for
        it.
        """
        cause = machine.reset_cause()
        if cause == machine.WDT_RESET:
            for chip, scratch4 in _SCRATCH4:
                if chip in self.made_as():
                    return "watchdog" if machine.mem32[scratch4] == _NON_REBOOT_MAGIC else "reset"
            return "watchdog"
        # RP2 chips have no such cause.
        return "reset" if cause == getattr(machine, "SOFT_RESET", None) else "power"

    def made_as(self):
        """Return what MicroPython calls the board; it names the chip."""
        return getattr(sys.implementation, "_machine", "")

    def set_time(self, unix):
        """Set the board's clock (UTC), which dates its files. `unix` is seconds since 1970."""
        # Some ports count from 2000.
        t = time.gmtime(unix - 946684800 if time.gmtime(0)[0] == 2000 else unix)
        machine.RTC().datetime((t[0], t[1], t[2], t[6], t[3], t[4], t[5], 0))

    def flash(self):
        """Return the block device of the file system; None: scans cost an erase."""
        return

    def serial(self):
        """Return the device id for settings that give none."""
        return "lair-" + machine.unique_id().hex()[-8:]

    def reset(self):
        """Start again."""
        machine.reset()
