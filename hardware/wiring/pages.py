"""Writes the wiring page, the table and the drawings; `check` finds those that no longer follow the board file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hardware.pins import BOARD_FILE, ESP32_FILE, ESP32_LED_OUT, ROOT, Pins, read
from hardware.power import PICO_3V3_LIMIT, USB_LIMIT, budget
from hardware.wiring.drawing import draw
from hardware.wiring.modules import ESP32, MFRC522, PICO, PN532, Module
from hardware.wiring.table import COUNTS, Wire, as_csv, parts, wires

HOME: Final = ROOT / "hardware"
PN532_READERS: Final = 2


def files(pins: Pins) -> dict[str, str]:
    """Return every generated file, by its name below ``hardware/``."""
    drawings = {f"wiring/{n}-readers.svg": draw(pins, n) for n in COUNTS}
    drawings["wiring/pn532.svg"] = draw(pins, PN532_READERS, chip=PN532)
    drawings |= {f"wiring/esp32-{n}-readers.svg": draw(esp32(), n, ESP32) for n in COUNTS}
    return {"wiring.csv": as_csv(pins), "wiring.md": page(pins), **drawings}


def esp32() -> Pins:
    """Return the pins of the other module's board file. Raises ``PinError``."""
    return read(ESP32_FILE, ESP32_LED_OUT)


def page(pins: Pins) -> str:
    """Return the wiring page."""
    head = (
        "# Wiring by hand: 1, 2, 4 or 8 readers\n\n"
        f"Made from [`firmware/boards/{BOARD_FILE.name}`](../firmware/boards/{BOARD_FILE.name}) by "
        "`python -m hardware wiring`; do not edit. A test keeps this page, [`wiring.csv`](wiring.csv), the drawings "
        "and that file the same.\n"
    )
    return "\n".join((head, _parts(), _power(), *(_wiring(pins, n) for n in COUNTS), _pn532(pins), _esp32()))


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


def _pn532(pins: Pins) -> str:
    return (
        "## Readers with a PN532\n\n"
        "Any reader may be one, beside others with an MFRC522: name the kinds in the setting `readers`. The module's "
        "two switches (or solder bridges) are set to SPI. Its VCC takes 3.3 V here, as the others do. RSTO stays open, "
        "and so does IRQ: it may go to the IRQ pin, with `irq` set, where this is the only reader on that wire.\n\n"
        f"![Wiring of {PN532_READERS} readers with PN532](wiring/pn532.svg)\n\n"
        + _table(wires(pins, PN532_READERS, chip=PN532), PICO)
    )


def _esp32() -> str:
    """Return the section on the other module that the firmware knows, wired in the same way."""
    head = (
        "## ESP32-S3\n\n"
        f"An ESP32-S3-DevKitC-1 instead of the Pico, pins of [`{ESP32_FILE.name}`]"
        f"(../firmware/boards/{ESP32_FILE.name}); parts, supplies and readers as above, 5 V at J1-21. The places are "
        "those of its headers J1 and J3, which the user guide of version 1.1 numbers from the antenna's end. "
        "A Pico 2 W is wired as a Pico W.\n"
    )
    return "\n".join((head, *(_wiring(esp32(), n, ESP32, "### ", "esp32-") for n in COUNTS)))


def _wiring(pins: Pins, readers: int, module: Module = PICO, level: str = "## ", prefix: str = "") -> str:
    title = f"{readers} reader{'s' * (readers > 1)}"
    of = f"{title} on the {module.short}" if prefix else title
    return f"{level}{of}\n\n![Wiring of {of}](wiring/{prefix}{readers}-readers.svg)\n\n" + _table(
        wires(pins, readers, module, MFRC522), module
    )


def _table(rows: tuple[Wire, ...], module: Module) -> str:
    lines = [
        f"| {w.signal} | {'' if w.gpio is None else w.gpio} | {module.place(w.pin) if w.pin else ''} | {w.reader} "
        f"| {w.reader_pin} | {w.note} |"
        for w in rows
    ]
    return (
        f"| signal | GPIO | {module.column} | reader | reader's pin | note |\n|---|---|---|---|---|---|\n"
        + "\n".join(lines)
        + "\n"
    )


def write(home: Path = HOME) -> None:
    """Write every file anew. Raises ``PinError`` for a board file that cannot be wired."""
    for name, text in files(read()).items():
        (home / name).write_text(text, encoding="utf-8")


def check(home: Path = HOME) -> list[str]:
    """Return the generated files that differ from what the board file says now."""
    found = files(read()).items()
    return [name for name, text in found if not (home / name).is_file() or (home / name).read_text("utf-8") != text]
