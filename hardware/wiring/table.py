"""Which wire goes where, and the parts that it takes, for any number of readers."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import Final

from hardware.pins import Pins
from hardware.power import budget

from .modules import MFRC522, PICO, Module, Reader

COUNTS: Final = (1, 2, 4, 8)
"""The boards that the pages show."""
ZONES: Final = ("tap", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5", "seat-6", "slot-1")
"""Names of the readers when the firmware's settings follow the chip selects."""
BUFFERED_FROM: Final = 5
"""Readers on one bus from which MISO needs buffers."""


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire. ``pin``: place on the module's header, 0 for none of the module's; ``gpio`` None: a supply."""

    signal: str
    gpio: int | None
    pin: int
    reader: str
    reader_pin: str
    note: str


def wires(pins: Pins, readers: int, module: Module = PICO, chip: Reader = MFRC522) -> tuple[Wire, ...]:
    """Return every wire of a board with so many readers of one kind, in the order of wiring."""
    own_rail = budget(readers).own_rail
    buffered = readers >= BUFFERED_FROM

    def gpio(signal: str, number: int, reader: str, note: str) -> Wire:
        return Wire(signal, number, module.header[number], reader, chip.pin(signal) if reader else "", note)

    supply = (
        Wire("3V3R", None, 0, "all", chip.pin("3V3"), "from the readers' own 3.3 V regulator, not from the module")
        if own_rail
        else Wire("3V3", None, module.v33, "all", chip.pin("3V3"), "never 5 V")
    )
    miso = "SPI, each reader through a gate of a 74LVC125 whose enable is its CS" if buffered else "SPI"
    bus = (
        gpio("SCK", pins.sck, "all", "SPI, 4 MHz: wires under 20 cm"),
        gpio("MOSI", pins.mosi, "all", "SPI"),
        gpio("MISO", pins.miso, "all", miso),
        gpio("RST", pins.rst, "all", "shared"),
        gpio("IRQ", pins.irq, "all", "shared, may stay open"),
    )
    selects = tuple(
        gpio("CS", pin, zone, "10 k to the readers' 3.3 V") for pin, zone in zip(pins.cs[:readers], ZONES, strict=False)
    )
    extras = (
        gpio("LED", pins.pixels, "", "data in of the first WS2812, through 330 ohm"),
        gpio("BUZZER", pins.buzzer, "", "through 100 ohm; other leg to ground"),
        gpio("SDA", pins.sda, "", "display, I2C"),
        gpio("SCL", pins.scl, "", "display, I2C"),
    )
    buttons = tuple(
        gpio(f"BUTTON{i}", pin, "", "to ground" + ("; held at the start: safe mode" if i == 1 else ""))
        for i, pin in enumerate(pins.buttons, 1)
    )
    shared = tuple(wire for wire in bus if wire.reader_pin)
    return (supply, Wire("GND", None, module.gnd, "all", "GND", "any GND pin"), *shared, *selects, *extras, *buttons)


def as_csv(pins: Pins) -> str:
    """Return the wires of the largest board as CSV, for tools."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("signal", "gpio", "pin", "reader", "reader_pin", "note"))
    for wire in wires(pins, len(pins.cs)):
        gpio = "" if wire.gpio is None else wire.gpio
        writer.writerow((wire.signal, gpio, wire.pin, wire.reader, wire.reader_pin, wire.note))
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class Part:
    """A line of the parts list. ``number``: a maker's part number, or what to look for when there are many makers."""

    name: str
    number: str
    needed: tuple[int, ...]
    """The numbers, one figure for each of ``COUNTS``."""


def parts() -> tuple[Part, ...]:
    """Return the parts that a hand-wired board takes, with quantities for each of ``COUNTS``."""

    def each(per_reader: int, plus: int = 0) -> tuple[int, ...]:
        return tuple(per_reader * n + plus for n in COUNTS)

    rails = tuple(-(-n // 4) if budget(n).own_rail else 0 for n in COUNTS)
    supplies = tuple(int(budget(n).own_supply) for n in COUNTS)
    gates = tuple(-(-n // 4) if n >= BUFFERED_FROM else 0 for n in COUNTS)
    once = each(0, 1)
    return (
        Part("Raspberry Pi Pico WH", "SC0919 (without headers: SC0918)", once),
        Part("reader module with an MFRC522", "sold as RC522, chip NXP MFRC52202HN1; 3.3 V, SPI led out", each(1)),
        Part("resistor 10 kΩ, CS pull-up", "any 1/4 W", each(1)),
        Part("capacitor 100 nF at each reader", "X7R, 10 V or more", each(1)),
        Part("capacitor 10 µF at each reader", "X5R or electrolytic, 10 V or more", each(1)),
        Part("capacitor 100 µF, 3.3 V rail", "electrolytic, 10 V or more", tuple(max(1, r) for r in rails)),
        Part("3.3 V regulator, readers' own rail", "AMS1117-3.3, SOT-223, on a carrier with 22 µF each side", rails),
        Part("quad buffer, MISO", "SN74LVC125AN or 74LVC125A, three-state", gates),
        Part("5 V supply for regulator and lights", "2 A; its ground joined to the Pico's", supplies),
        Part("WS2812B light, one a zone", "WS2812B, 5 V", each(1)),
        Part("resistor 330 Ω, light data", "any 1/4 W", once),
        Part("level shifter, light data", "SN74AHCT1G125DBVR; short wires do without", once),
        Part("piezo buzzer, passive", "TDK PS1240P02BT", once),
        Part("resistor 100 Ω, buzzer", "any 1/4 W", once),
        Part("display 128 x 64, I2C", "SSD1306 or SH1106, 3.3 V", once),
        Part("push button 6 mm", "Omron B3F-1000 or like", each(0, 4)),
        Part("sticker, UID only", "NXP NTAG213, 25 mm, one a card or token", each(0, 50)),
    )
