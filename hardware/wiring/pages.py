"""Writes the wiring page, the table and the drawings; `check` finds those that no longer follow the board file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hardware.pins import BOARD_FILE, ESP32_FILE, ESP32_LED_OUT, ROOT, Pins, read
from hardware.power import PICO_3V3_LIMIT, USB_LIMIT, budget
from hardware.wiring.drawing import draw
from hardware.wiring.table import COUNTS, as_csv, parts, wires

HOME: Final = ROOT / "hardware"


def files(pins: Pins) -> dict[str, str]:
    """Every generated file, by its name below ``hardware/``."""
    drawings = {f"wiring/{n}-readers.svg": draw(pins, n) for n in COUNTS}
    return {"wiring.csv": as_csv(pins), "wiring.md": page(pins), **drawings}


def page(pins: Pins) -> str:
    """The wiring page."""
    head = (
        "# Wiring by hand: 1, 2, 4 or 8 readers\n\n"
        f"Made from [`firmware/boards/{BOARD_FILE.name}`](../firmware/boards/{BOARD_FILE.name}) by "
        "`python -m hardware wiring`; do not edit. A test keeps this page, [`wiring.csv`](wiring.csv), the drawings "
        "and that file the same.\n"
    )
    return "\n".join((head, _parts(), _power(), *(_wiring(pins, n) for n in COUNTS), _esp32()))


def _parts() -> str:
    rows = [
        f"| {part.name} | {part.number} | " + " | ".join(str(n or "-") for n in part.needed) + " |" for part in parts()
    ]
    counts = " | ".join(f"{n} reader{'s' * (n > 1)}" for n in COUNTS)
    return (
        f"## Parts\n\n| part | number, or what to look for | {counts} |\n|---|---|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


def _power() -> str:
    rows = []
    for n in COUNTS:
        need = budget(n)
        rail = "own 3.3 V regulator" if need.own_rail else "the Pico's 3V3 pin"
        supply = "own 5 V supply, 2 A" if need.own_supply else "USB"
        rows.append(f"| {n} | {need.rail} mA | {need.rail_fault} mA | {need.total} mA | {rail} | {supply} |")
    return (
        "## Power\n\n"
        "The firmware has one field on at a time. The second figure is what the readers would take if a fault left "
        f"every field on: it decides who feeds them, for a Pico's 3V3 pin gives {PICO_3V3_LIMIT} mA. The third counts "
        f"every light in full white; a USB port gives {USB_LIMIT} mA.\n\n"
        "| readers | 3.3 V, one field on | 3.3 V, all fields on | 5 V in all, at most | readers fed by | 5 V from |\n"
        "|---|---|---|---|---|---|\n" + "\n".join(rows) + "\n"
    )


def _esp32() -> str:
    """The other module that the firmware knows: its pins, by number; all else as above."""
    rows = [f"| {name} | {gpio} |" for name, gpio in read(ESP32_FILE, ESP32_LED_OUT).named()]
    return (
        "## ESP32-S3\n\n"
        f"An ESP32-S3-DevKitC-1 instead of the Pico, pins of [`{ESP32_FILE.name}`]"
        f"(../firmware/boards/{ESP32_FILE.name}); readers, supplies and parts as above, CS1 for `tap`, CS2 for "
        "`seat-1` and on. A Pico 2 W is wired as a Pico W.\n\n"
        "| signal | GPIO |\n|---|---|\n" + "\n".join(rows) + "\n"
    )


def _wiring(pins: Pins, readers: int) -> str:
    rows = [
        f"| {w.signal} | {'' if w.gpio is None else w.gpio} | {w.pin or ''} | {w.reader} | {w.reader_pin} | {w.note} |"
        for w in wires(pins, readers)
    ]
    title = f"{readers} reader{'s' * (readers > 1)}"
    return (
        f"## {title}\n\n![Wiring of {title}](wiring/{readers}-readers.svg)\n\n"
        "| signal | GPIO | Pico's pin | reader | reader's pin | note |\n|---|---|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
    )


def write(home: Path = HOME) -> None:
    """Write every file anew. Raises ``PinError`` for a board file that cannot be wired."""
    for name, text in files(read()).items():
        (home / name).write_text(text, encoding="utf-8")


def check(home: Path = HOME) -> list[str]:
    """The generated files that differ from what the board file says now."""
    found = files(read()).items()
    return [name for name, text in found if not (home / name).is_file() or (home / name).read_text("utf-8") != text]
