"""The carrier board as data: parts, nets, places. The pins are those of the firmware's board file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from hardware.pins import HEADER, Pins
from hardware.power import READERS_A_RAIL

from . import footprints, symbols

WIDTH: Final = 144.0
HEIGHTS: Final = {4: 66.0, 8: 92.0}
"""Readers of a variant -> height of its board, mm."""
PICO: Final = (10.61, 3.0)
"""Pin 1 of the Pico."""
PICO_NETS: Final = {3: "GND", 8: "GND", 13: "GND", 18: "GND", 23: "GND", 28: "GND", 33: "GND", 38: "GND"}
SUPPLIES: Final = ("+5V", "+3V3", "+3V3R1", "+3V3R2")
"""Nets that have a supply symbol, besides GND."""
WIDE: Final = (*SUPPLIES, "VBUS", "EXT_5V")
"""Nets whose tracks are wide."""
GATES: Final = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))
"""Enable, input and output of each gate of a 74LVC125."""


PASSIVES: Final = {
    "10k": ("R", "R_0805", "RC0805FR-0710KL"),
    "100k": ("R", "R_0805", "RC0805FR-07100KL"),
    "4k7": ("R", "R_0805", "RC0805FR-074K7L"),
    "330": ("R", "R_0805", "RC0805FR-07330RL"),
    "100": ("R", "R_0805", "RC0805FR-07100RL"),
    "100n": ("C", "C_0805", "CL21B104KBCNNNC"),
    "10u": ("C", "C_0805", "CL21A106KAYNNNE"),
    "22u": ("C", "C_1206", "CL31A226KAHNNNE"),
    "100u": ("CP", "CP_6.3x7.7", "EEE-FK1V101XP"),
}
"""Value -> symbol, footprint and part number."""


class DesignError(ValueError):
    """A design that cannot be drawn; the message names the part and the way out."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its nets by pin number, its place on the sheet (mm) and on the board (mm, degrees)."""

    ref: str
    symbol: str
    value: str
    footprint: str
    nets: dict[str, str]
    sheet: tuple[float, float]
    at: tuple[float, float, int]
    number: str = ""
    bought: bool = True
    label: str = ""
    """Text printed beside it on the board, instead of the reference."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A pad on the board: centre, size as it lies, net ("" for none)."""

    ref: str
    pad: footprints.Pad
    x: float
    y: float
    w: float
    h: float
    net: str


@dataclass(frozen=True, slots=True)
class Design:
    """A whole board."""

    name: str
    readers: int
    width: float
    height: float
    parts: tuple[Part, ...]
    headings: tuple[tuple[str, float, float], ...] = field(default=())

    def part(self, ref: str) -> Part:
        """Return a part by its reference; raises ``KeyError``."""
        for each in self.parts:
            if each.ref == ref:
                return each
        raise KeyError(ref)

    def nets(self) -> tuple[str, ...]:
        """Return every net that joins pins, sorted."""
        return tuple(sorted({net for part in self.parts for net in part.nets.values()}))

    def pads(self) -> Iterator[Placed]:
        """Yield every pad where it lies."""
        for part in self.parts:
            for pad in footprints.ALL[part.footprint].pads:
                x, y = turn(pad.x, pad.y, part.at[2])
                w, h = (pad.h, pad.w) if part.at[2] % 180 else (pad.w, pad.h)
                yield Placed(part.ref, pad, part.at[0] + x, part.at[1] + y, w, h, pad_net(part, pad.number))

    def yards(self) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
        """Yield the reference and the courtyard of each part: x0, y0, x1, y1."""
        for part in self.parts:
            yield part.ref, area(footprints.ALL[part.footprint].courtyard, part.at)


def turn(x: float, y: float, degrees: int) -> tuple[float, float]:
    """Return a point turned as KiCad turns a footprint: anticlockwise seen from above, with y down."""
    for _ in range(degrees // 90 % 4):
        x, y = y, -x
    return x, y


def area(rect: tuple[float, float, float, float], at: tuple[float, float, int]) -> tuple[float, float, float, float]:
    """Return a part's rectangle where it lies."""
    ax, ay = turn(rect[0], rect[1], at[2])
    bx, by = turn(rect[2], rect[3], at[2])
    return min(ax, bx) + at[0], min(ay, by) + at[1], max(ax, bx) + at[0], max(ay, by) + at[1]


def pad_net(part: Part, number: str) -> str:
    """Return the net of a pad.

    A pad that is wired to nothing is named as KiCad names it; a bare hole has no net ("").
    """
    if number in part.nets:
        return part.nets[number]
    for pin in symbols.ALL[part.symbol].pins:
        if pin.number == number:
            return f"unconnected-({part.ref}-{pin.name}-Pad{number})"
    return ""


def design(pins: Pins, readers: int) -> Design:
    """Return the board with 4 or 8 reader headers.

    Raises ``DesignError`` when a part cannot be drawn as it is described.
    """
    if readers not in HEIGHTS:
        raise DesignError(f"there is a board for {' or '.join(map(str, HEIGHTS))} readers, not for {readers}")
    if len(pins.cs) < readers:
        raise DesignError(f"the board file names {len(pins.cs)} chip selects; {readers} readers need one each in CS")
    height = HEIGHTS[readers]
    parts = [_pico(pins, readers), *_common(height)]
    for group in range(readers // READERS_A_RAIL):
        parts += [*_rail(group, height), *_buffer(group, height)]
        for place in range(READERS_A_RAIL):
            parts += _reader(group * READERS_A_RAIL + place, place, group, height)
    headings = (
        ("Raspberry Pi Pico W", 30.48, 30.48),
        ("Supply: 5 V from USB or from J12, never both", 30.48, 152.4),
        ("Readers: 3.3 V rails of their own, MISO through a gate enabled by the reader's own select", 142.24, 30.48),
        ("Lights, buzzer, display", 30.48, 205.74),
        ("Buttons", 30.48, 259.08),
    )
    made = Design(f"lairkeeper-{readers}", readers, WIDTH, height, tuple(parts), headings)
    check(made)
    return made


def _pico(pins: Pins, readers: int) -> Part:
    nets = {str(place): net for place, net in PICO_NETS.items()} | {"40": "VBUS", "36": "+3V3", "30": "RUN"}
    shared = {
        "SCK": pins.sck,
        "MOSI": pins.mosi,
        "MISO": pins.miso,
        "RST": pins.rst,
        "IRQ": pins.irq,
        "LED_3V3": pins.pixels,
        "BUZZER": pins.buzzer,
        "SDA": pins.sda,
        "SCL": pins.scl,
    }
    selects = {f"CS{i}": pin for i, pin in enumerate(pins.cs[:readers], 1)}
    buttons = {f"BUTTON{i}": pin for i, pin in enumerate(pins.buttons, 1)}
    for net, gpio in (shared | selects | buttons).items():
        nets[str(HEADER[gpio])] = net
    name = "RaspberryPi_PicoW_Socket"
    return Part("A1", "RaspberryPi_PicoW", "Raspberry Pi Pico WH", name, nets, (66.04, 93.98), (*PICO, 0), "SC0919")


def _small(
    ref: str, value: str, nets: dict[str, str], sheet: tuple[float, float], at: tuple[float, float, int]
) -> Part:
    """Return a resistor or capacitor."""
    symbol, footprint, number = PASSIVES[value]
    return Part(ref, symbol, value, footprint, nets, sheet, at, number)


def _reader(i: int, place: int, group: int, height: float) -> list[Part]:
    """Return reader header i (from 0) with its pull-ups and capacitors.

    The second group lies mirrored at the lower edge.
    """
    n, rail = i + 1, f"+3V3R{group + 1}"
    x = 42 + 24.5 * place
    y, s = (5.0, 1) if group == 0 else (height - 5.0, -1)
    sx, sy = 190.5 + 106.68 * (place % 2), 53.34 + 33.02 * (place // 2) + 157.48 * group
    nets = {"1": f"CS{n}", "2": "SCK", "3": "MOSI", "4": f"MISO{n}", "5": "IRQ", "6": "GND", "7": "RST", "8": rail}
    row = y + 6.6 * s
    return [
        Part(
            f"J{n}",
            "Reader",
            f"reader {n}",
            "PinHeader_1x08",
            nets,
            (sx, sy),
            (x, y, 90),
            "pin header 1x8, 2.54 mm",
            label=f"READER {n}",
        ),
        _small(f"R{10 + n}", "10k", {"1": rail, "2": f"CS{n}"}, (sx + 25.4, sy), (x + 0.5, row, 90)),
        _small(f"R{20 + n}", "100k", {"1": rail, "2": f"MISO{n}"}, (sx + 40.64, sy), (x + 7.6, row, 90)),
        _small(f"C{10 + n}", "100n", {"1": rail, "2": "GND"}, (sx + 55.88, sy), (x + 13.4, row, 90)),
        _small(f"C{20 + n}", "10u", {"1": rail, "2": "GND"}, (sx + 68.58, sy), (x + 17.8, row, 90)),
    ]


def _buffer(group: int, height: float) -> list[Part]:
    n, rail = group + 1, f"+3V3R{group + 1}"
    nets = {"14": rail, "7": "GND"}
    for place, (enable, a, y) in enumerate(GATES):
        reader = group * READERS_A_RAIL + place + 1
        nets |= {enable: f"CS{reader}", a: f"MISO{reader}", y: "MISO"}
    top = 23.0 if group == 0 else height - 23.0
    sx, sy = 200.66, 129.54 + 157.48 * group
    return [
        Part(f"U{n}", "74LVC125", "74LVC125", "SOIC-14", nets, (sx, sy), (66, top, 90), "SN74LVC125ADR"),
        _small(f"C{n}", "100n", {"1": rail, "2": "GND"}, (sx + 33.02, sy), (58, top, 90)),
    ]


def _rail(group: int, height: float) -> list[Part]:
    n, rail = group + 1, f"+3V3R{group + 1}"
    y = 24.0 if group == 0 else height - 24.0
    sx, sy = 281.94, 124.46 + 157.48 * group
    gnd = {"2": "GND"}
    return [
        Part(
            f"U{10 + n}",
            "AMS1117-3.3",
            "AMS1117-3.3",
            "SOT-223",
            {"3": "+5V", "2": rail, "1": "GND"},
            (sx, sy),
            (110, y, 180),
            "AMS1117-3.3",
        ),
        _small(f"C{30 + n}", "22u", {"1": "+5V"} | gnd, (sx - 33.02, sy + 5.08), (119.5, y, 270)),
        _small(f"C{32 + n}", "22u", {"1": rail} | gnd, (sx + 33.02, sy + 5.08), (100, y, 270)),
        _small(f"C{34 + n}", "100u", {"1": rail} | gnd, (sx + 48.26, sy + 5.08), (89, y, 180)),
    ]


def _common(height: float) -> list[Part]:
    """Return the parts that are the same on every board."""
    return [*_supply(), *_lights(), *_display_and_buzzer(), *_buttons(), *_holes(height)]


def _supply() -> list[Part]:
    return [
        Part(
            "J12",
            "Supply",
            "5 V in",
            "Terminal_2x5.08",
            {"1": "EXT_5V", "2": "GND"},
            (45.72, 170.18),
            (136.5, 34, 270),
            "MKDS 1,5/2-5,08",
            label="5V IN",
        ),
        Part(
            "JP1",
            "Select5V",
            "5 V from",
            "PinHeader_1x03",
            {"1": "VBUS", "2": "+5V", "3": "EXT_5V"},
            (83.82, 170.18),
            (127, 32, 0),
            "pin header 1x3, 2.54 mm, with a jumper",
            label="EXT-5V-USB",
        ),
        _small("C3", "100u", {"1": "+5V", "2": "GND"}, (116.84, 172.72), (118, 37, 0)),
    ]


def _lights() -> list[Part]:
    return [
        Part(
            "U3",
            "74AHCT1G125",
            "74AHCT1G125",
            "SOT-23-5",
            {"1": "GND", "2": "LED_3V3", "3": "GND", "4": "LED_5V", "5": "+5V"},
            (55.88, 218.44),
            (107, 43, 0),
            "SN74AHCT1G125DBVR",
        ),
        _small("C4", "100n", {"1": "+5V", "2": "GND"}, (91.44, 218.44), (111.5, 43, 90)),
        _small("R3", "330", {"1": "LED_5V", "2": "LED"}, (119.38, 218.44), (116, 44, 0)),
        Part(
            "J9",
            "Strip",
            "lights",
            "PinHeader_1x03",
            {"1": "+5V", "2": "LED", "3": "GND"},
            (149.86, 218.44),
            (139.5, 44, 0),
            "pin header 1x3, 2.54 mm",
            label="LIGHTS",
        ),
    ]


def _display_and_buzzer() -> list[Part]:
    return [
        Part(
            "J10",
            "Display",
            "display",
            "PinHeader_1x04",
            {"1": "GND", "2": "+3V3", "3": "SCL", "4": "SDA"},
            (55.88, 246.38),
            (70, 36, 90),
            "pin header 1x4, 2.54 mm",
            label="DISPLAY",
        ),
        _small("R4", "4k7", {"1": "+3V3", "2": "SCL"}, (78.74, 246.38), (66, 36, 90)),
        _small("R5", "4k7", {"1": "+3V3", "2": "SDA"}, (93.98, 246.38), (62.5, 36, 90)),
        _small("R2", "10k", {"1": "+3V3", "2": "IRQ"}, (160.02, 129.54), (59, 36, 90)),
        _small("R6", "100", {"1": "BUZZER", "2": "BUZZER_R"}, (109.22, 246.38), (38, 28.5, 0)),
        Part(
            "BZ1",
            "Piezo",
            "piezo",
            "Piezo_PS1240",
            {"1": "BUZZER_R", "2": "GND"},
            (142.24, 246.38),
            (44.5, 37, 0),
            "PS1240P02BT",
        ),
    ]


def _buttons() -> list[Part]:
    """Return the buttons: four for the players; SAFE, on the pin of the first, and RESET are for the maker."""
    parts = []
    names = ("B1", "B2", "B3", "B4", "SAFE", "RESET")
    nets = ("BUTTON1", "BUTTON2", "BUTTON3", "BUTTON4", "BUTTON1", "RUN")
    for i, (name, net) in enumerate(zip(names, nets, strict=True)):
        parts.append(
            Part(
                f"SW{i + 1}",
                "SW_Push",
                name,
                "SW_Push_6mm",
                {"1": net, "2": "GND"},
                (48.26 + 43.18 * (i % 3), 266.7 + 10.16 * (i // 3)),
                (42.0 + 14 * i + (4 if i > 3 else 0), 55, 0),
                "B3F-1020",
                label=name,
            )
        )
    return parts


def _holes(height: float) -> list[Part]:
    parts = []
    for i, (x, y) in enumerate(((3.5, 3.5), (WIDTH - 3.5, 3.5), (3.5, height - 3.5), (WIDTH - 3.5, height - 3.5))):
        at = (x, y, 0)
        parts.append(
            Part(f"H{i + 1}", "MountingHole", "M3", "MountingHole_M3", {}, (93.98 + 12.7 * i, 190.5), at, bought=False)
        )
    return parts


def check(made: Design) -> None:
    """Raise ``DesignError`` for the first part that is described wrongly, or lies on another."""
    for ref, n in Counter(part.ref for part in made.parts).items():
        if n > 1:
            raise DesignError(f"{ref} is there {n} times; give each part a reference of its own")
    for part in made.parts:
        _check_part(part)
    yards = list(made.yards())
    for i, (ref, a) in enumerate(yards):
        if a[0] < -2 or a[1] < -2 or a[2] > made.width + 2 or a[3] > made.height + 2:
            raise DesignError(f"{ref} hangs over the edge of the board; move it inside {made.width} x {made.height} mm")
        for other, b in yards[i + 1 :]:
            if min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1]):
                raise DesignError(f"{ref} and {other} lie on each other; move one of them")


def _check_part(part: Part) -> None:
    if part.footprint not in footprints.ALL:
        raise DesignError(
            f"{part.ref} ({part.value}) has no footprint {part.footprint!r}; draw it in footprints.py or name one of "
            + ", ".join(footprints.ALL)
        )
    if part.symbol not in symbols.ALL:
        raise DesignError(f"{part.ref} ({part.value}) has no symbol {part.symbol!r}; draw it in symbols.py")
    pads = {pad.number for pad in footprints.ALL[part.footprint].pads}
    ends = {pin.number for pin in symbols.ALL[part.symbol].pins}
    for number in part.nets:
        if number not in pads or number not in ends:
            raise DesignError(
                f"{part.ref}: pin {number} is wired, but its symbol or its footprint has none; see {part.footprint}"
            )
