"""The wiring as a drawing (SVG): the Pico on the left, the bus in the middle, one box a reader on the right."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from hardware.pins import HEADER, Pins
from hardware.wiring.table import BUFFERED_FROM, Wire, wires

PITCH: Final = 20
"""Between two pins of the Pico, and two lanes of the bus."""
TOP: Final = 92
PICO_X: Final = 330
PICO_W: Final = 210
READER_PINS: Final = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3.3V")
"""In the order on the module's header."""
READER_H: Final = len(READER_PINS) * 17 + 34
COLOURS: Final = {
    "SCK": "#1565c0", "MOSI": "#2e7d32", "MISO": "#6a1b9a", "RST": "#5d4037", "IRQ": "#757575",
    "3V3": "#c62828", "3V3R": "#c62828", "GND": "#212121", "CS": "#d84315", "LED": "#00838f", "BUZZER": "#827717",
    "SDA": "#283593", "SCL": "#4527a0", "BUTTON": "#37474f",
}  # fmt: skip
POWER_PINS: Final = {
    3: "GND", 8: "GND", 13: "GND", 18: "GND", 23: "GND", 28: "GND", 38: "GND",
    30: "RUN", 33: "AGND", 35: "VREF", 36: "3V3", 37: "EN", 39: "VSYS", 40: "VBUS",
}  # fmt: skip


@dataclass(slots=True)
class Sheet:
    """Elements of a drawing, written once it is whole."""

    items: list[str] = field(default_factory=list)

    def line(self, points: list[tuple[float, float]], colour: str, *, dashed: bool = False) -> None:
        """A wire through these points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dash = ' stroke-dasharray="5 3"' if dashed else ""
        self.items.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dash}/>')

    def dot(self, x: float, y: float, colour: str) -> None:
        """Where two wires are joined."""
        self.items.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.2" fill="{colour}"/>')

    def box(self, x: float, y: float, w: float, h: float, fill: str) -> None:
        """A part."""
        self.items.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="4" fill="{fill}" stroke="#212121"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        at: str = "start",
        size: int = 11,
        fill: str = "#212121",
        bold: bool = False,
    ) -> None:
        """One line of text."""
        weight = ' font-weight="bold"' if bold else ""
        self.items.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{at}" fill="{fill}"{weight}>'
            f"{escape(words)}</text>"
        )


def pin_at(pin: int) -> tuple[float, float, bool]:
    """Where a place of the Pico's header is drawn, and whether that is on the left side."""
    if pin <= 20:
        return PICO_X, TOP + 24 + (pin - 1) * PITCH, True
    return PICO_X + PICO_W, TOP + 24 + (40 - pin) * PITCH, False


def draw(pins: Pins, readers: int) -> str:
    """The drawing of a board with so many readers, an SVG document."""
    all_wires = wires(pins, readers)
    lanes = _lanes(all_wires)
    first_lane = PICO_X + PICO_W + 40
    reader_x = first_lane + len(lanes) * PITCH + (120 if readers >= BUFFERED_FROM else 40)
    pico_bottom = TOP + 24 + 20 * PITCH
    pitch = READER_H + 26
    height = max(pico_bottom + 80, TOP + readers * pitch + 30)
    width = reader_x + 210
    sheet = Sheet()
    sheet.text(20, 32, f"Wiring: Raspberry Pi Pico W, {readers} reader{'s' * (readers > 1)}", size=18, bold=True)
    sheet.text(
        20,
        54,
        "A dot joins two wires; without a dot they only cross. Each reader: 10 k from SDA to 3.3 V, 100 nF, 10 µF.",
        size=12,
    )
    lane_x = {name: float(first_lane + i * PITCH) for i, name in enumerate(lanes)}
    _bus(sheet, all_wires, lane_x, pico_bottom, TOP + (readers - 1) * pitch)
    selects = [wire for wire in all_wires if wire.signal == "CS"]
    for i, wire in enumerate(selects):
        _reader(sheet, wire, reader_x, TOP + i * pitch, lane_x, buffered=readers >= BUFFERED_FROM)
    _left_side(sheet, [wire for wire in all_wires if not wire.reader_pin])
    _pico(sheet, all_wires)
    body = "\n".join(sheet.items)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, Arial, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
        f"{body}\n</svg>\n"
    )


def lane_of(wire: Wire) -> str:
    """The lane that a wire runs in: the shared ones by signal, a chip select by its reader."""
    return wire.reader if wire.signal == "CS" else wire.signal


def colour_of(signal: str) -> str:
    """The colour of a wire."""
    return COLOURS["BUTTON" if signal.startswith("BUTTON") else signal]


def _lanes(all_wires: tuple[Wire, ...]) -> list[str]:
    """Lanes from left to right, those of high pins first: so few of them cross."""
    to_readers = [wire for wire in all_wires if wire.reader_pin]
    return [lane_of(wire) for wire in sorted(to_readers, key=lambda w: (w.pin <= 20, -w.pin))]


def _bus(sheet: Sheet, all_wires: tuple[Wire, ...], lane_x: dict[str, float], bottom: float, last_top: float) -> None:
    """From the Pico's pins to the lanes; a pin of the left side goes round below."""
    below, aside = bottom + 12, 14
    for wire in sorted((w for w in all_wires if w.reader_pin), key=lambda w: -w.pin):
        x, colour = lane_x[lane_of(wire)], colour_of(wire.signal)
        if wire.pin == 0:
            sheet.box(x - 34, TOP - 26, 68, 20, "#ffcdd2")
            sheet.text(x, TOP - 12, "3.3 V rail", at="middle", size=10)
            start = [(x, TOP - 6.0)]
        else:
            px, py, left = pin_at(wire.pin)
            if left:
                below = _free_height(below, last_top)
                start = [(px, py), (px - aside, py), (px - aside, below), (x, below)]
                below, aside = below + 12, aside + 9
            else:
                start = [(px, py), (x, py)]
        ends = _tap_heights(wire, all_wires, last_top)
        top, low = min(start[-1][1], *ends), max(start[-1][1], *ends)
        sheet.line(start, colour)
        sheet.line([(x, top), (x, low)], colour)
        if len(start) > 1 and start[-1][1] not in (top, low):
            sheet.dot(x, start[-1][1], colour)


def _tap_heights(wire: Wire, all_wires: tuple[Wire, ...], last_top: float) -> list[float]:
    """Where a lane is joined to readers: the first and the last of them."""
    row = READER_PINS.index(wire.reader_pin)
    selects = [w.reader for w in all_wires if w.signal == "CS"]
    if wire.signal == "CS":
        top = TOP + selects.index(wire.reader) * (READER_H + 26)
        return [_row(top, row)]
    return [_row(TOP, row), _row(last_top, row)]


def _free_height(y: float, last_top: float) -> float:
    """The next height at which a wire across does not lie on one that goes to a reader."""
    pitch = READER_H + 26
    rows = [_row(TOP + i * pitch, r) for i in range(int((last_top - TOP) / pitch) + 1) for r in range(len(READER_PINS))]
    while any(abs(y - row) < 5 for row in rows):
        y += 1
    return y


def _row(top: float, row: int) -> float:
    return top + 32 + row * 17


def _reader(sheet: Sheet, select: Wire, x: float, top: float, lane_x: dict[str, float], *, buffered: bool) -> None:
    sheet.box(x, top, 150, READER_H, "#e3f2fd")
    sheet.text(x + 75, top + 17, f"reader {select.reader}", at="middle", size=12, bold=True)
    sheet.box(x + 86, top + 32, 52, READER_H - 48, "#bbdefb")
    sheet.text(x + 112, top + READER_H / 2 + 10, "antenna", at="middle", size=9)
    for row, name in enumerate(READER_PINS):
        y = _row(top, row)
        sheet.text(x + 10, y + 4, name)
        signal = {"SDA": "CS", "3.3V": "3V3" if "3V3" in lane_x else "3V3R"}.get(name, name)
        lane = lane_x[select.reader if name == "SDA" else signal]
        sheet.line([(lane, y), (x, y)], colour_of(signal), dashed=name == "IRQ")
        if name != "SDA":
            sheet.dot(lane, y, colour_of(signal))
        if name == "MISO" and buffered:
            sheet.box(x - 74, y - 8, 52, 16, "#e1bee7")
            sheet.text(x - 48, y + 4, "LVC125", at="middle", size=10)


def _left_side(sheet: Sheet, extras: list[Wire]) -> None:
    """Lights, buzzer, display and buttons: each on its own wire to the left of the Pico."""
    for wire in extras:
        x, y, _ = pin_at(wire.pin)
        what = {
            "LED": "WS2812 data in (330 Ω)",
            "BUZZER": "buzzer (100 Ω), to GND",
            "SDA": "display SDA",
            "SCL": "display SCL",
        }
        number = wire.signal.removeprefix("BUTTON")
        words = what.get(wire.signal, f"button {number} to GND" + (" (safe mode)" if number == "1" else ""))
        sheet.line([(240, y), (x, y)], colour_of(wire.signal))
        sheet.box(30, y - 9, 210, 18, "#f5f5f5")
        sheet.text(38, y + 4, words)


def _pico(sheet: Sheet, all_wires: tuple[Wire, ...]) -> None:
    used = {wire.pin: wire.signal for wire in all_wires if wire.pin}
    gpio = {place: number for number, place in HEADER.items()}
    sheet.box(PICO_X, TOP, PICO_W, 24 + 20 * PITCH, "#c8e6c9")
    sheet.box(PICO_X + PICO_W / 2 - 18, TOP - 12, 36, 22, "#eeeeee")
    sheet.text(PICO_X + PICO_W / 2, TOP + 3, "USB", at="middle", size=10)
    sheet.text(PICO_X + PICO_W / 2, TOP + 200, "Pico W", at="middle", size=13, bold=True)
    for pin in range(1, 41):
        x, y, left = pin_at(pin)
        label = f"GP{gpio[pin]}" if pin in gpio else POWER_PINS[pin]
        sheet.dot(x, y, colour_of(used[pin]) if pin in used else "#bdbdbd")
        ink = "#212121" if pin in used else "#9e9e9e"
        name = f"{pin} {label}" if left else f"{label} {pin}"
        sheet.text(x + (7 if left else -7), y + 4, name, at="start" if left else "end", fill=ink, bold=pin in used)
