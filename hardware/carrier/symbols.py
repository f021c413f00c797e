"""Schematic symbols, drawn here: boxes with named pins, and the few parts that everybody knows by their shape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from hardware.pins import HEADER

from .sexpr import Node, Q

Side = Literal["left", "right", "top", "bottom"]
Kind = Literal["input", "output", "bidirectional", "tri_state", "passive", "power_in", "power_out"]
STUB: Final = 2.54
_ANGLE: Final[dict[Side, int]] = {"left": 0, "right": 180, "top": 270, "bottom": 90}


@dataclass(frozen=True, slots=True)
class Pin:
    """A pin where it meets a wire, in mm, y up as in KiCad's symbols."""

    number: str
    name: str
    kind: Kind
    side: Side
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Symbol:
    """``box``: x0, y0, x1, y1 of the outline, y up. ``drawn``: further lines as lists of points."""

    name: str
    prefix: str
    pins: tuple[Pin, ...]
    box: tuple[float, float, float, float] | None = None
    drawn: tuple[tuple[tuple[float, float], ...], ...] = ()
    circle: float = 0.0
    names: bool = True
    power: bool = False
    on_board: bool = True


def _boxed(
    name: str,
    prefix: str,
    left: tuple[tuple[str, str, Kind], ...],
    right: tuple[tuple[str, str, Kind], ...],
    width: float,
) -> Symbol:
    """Return a box with its pins at 2.54 mm on both sides, from the top down.

    An empty number leaves a place free.
    """
    rows = max(len(left), len(right))
    top = (rows - 1) // 2 * 2.54
    half = width / 2
    pins = []
    for side, x, column in (("left", -half - STUB, left), ("right", half + STUB, right)):
        for i, (number, label, kind) in enumerate(column):
            if number:
                pins.append(Pin(number, label, kind, "left" if side == "left" else "right", x, top - i * 2.54))
    return Symbol(name, prefix, tuple(pins), (-half, top + 2.54, half, top - rows * 2.54))


def _two(
    name: str,
    prefix: str,
    drawn: tuple[tuple[tuple[float, float], ...], ...],
    box: tuple[float, float, float, float] | None = None,
) -> Symbol:
    """Return a symbol with two passive pins, one above the other."""
    pins = (Pin("1", "~", "passive", "top", 0, 3.81), Pin("2", "~", "passive", "bottom", 0, -3.81))
    return Symbol(name, prefix, pins, box, drawn, names=False)


def _pico() -> Symbol:
    gpio = {place: f"GP{number}" for number, place in HEADER.items()}
    # Ground pins, AGND among them, are passive: nothing on this board drives them but the supply, and AGND is joined to
    # GND on purpose, for the analogue inputs serve as chip selects only.
    special: dict[int, tuple[str, Kind]] = {
        30: ("RUN", "input"),
        33: ("AGND", "passive"),
        35: ("ADC_VREF", "passive"),
        36: ("3V3", "power_out"),
        37: ("3V3_EN", "input"),
        39: ("VSYS", "passive"),
        40: ("VBUS", "power_out"),
    }

    def pin(place: int) -> tuple[str, str, Kind]:
        if place in gpio:
            return str(place), gpio[place], "bidirectional"
        name, kind = special.get(place, ("GND", "passive"))
        return str(place), name, kind

    left = tuple(pin(place) for place in range(1, 21))
    right = tuple(pin(place) for place in range(40, 20, -1))
    return _boxed("RaspberryPi_PicoW", "A", left, right, 25.4)


def connector(name: str, labels: tuple[str, ...]) -> Symbol:
    """Return a connector with its pins on the left."""
    left: tuple[tuple[str, str, Kind], ...] = tuple((str(i), label, "passive") for i, label in enumerate(labels, 1))
    return _boxed(name, "J", left, (), 12.7)


def power(net: str) -> Symbol:
    """Return the symbol of a supply net, its pin at the origin: ground below its wire, the others above."""
    drawn = (
        (
            ((0, 0), (0, -1.27)),
            ((-1.27, -1.27), (1.27, -1.27)),
            ((-0.76, -1.78), (0.76, -1.78)),
            ((-0.25, -2.29), (0.25, -2.29)),
        )
        if net == "GND"
        else (((0, 0), (0, 2.54)), ((-0.76, 1.27), (0, 2.54), (0.76, 1.27)))
    )
    side: Side = "top" if net == "GND" else "bottom"
    name = net.replace("+", "P")
    return Symbol(name, "#PWR", (Pin("1", net, "power_in", side, 0, 0),), drawn=drawn, names=False, power=True)


_FLAG = Symbol(
    "PWR_FLAG",
    "#FLG",
    (Pin("1", "pwr", "power_out", "bottom", 0, 0),),
    drawn=(((0, 0), (0, 1.27), (-1.02, 1.9), (0, 2.54), (1.02, 1.9), (0, 1.27)),),
    names=False,
    power=True,
)


def _buffer() -> Symbol:
    gates = (("1", "2", "3"), ("4", "5", "6"), ("10", "9", "8"), ("13", "12", "11"))
    left: list[tuple[str, str, Kind]] = []
    right: list[tuple[str, str, Kind]] = []
    for i, (enable, a, y) in enumerate(gates, 1):
        left += [(enable, f"{i}OE_N", "input"), (a, f"{i}A", "input"), ("", "", "input")]
        right += [("", "", "input"), (y, f"{i}Y", "tri_state"), ("", "", "input")]
    return _boxed("74LVC125", "U", (*left, ("7", "GND", "power_in")), (*right, ("14", "VCC", "power_in")), 20.32)


_SWITCH = Symbol(
    "SW_Push",
    "SW",
    (Pin("1", "1", "passive", "left", -5.08, 0), Pin("2", "2", "passive", "right", 5.08, 0)),
    drawn=(((-2.54, 0), (-1.52, 0)), ((1.52, 0), (2.54, 0)), ((-2.03, 1.27), (2.03, 1.27)), ((0, 1.27), (0, 2.54))),
    names=False,
)
_READER = ("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3V3")

ALL: Final[dict[str, Symbol]] = {
    each.name: each
    for each in (
        _two("R", "R", (), (-1.02, 2.54, 1.02, -2.54)),
        _two(
            "C",
            "C",
            (
                ((-2.03, 0.76), (2.03, 0.76)),
                ((-2.03, -0.76), (2.03, -0.76)),
                ((0, 3.81), (0, 0.76)),
                ((0, -3.81), (0, -0.76)),
            ),
        ),
        _two(
            "CP",
            "C",
            (
                ((-2.03, 0.5), (2.03, 0.5), (2.03, 1.02), (-2.03, 1.02), (-2.03, 0.5)),
                ((-2.03, -0.76), (2.03, -0.76)),
                ((0, 3.81), (0, 1.02)),
                ((0, -3.81), (0, -0.76)),
                ((-1.78, 1.78), (-0.76, 1.78)),
                ((-1.27, 2.29), (-1.27, 1.27)),
            ),
        ),
        Symbol(
            "Piezo",
            "BZ",
            (Pin("1", "+", "passive", "left", -5.08, 1.27), Pin("2", "-", "passive", "left", -5.08, -1.27)),
            (-2.54, 2.54, 2.54, -2.54),
            ((((-1.27, 1.27), (1.27, 1.27))), ((-1.27, -1.27), (1.27, -1.27))),
            names=False,
        ),
        Symbol("MountingHole", "H", (), circle=1.27),
        _SWITCH,
        _FLAG,
        _pico(),
        _buffer(),
        _boxed(
            "AMS1117-3.3", "U", (("3", "VI", "power_in"), ("1", "GND", "power_in")), (("2", "VO", "power_out"),), 12.7
        ),
        _boxed(
            "74AHCT1G125",
            "U",
            (("1", "OE_N", "input"), ("2", "A", "input"), ("3", "GND", "power_in")),
            (("5", "VCC", "power_in"), ("4", "Y", "tri_state")),
            12.7,
        ),
        connector("Reader", _READER),
        connector("Strip", ("5V", "DIN", "GND")),
        connector("Display", ("GND", "VCC", "SCL", "SDA")),
        connector("Supply", ("5V", "GND")),
        connector("Select5V", ("USB", "5V", "EXT")),
        *(power(net) for net in ("GND", "+5V", "+3V3", "+3V3R1", "+3V3R2")),
    )
}


def effects(size: float = 1.27, *, hide: bool = False, justify: str = "") -> Node:
    """Return the text style."""
    node: Node = ["effects", ["font", ["size", size, size]]]
    if justify:
        node.append(["justify", justify])
    if hide:
        node.append(["hide", "yes"])
    return node


def as_node(symbol: Symbol, name: str) -> Node:
    """Return the symbol as KiCad writes it, under ``name``."""
    shown = symbol.names
    node: Node = ["symbol", Q(name)]
    if symbol.power:
        node.append(["power"])
    if not shown:
        node.append(["pin_numbers", ["hide", "yes"]])
    node.append(["pin_names", ["offset", 0.508], *([] if shown else [["hide", "yes"]])])
    node += [["exclude_from_sim", "no"], ["in_bom", "yes"], ["on_board", "yes" if symbol.on_board else "no"]]
    for i, (key, value) in enumerate(
        (
            ("Reference", symbol.prefix),
            ("Value", symbol.name),
            ("Footprint", ""),
            ("Datasheet", ""),
            ("Description", ""),
        )
    ):
        node.append(["property", Q(key), Q(value), ["at", 0, 0, 0], effects(hide=i > 1 or symbol.power)])
    shapes: Node = ["symbol", Q(f"{symbol.name}_0_1")]
    stroke: Node = ["stroke", ["width", 0.254], ["type", "default"]]
    if symbol.box:
        x0, y0, x1, y1 = symbol.box
        shapes.append(["rectangle", ["start", x0, y0], ["end", x1, y1], stroke, ["fill", ["type", "background"]]])
    for line in symbol.drawn:
        points: Node = ["pts", *(["xy", x, y] for x, y in line)]
        shapes.append(["polyline", points, stroke, ["fill", ["type", "none"]]])
    if symbol.circle:
        shapes.append(["circle", ["center", 0, 0], ["radius", symbol.circle], stroke, ["fill", ["type", "none"]]])
    pins: Node = ["symbol", Q(f"{symbol.name}_1_1")]
    for pin in symbol.pins:
        length = 0 if symbol.power else STUB if symbol.box or symbol.name == "SW_Push" else 1.27
        if symbol.prefix in ("R", "C"):
            length = 1.27 if symbol.name == "R" else 0
        pins.append(
            [
                "pin",
                pin.kind,
                "line",
                ["at", pin.x, pin.y, _ANGLE[pin.side]],
                ["length", length],
                ["name", Q(pin.name), effects()],
                ["number", Q(pin.number), effects()],
            ]
        )
    return [*node, shapes, pins, ["embedded_fonts", "no"]]
