"""Raspberry Pi Pico W and Pico 2 W with up to eight MFRC522 on one SPI bus: the pins of
hardware/README.md.
"""

import asyncio
import sys

import machine
import micropython
import neopixel
from lairboard.clock import Clock
from lairboard.link import cdc
from lairboard.link.ble import Peripheral
from lairboard.link.usb import ReplPort
from lairboard.rfid.mfrc522 import MFRC522

SPI_ID = 0
SCK = 18
MOSI = 19
MISO = 16
BAUD = 4000000
CS = (17, 20, 21, 22, 10, 26, 27, 28)
RST = 15
IRQ = 14
PIXELS = 13
BUZZER = 12
SDA = 4
SCL = 5
BUTTONS = (6, 7, 8, 9)
WATCHDOG_MS = 8000


class Wiring:
    """The parts of one board, made from its pins."""

    hw = "pico-w"

    def __init__(self):
        self.clock = Clock()
        # Before anything else: a chip whose select floats would listen to its neighbour's bytes.
        self._cs = [machine.Pin(pin, machine.Pin.OUT, value=1) for pin in CS]
        self._buttons = [machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for pin in BUTTONS]

    def safe_mode(self):
        """Whether the first button is held."""
        return self._buttons[0]() == 0

    def take_port(self):
        """The line belongs to the link from here on: 0x03 is no Ctrl-C any more. A second USB
        port leaves the REPL its own.
        """
        if cdc.second() is None:
            micropython.kbd_intr(-1)

    def port(self):
        """The port to the host."""
        return cdc.second() or ReplPort(sys.stdin.buffer, sys.stdout.buffer)

    def radio(self, device):
        """The port over the air, or None: this MicroPython has no Bluetooth."""
        try:
            import bluetooth
        except ImportError:
            return None
        return Peripheral(bluetooth, device, self.clock, asyncio.ThreadSafeFlag())

    def readers(self, n):
        """The first n readers, all deselected and out of reset."""
        bus = machine.SPI(
            SPI_ID,
            baudrate=BAUD,
            polarity=0,
            phase=0,
            sck=machine.Pin(SCK),
            mosi=machine.Pin(MOSI),
            miso=machine.Pin(MISO),
        )
        machine.Pin(RST, machine.Pin.OUT, value=1)
        return [MFRC522(bus, cs, self.clock) for cs in self._cs[:n]]

    def pixels(self, n):
        """The strip of lights, one for each reader."""
        return neopixel.NeoPixel(machine.Pin(PIXELS, machine.Pin.OUT), n)

    def buzzer(self):
        """The piezo's PWM."""
        return machine.PWM(machine.Pin(BUZZER))

    def buttons(self):
        """(name, pin) of each button; a pressed one reads 0."""
        return [("b%d" % (i + 1), pin) for i, pin in enumerate(self._buttons)]

    def watchdog(self):
        """Makes the watchdog, which cannot be stopped again."""
        return lambda: machine.WDT(timeout=WATCHDOG_MS)

    def serial(self):
        """The device id when the settings give none."""
        return "lair-" + machine.unique_id().hex()[-8:]

    def reset(self):
        """Start again."""
        machine.reset()
