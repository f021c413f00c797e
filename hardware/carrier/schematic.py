"""Writes the schematic: every part with a short wire at each pin that ends in a label or a supply symbol."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from . import symbols
from .design import SUPPLIES, Design, Part
from .ids import uid
from .sexpr import Node, Q, dump
from .symbols import Pin, Symbol, as_node, effects

LIBRARY: Final = "lairkeeper"
_STEP: Final = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
"""Away from the body, y down as on the sheet."""
_LABEL_ANGLE: Final = {"left": 180, "right": 0, "top": 90, "bottom": 270}
_FLAGGED: Final = ("GND", "+5V")
"""Supplies that come in over a connector: KiCad wants to be told that they are driven."""


def write(made: Design) -> str:
    """Return the text of the ``.kicad_sch`` file."""
    body: Node = []
    counter = iter(range(1, 10_000))
    for part in made.parts:
        symbol = symbols.ALL[part.symbol]
        body.append(_placed(made, part, symbol))
        for pin in symbol.pins:
            body += _end(made, part, pin, counter)
    body += _flags(made, counter)
    for text, x, y in made.headings:
        body.append(
            [
                "text",
                Q(text),
                ["exclude_from_sim", "no"],
                ["at", x, y, 0],
                effects(2.54, justify="left"),
                ["uuid", uid(made.name, "t", text)],
            ]
        )
    used = {part.symbol for part in made.parts} | {net.replace("+", "P") for net in _supplies(made)} | {"PWR_FLAG"}
    library: Node = ["lib_symbols", *(as_node(symbols.ALL[name], f"{LIBRARY}:{name}") for name in sorted(used))]
    title: Node = [
        "title_block",
        ["title", Q(f"Lairkeeper carrier board, {made.readers} readers")],
        ["rev", Q("A")],
        ["company", Q("Open hardware, CERN-OHL-P-2.0")],
    ]
    head: Node = ["kicad_sch", ["version", "20250114"], ["generator", Q("lairkeeper")], ["generator_version", Q("9.0")]]
    sheet: Node = [*head, ["uuid", root(made)], ["paper", Q("A2" if made.readers > 4 else "A3")], title, library, *body]
    return dump([*sheet, ["sheet_instances", ["path", Q("/"), ["page", Q("1")]]], ["embedded_fonts", "no"]]) + "\n"


def write_library() -> str:
    """Return the text of the ``.kicad_sym`` file that both boards share."""
    head: Node = [
        "kicad_symbol_lib",
        ["version", "20241209"],
        ["generator", Q("lairkeeper")],
        ["generator_version", Q("9.0")],
    ]
    return dump([*head, *(as_node(symbol, name) for name, symbol in sorted(symbols.ALL.items()))]) + "\n"


def root(made: Design) -> Q:
    """Return the id of the only sheet."""
    return uid(made.name, "root")


def part_id(made: Design, part: Part) -> Q:
    """Return the id that ties a symbol to its footprint."""
    return uid(made.name, "part", part.ref)


def _supplies(made: Design) -> list[str]:
    return [net for net in ("GND", *SUPPLIES) if net in made.nets()]


def _property(name: str, value: str, x: float, y: float, *, hide: bool = False, justify: str = "") -> Node:
    return ["property", Q(name), Q(value), ["at", x, y, 0], effects(hide=hide, justify=justify)]


def _instance(
    made: Design, key: str, library: str, ref: str, x: float, y: float, angle: int, *, bom: bool, board: bool
) -> Node:
    yes = {True: "yes", False: "no"}
    return [
        "symbol",
        ["lib_id", Q(f"{LIBRARY}:{library}")],
        ["at", x, y, angle],
        ["unit", 1],
        ["exclude_from_sim", "no"],
        ["in_bom", yes[bom]],
        ["on_board", yes[board]],
        ["dnp", "no"],
        ["uuid", uid(made.name, "part", key)],
    ]


def _tail(made: Design, key: str, ref: str, numbers: list[str]) -> Node:
    pins: Node = [["pin", Q(number), ["uuid", uid(made.name, key, "pin", number)]] for number in numbers]
    path: Node = ["path", Q(f"/{root(made)}"), ["reference", Q(ref)], ["unit", 1]]
    return [*pins, ["instances", ["project", Q(made.name), path]]]


def _placed(made: Design, part: Part, symbol: Symbol) -> Node:
    x, y = part.sheet
    node = _instance(made, part.ref, part.symbol, part.ref, x, y, 0, bom=part.bought, board=True)
    if symbol.prefix in ("R", "C"):
        ref_at, value_at, justify = (x + 2.54, y - 1.27), (x + 2.54, y + 1.27), "left"
    elif symbol.prefix == "SW":
        ref_at, value_at, justify = (x, y - 5.08), (x, y + 2.54), ""
    elif symbol.box:
        ref_at, value_at, justify = (
            (x + symbol.box[0], y - symbol.box[1] - 3.81),
            (x + symbol.box[0], y - symbol.box[1] - 1.27),
            "left",
        )
    else:
        ref_at, value_at, justify = (x, y - 2.54), (x, y + 2.54), ""
    node.append(_property("Reference", part.ref, *ref_at, justify=justify))
    node.append(_property("Value", part.value, *value_at, justify=justify))
    node.append(_property("Footprint", f"{LIBRARY}:{part.footprint}", x, y, hide=True))
    node.append(_property("Datasheet", "", x, y, hide=True))
    node.append(_property("Description", "", x, y, hide=True))
    if part.number:
        node.append(_property("Part", part.number, x, y, hide=True))
    return node + _tail(made, part.ref, part.ref, [pin.number for pin in symbol.pins])


def _end(made: Design, part: Part, pin: Pin, counter: Iterator[int]) -> Node:
    """Return a pin's wire and what it ends in, or a mark that the pin is not connected."""
    x, y = part.sheet[0] + pin.x, part.sheet[1] - pin.y
    net = part.nets.get(pin.number)
    if net is None:
        return [["no_connect", ["at", x, y], ["uuid", uid(made.name, "nc", part.ref, pin.number)]]]
    dx, dy = _STEP[pin.side]
    # A row of pins has labels one above the other; a supply symbol there would lie on its neighbours.
    supply = (net in SUPPLIES or net == "GND") and pin.side in ("top", "bottom")
    ex, ey = x + dx * 2.54, y + dy * 2.54
    wire: Node = [
        "wire",
        ["pts", ["xy", x, y], ["xy", ex, ey]],
        ["stroke", ["width", 0], ["type", "default"]],
        ["uuid", uid(made.name, "w", part.ref, pin.number)],
    ]
    if supply:
        return [wire, _supply(made, net, ex, ey, pin, counter)]
    justify = "right" if pin.side in ("left", "bottom") else "left"
    label: Node = [
        "global_label",
        Q(net),
        ["shape", "passive"],
        ["at", ex, ey, _LABEL_ANGLE[pin.side]],
        effects(justify=justify),
        ["uuid", uid(made.name, "l", part.ref, pin.number)],
        ["property", Q("Intersheetrefs"), Q("${INTERSHEET_REFS}"), ["at", ex, ey, 0], effects(hide=True)],
    ]
    return [wire, label]


def _supply(made: Design, net: str, x: float, y: float, pin: Pin, counter: Iterator[int]) -> Node:
    """Return a supply symbol, turned so that it points away from the part."""
    ref = f"#PWR{next(counter):03d}"
    ground = net == "GND"
    angle = 180 if ground == (pin.side == "top") else 0
    dy = _STEP[pin.side][1]
    node = _instance(made, ref, net.replace("+", "P"), ref, x, y, angle, bom=False, board=True)
    node.append(_property("Reference", ref, x, y, hide=True))
    node.append(_property("Value", net, x, y + dy * 3.81))
    for name in ("Footprint", "Datasheet", "Description"):
        node.append(_property(name, "", x, y, hide=True))
    return node + _tail(made, ref, ref, ["1"])


def _flags(made: Design, counter: Iterator[int]) -> Node:
    """Return a flag for each supply that comes in over a connector: it says that the supply is driven."""
    out: Node = []
    for i, net in enumerate(_FLAGGED):
        x, y = 48.26 + i * 20.32, 190.5
        ref = f"#FLG{i + 1:02d}"
        node = _instance(made, ref, "PWR_FLAG", ref, x, y, 0, bom=False, board=True)
        node += [_property("Reference", ref, x, y, hide=True), _property("Value", "PWR_FLAG", x, y - 3.81)]
        node += [_property(name, "", x, y, hide=True) for name in ("Footprint", "Datasheet", "Description")]
        out.append(node + _tail(made, ref, ref, ["1"]))
        wire: Node = ["wire", ["pts", ["xy", x, y], ["xy", x, y + 2.54]], ["stroke", ["width", 0], ["type", "default"]]]
        out.append([*wire, ["uuid", uid(made.name, "w", ref)]])
        below = Pin("1", net, "power_in", "bottom", 0, 0)
        out.append(_supply(made, net, x, y + 2.54, below, counter))
    return out
