"""The pins of a board as the firmware's board file says them: tables, drawings and netlist follow it."""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
BOARD_FILE: Final = ROOT / "firmware" / "boards" / "pico_w.py"

ESP32_FILE: Final = BOARD_FILE.with_name("esp32_s3.py")
ESP32_LED_OUT: Final = (1, 2, *range(4, 19), 21, 39, 40, 41, 42, 47)
"""GPIO of an ESP32-S3-DevKitC-1 that serve nothing else: no strapping pin, no USB, no flash, no lamp."""

HEADER: Final[dict[int, int]] = dict(
    zip(
        (*range(23), 26, 27, 28),
        (1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 29, 31, 32, 34),
        strict=True,
    )
)
"""GPIO -> place on the 40-pin header of a Pico (Raspberry Pi Pico W datasheet, pinout)."""


class PinError(ValueError):
    """A board file whose pins cannot be wired; the message names the pin and what to change."""


@dataclass(frozen=True, slots=True)
class Pins:
    """GPIO numbers of one board. ``cs`` and ``buttons`` in the order of the readers and of the buttons."""

    sck: int
    mosi: int
    miso: int
    cs: tuple[int, ...]
    rst: int
    irq: int
    pixels: int
    buzzer: int
    sda: int
    scl: int
    buttons: tuple[int, ...]

    def named(self) -> tuple[tuple[str, int], ...]:
        """Return (signal, GPIO) of every pin in use, the shared bus first."""
        single = (
            ("SCK", self.sck),
            ("MOSI", self.mosi),
            ("MISO", self.miso),
            ("RST", self.rst),
            ("IRQ", self.irq),
            ("LED", self.pixels),
            ("BUZZER", self.buzzer),
            ("SDA", self.sda),
            ("SCL", self.scl),
        )
        selects = tuple((f"CS{i}", pin) for i, pin in enumerate(self.cs, 1))
        buttons = tuple((f"BUTTON{i}", pin) for i, pin in enumerate(self.buttons, 1))
        return (*single, *selects, *buttons)


def read(path: Path = BOARD_FILE, led_out: Collection[int] = tuple(HEADER)) -> Pins:
    """Return the pins of a board file, without running it (it imports MicroPython's ``machine``).

    Raises ``PinError`` when a constant is missing, a pin is used twice or is not among those that the
    module leads out (``led_out``).
    """
    found: dict[str, object] = {}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    names = ("SCK", "MOSI", "MISO", "CS", "RST", "IRQ", "PIXELS", "BUZZER", "SDA", "SCL", "BUTTONS")
    missing = [name for name in names if name not in found]
    if missing:
        raise PinError(f"{path.name} names no pin for {', '.join(missing)}; add the constant, such as SCK = 18")
    one = {name: _pin(path, name, found[name]) for name in names if name not in ("CS", "BUTTONS")}
    many = {name: _pins(path, name, found[name]) for name in ("CS", "BUTTONS")}
    lower = {name.lower(): pin for name, pin in one.items()}
    pins = Pins(**lower, cs=many["CS"], buttons=many["BUTTONS"])
    _check(path, pins, led_out)
    return pins


def _pin(path: Path, name: str, value: object) -> int:
    if not isinstance(value, int):
        raise PinError(f"{path.name}: {name} is {value!r}; write the GPIO's number, such as {name} = 18")
    return value


def _pins(path: Path, name: str, value: object) -> tuple[int, ...]:
    if not isinstance(value, tuple) or not value:
        raise PinError(f"{path.name}: {name} is {value!r}; write the GPIO numbers, such as {name} = (17, 20)")
    return tuple(_pin(path, name, each) for each in value)


def _check(path: Path, pins: Pins, led_out: Collection[int]) -> None:
    used: dict[int, str] = {}
    for name, pin in pins.named():
        free = sorted(set(led_out) - {each for _, each in pins.named()})
        if pin not in led_out:
            raise PinError(
                f"{path.name}: {name} is on GPIO {pin}, which the module does not lead out for us; take a free pin: "
                + ", ".join(map(str, free))
            )
        if pin in used:
            raise PinError(
                f"{path.name}: GPIO {pin} is used twice, for {used[pin]} and for {name}; give one of them a free pin: "
                + ", ".join(map(str, free))
            )
        used[pin] = name
