"""Ends of the wires, pin by pin of the headers: processor modules, and the two kinds of reader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hardware.pins import HEADER


@dataclass(frozen=True, slots=True)
class Module:
    """A processor module with two rows of ``rows`` pins.

    Places count down the left row and up the right one, as on a chip.
    ``header`` says where a GPIO is, ``other`` what the remaining places are.
    """

    id: str
    title: str
    short: str
    rows: int
    header: Mapping[int, int]
    other: Mapping[int, str]
    v33: int
    gnd: int
    prefix: str
    column: str
    """Name that a table gives a place."""
    usb_above: bool
    """True when its USB is beside place 1."""

    def place(self, place: int) -> str:
        """Return the label beside a place, on the module or in its datasheet."""
        if self.id == "pico_w":
            return str(place)
        return f"J1-{place}" if place <= self.rows else f"J3-{2 * self.rows + 1 - place}"


PICO: Final = Module(
    "pico_w",
    "Raspberry Pi Pico W",
    "Pico W",
    20,
    HEADER,
    {
        3: "GND", 8: "GND", 13: "GND", 18: "GND", 23: "GND", 28: "GND", 38: "GND",
        30: "RUN", 33: "AGND", 35: "VREF", 36: "3V3", 37: "EN", 39: "VSYS", 40: "VBUS",
    },
    36,
    38,
    "GP",
    "Pico's pin",
    True,
)  # fmt: skip
_J1: Final = (4, 5, 6, 7, 15, 16, 17, 18, 8, 3, 46, 9, 10, 11, 12, 13, 14)
"""GPIO of J1-4 to J1-20 (ESP32-S3-DevKitC-1 v1.1, user guide, header block)."""
_J3: Final = (43, 44, 1, 2, 42, 41, 40, 39, 38, 37, 36, 35, 0, 45, 48, 47, 21, 20, 19)
"""GPIO of J3-2 to J3-20."""
ESP32: Final = Module(
    "esp32_s3",
    "ESP32-S3-DevKitC-1",
    "ESP32-S3",
    22,
    {**{gpio: 4 + i for i, gpio in enumerate(_J1)}, **{gpio: 43 - i for i, gpio in enumerate(_J3)}},
    {1: "3V3", 2: "3V3", 3: "RST", 21: "5V", 22: "GND", 44: "GND", 24: "GND", 23: "GND"},
    1,
    44,
    "GPIO",
    "place",
    False,
)


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader module: the pins of its header in their order, and the signal of each ("" for one that stays open)."""

    id: str
    title: str
    pins: tuple[tuple[str, str], ...]

    def pin(self, signal: str) -> str:
        """Return the header's name for a signal; "" where it has no name."""
        return next((name for name, wanted in self.pins if wanted == signal), "")


MFRC522: Final = Reader(
    "mfrc522",
    "MFRC522",
    (("SDA", "CS"), ("SCK", "SCK"), ("MOSI", "MOSI"), ("MISO", "MISO"),
     ("IRQ", "IRQ"), ("GND", "GND"), ("RST", "RST"), ("3.3V", "3V3")),
)  # fmt: skip
PN532: Final = Reader(
    "pn532",
    "PN532",
    (("SCK", "SCK"), ("MISO", "MISO"), ("MOSI", "MOSI"), ("SS", "CS"),
     ("VCC", "3V3"), ("GND", "GND"), ("IRQ", ""), ("RSTO", "")),
)  # fmt: skip
