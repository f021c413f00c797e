"""The wiring as a drawing (SVG): the module on the left, the bus in the middle, one box a reader on the right."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from hardware.pins import Pins
from hardware.wiring.modules import MFRC522, PICO, Module, Reader
from hardware.wiring.table import BUFFERED_FROM, Wire, wires

PITCH: Final = 20
"""Between two pins of the module, and two lanes of the bus."""
TOP: Final = 92
PICO_X: Final = 330
PICO_W: Final = 210
READER_H: Final = 8 * 17 + 34
"""Both kinds of reader have eight pins."""
COLOURS: Final = {
    "SCK": "#1565c0", "MOSI": "#2e7d32", "MISO": "#6a1b9a", "RST": "#5d4037", "IRQ": "#757575",
    "3V3": "#c62828", "3V3R": "#c62828", "GND": "#212121", "CS": "#d84315", "LED": "#00838f", "BUZZER": "#827717",
    "SDA": "#283593", "SCL": "#4527a0", "BUTTON": "#37474f",
}  # fmt: skip


@dataclass(slots=True)
class Sheet:
    """Elements of a drawing, written once it is whole."""

    items: list[str] = field(default_factory=list)

    def line(self, points: list[tuple[float, float]], colour: str, *, dashed: bool = False) -> None:
        """Draw a wire through these points."""
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dash = ' stroke-dasharray="5 3"' if dashed else ""
        self.items.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dash}/>')

    def dot(self, x: float, y: float, colour: str) -> None:
        """Draw a dot where two wires are joined."""
        self.items.append(f'<circle cx="{x:g}" cy="{y:g}" r="3.2" fill="{colour}"/>')

    def box(self, x: float, y: float, w: float, h: float, fill: str) -> None:
        """Draw a part."""
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
        """Write one line of text."""
        weight = ' font-weight="bold"' if bold else ""
        self.items.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{at}" fill="{fill}"{weight}>'
            f"{escape(words)}</text>"
        )


def pin_at(module: Module, pin: int) -> tuple[float, float, bool]:
    """Return x and y of a place of the module's header, and True when it is on the left side."""
    if pin <= module.rows:
        return PICO_X, TOP + 24 + (pin - 1) * PITCH, True
    return PICO_X + PICO_W, TOP + 24 + (2 * module.rows - pin) * PITCH, False


def draw(pins: Pins, readers: int, module: Module = PICO, chip: Reader = MFRC522) -> str:
    """Return the drawing of a board with so many readers of one kind, an SVG document."""
    all_wires = wires(pins, readers, module, chip)
    lanes = _lanes(all_wires, module)
    first_lane = PICO_X + PICO_W + 40
    reader_x = first_lane + len(lanes) * PITCH + (120 if readers >= BUFFERED_FROM else 40)
    bottom = TOP + 24 + module.rows * PITCH
    pitch = READER_H + 26
    below = sum(1 for wire in all_wires if wire.reader_pin and 0 < wire.pin <= module.rows)
    height = max(bottom + 80, bottom + 34 + 14 * below, TOP + readers * pitch + 30)
    width = reader_x + 210
    sheet = Sheet()
    title = f"Wiring: {module.title}, {readers} reader{'s' * (readers > 1)} with {chip.title}"
    sheet.text(20, 32, title, size=18, bold=True)
    sheet.text(
        20,
        54,
        "A dot joins two wires; without a dot they only cross. "
        f"Each reader: 10 k from {chip.pin('CS')} to 3.3 V, 100 nF, 10 µF.",
        size=12,
    )
    lane_x = {name: float(first_lane + i * PITCH) for i, name in enumerate(lanes)}
    _bus(sheet, all_wires, lane_x, bottom, TOP + (readers - 1) * pitch, module, chip)
    selects = [wire for wire in all_wires if wire.signal == "CS"]
    for i, wire in enumerate(selects):
        _reader(sheet, wire, reader_x, TOP + i * pitch, lane_x, chip, buffered=readers >= BUFFERED_FROM)
    _left_side(sheet, [wire for wire in all_wires if not wire.reader_pin], module)
    _module(sheet, all_wires, module)
    body = "\n".join(sheet.items)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, Arial, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
        f"{body}\n</svg>\n"
    )


def lane_of(wire: Wire) -> str:
    """Return the lane that a wire runs in: the shared ones by signal, a chip select by its reader."""
    return wire.reader if wire.signal == "CS" else wire.signal


def colour_of(signal: str) -> str:
    """Return the colour of a wire."""
    return COLOURS["BUTTON" if signal.startswith("BUTTON") else signal]


def _lanes(all_wires: tuple[Wire, ...], module: Module) -> list[str]:
    """Return the lanes from left to right, those of high pins first, so that few of them cross."""
    to_readers = [wire for wire in all_wires if wire.reader_pin]
    return [lane_of(wire) for wire in sorted(to_readers, key=lambda w: (w.pin <= module.rows, -w.pin))]


def _bus(
    sheet: Sheet,
    all_wires: tuple[Wire, ...],
    lane_x: dict[str, float],
    bottom: float,
    last_top: float,
    module: Module,
    chip: Reader,
) -> None:
    """Draw the wires from the module's pins to the lanes; one from the left side goes round below."""
    below, aside = bottom + 12, 14
    for wire in sorted((w for w in all_wires if w.reader_pin), key=lambda w: -w.pin):
        x, colour = lane_x[lane_of(wire)], colour_of(wire.signal)
        if wire.pin == 0:
            sheet.box(x - 34, TOP - 26, 68, 20, "#ffcdd2")
            sheet.text(x, TOP - 12, "3.3 V rail", at="middle", size=10)
            start = [(x, TOP - 6.0)]
        else:
            px, py, left = pin_at(module, wire.pin)
            if left:
                below = _free_height(below, last_top)
                start = [(px, py), (px - aside, py), (px - aside, below), (x, below)]
                below, aside = below + 12, aside + 9
            else:
                start = [(px, py), (x, py)]
        ends = _tap_heights(wire, all_wires, last_top, chip)
        top, low = min(start[-1][1], *ends), max(start[-1][1], *ends)
        sheet.line(start, colour)
        sheet.line([(x, top), (x, low)], colour)
        if len(start) > 1 and start[-1][1] not in (top, low):
            sheet.dot(x, start[-1][1], colour)


def _tap_heights(wire: Wire, all_wires: tuple[Wire, ...], last_top: float, chip: Reader) -> list[float]:
    """Return the heights at which a lane is joined to readers: the first and the last of them."""
    row = [name for name, _ in chip.pins].index(wire.reader_pin)
    selects = [w.reader for w in all_wires if w.signal == "CS"]
    if wire.signal == "CS":
        top = TOP + selects.index(wire.reader) * (READER_H + 26)
        return [_row(top, row)]
    return [_row(TOP, row), _row(last_top, row)]


def _free_height(y: float, last_top: float) -> float:
    """Return the next height at which a wire across does not lie on one that goes to a reader."""
    pitch = READER_H + 26
    rows = [_row(TOP + i * pitch, r) for i in range(int((last_top - TOP) / pitch) + 1) for r in range(8)]
    while any(abs(y - row) < 5 for row in rows):
        y += 1
    return y


def _row(top: float, row: int) -> float:
    return top + 32 + row * 17


def _reader(
    sheet: Sheet, select: Wire, x: float, top: float, lane_x: dict[str, float], chip: Reader, *, buffered: bool
) -> None:
    sheet.box(x, top, 150, READER_H, "#e3f2fd")
    sheet.text(x + 75, top + 17, f"reader {select.reader}", at="middle", size=12, bold=True)
    sheet.box(x + 86, top + 32, 52, READER_H - 48, "#bbdefb")
    sheet.text(x + 112, top + READER_H / 2 + 10, "antenna", at="middle", size=9)
    for row, (name, signal) in enumerate(chip.pins):
        y = _row(top, row)
        sheet.text(x + 10, y + 4, name, fill="#212121" if signal else "#9e9e9e")
        if not signal:
            continue
        wire = "3V3R" if signal == "3V3" and "3V3" not in lane_x else signal
        lane = lane_x[select.reader if signal == "CS" else wire]
        sheet.line([(lane, y), (x, y)], colour_of(wire), dashed=signal == "IRQ")
        if signal != "CS":
            sheet.dot(lane, y, colour_of(wire))
        if signal == "MISO" and buffered:
            sheet.box(x - 74, y - 8, 52, 16, "#e1bee7")
            sheet.text(x - 48, y + 4, "LVC125", at="middle", size=10)


def _left_side(sheet: Sheet, extras: list[Wire], module: Module) -> None:
    """Draw lights, buzzer, display and buttons, each on its own wire to the left of the module.

    A wire from the module's right side goes round above it, to the height of a pin on the left that nothing else needs.
    """
    words = {
        "LED": "WS2812 data in (330 Ω)",
        "BUZZER": "buzzer (100 Ω), to GND",
        "SDA": "display SDA",
        "SCL": "display SCL",
    }
    taken = {wire.pin for wire in extras}
    spare = [place for place in range(2, module.rows) if place in module.other and place not in taken]
    for wire in extras:
        x, y, left = pin_at(module, wire.pin)
        points = [(x, y)]
        if not left:
            i = len(spare)
            out, above, back = x + 10 + 8 * i, TOP - 14 - 5 * i, PICO_X - 4 - 5 * i
            y = pin_at(module, spare.pop(0))[1]
            points += [(out, points[0][1]), (out, above), (back, above), (back, y)]
        sheet.line([*points, (240, y)], colour_of(wire.signal))
        sheet.box(30, y - 9, 210, 18, "#f5f5f5")
        number = wire.signal.removeprefix("BUTTON")
        safe = " (safe mode)" if number == "1" else ""
        sheet.text(38, y + 4, words.get(wire.signal, f"button {number} to GND{safe}"))


def _module(sheet: Sheet, all_wires: tuple[Wire, ...], module: Module) -> None:
    used = {wire.pin: wire.signal for wire in all_wires if wire.pin}
    gpio = {place: number for number, place in module.header.items()}
    height = 24 + module.rows * PITCH
    sheet.box(PICO_X, TOP, PICO_W, height, "#c8e6c9")
    top = TOP - 12 if module.usb_above else TOP + height - 10
    sheet.box(PICO_X + PICO_W / 2 - 18, top, 36, 22, "#eeeeee")
    sheet.text(PICO_X + PICO_W / 2, top + 15, "USB", at="middle", size=10)
    if module.rows == 20:  # elsewhere the names of the pins leave no room
        sheet.text(PICO_X + PICO_W / 2, TOP + 200, module.short, at="middle", size=13, bold=True)
    for pin in range(1, 2 * module.rows + 1):
        x, y, left = pin_at(module, pin)
        label = f"{module.prefix}{gpio[pin]}" if pin in gpio else module.other[pin]
        sheet.dot(x, y, colour_of(used[pin]) if pin in used else "#bdbdbd")
        ink = "#212121" if pin in used else "#9e9e9e"
        name = f"{module.place(pin)} {label}" if left else f"{label} {module.place(pin)}"
        sheet.text(x + (7 if left else -7), y + 4, name, at="start" if left else "end", fill=ink, bold=pin in used)
