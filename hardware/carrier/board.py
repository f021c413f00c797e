"""Writes the board file and the footprint library. The ground planes are filled by KiCad afterwards (``fill.py``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from . import footprints, symbols
from .copper import Track, Via
from .design import Design, Part, area, pad_net
from .footprints import Footprint, Pad
from .ids import uid
from .print import Print, prints
from .project import VIA
from .schematic import LIBRARY, part_id
from .sexpr import Node, Q, dump

ORIGIN: Final = (50.0, 50.0)
"""Where the board's upper left corner lies on KiCad's sheet."""
CORNER: Final = 3.0
SPREADER: Final = (36.0, 24.0)
"""Width and height of the copper around a regulator, mm; its other nets take their part of it."""
LAYERS: Final = (
    (0, "F.Cu", "signal"),
    (2, "B.Cu", "signal"),
    (9, "F.Adhes", "user"),
    (11, "B.Adhes", "user"),
    (13, "F.Paste", "user"),
    (15, "B.Paste", "user"),
    (5, "F.SilkS", "user"),
    (7, "B.SilkS", "user"),
    (1, "F.Mask", "user"),
    (3, "B.Mask", "user"),
    (17, "Dwgs.User", "user"),
    (19, "Cmts.User", "user"),
    (25, "Edge.Cuts", "user"),
    (27, "Margin", "user"),
    (31, "F.CrtYd", "user"),
    (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"),
    (33, "B.Fab", "user"),
)
_SIDES: Final = ("F.Cu", "B.Cu")


def write(made: Design, tracks: Sequence[Track], vias: Sequence[Via]) -> str:
    """Return the text of the ``.kicad_pcb`` file, its planes not filled."""
    numbers = {net: i for i, net in enumerate(_nets(made), 1)}
    node: Node = ["kicad_pcb", ["version", "20241229"], ["generator", Q("lairkeeper")], ["generator_version", Q("9.0")]]
    node += [["general", ["thickness", 1.6], ["legacy_teardrops", "no"]], ["paper", Q("A4")]]
    title = Q(f"Lairkeeper carrier board, {made.readers} readers")
    node.append(["title_block", ["title", title], ["rev", Q("A")], ["company", Q("Open hardware, CERN-OHL-P-2.0")]])
    node.append(["layers", *([number, Q(name), kind] for number, name, kind in LAYERS)])
    node.append(
        [
            "setup",
            ["pad_to_mask_clearance", 0.05],
            ["solder_mask_min_width", 0],
            ["allow_soldermask_bridges_in_footprints", "no"],
        ]
    )
    node.append(["net", 0, Q("")])
    node += [["net", number, Q(net)] for net, number in numbers.items()]
    printed = prints(made)
    node += [_footprint(made, part, numbers, printed.get(part.ref)) for part in made.parts]
    node += _edge(made)
    node += [_text(made, each) for each in printed.values()]
    node += [_track(made, i, track, numbers) for i, track in enumerate(tracks)]
    node += [_via(made, via, numbers) for via in vias]
    node += [_plane(made, side, numbers["GND"]) for side in _SIDES]
    node += [_heat_spreader(made, part, numbers) for part in made.parts if part.footprint == "SOT-223"]
    node += [_antenna(made, part) for part in made.parts if footprints.ALL[part.footprint].keepout]
    node.append(["embedded_fonts", "no"])
    return dump(node) + "\n"


def library() -> dict[str, str]:
    """Return the footprint library: file name -> text."""
    return {f"{name}.kicad_mod": dump(_library_node(each)) + "\n" for name, each in footprints.ALL.items()}


def _nets(made: Design) -> list[str]:
    return sorted(
        {pad_net(part, pad.number) for part in made.parts for pad in footprints.ALL[part.footprint].pads} - {""}
    )


def _on(x: float, y: float) -> tuple[float, float]:
    return round(x + ORIGIN[0], 4), round(y + ORIGIN[1], 4)


def _stroke(width: float) -> Node:
    return ["stroke", ["width", width], ["type", "solid"]]


def _style(size: float, *, hide: bool = False) -> Node:
    node: Node = ["effects", ["font", ["size", size, size], ["thickness", round(size * 0.15, 3)]]]
    return [*node, ["hide", "yes"]] if hide else node


def _shapes(shape: Footprint, key: tuple[str, ...]) -> Node:
    """Return the outline for the assembly drawing, the silkscreen and the courtyard."""
    out: Node = []
    x0, y0, x1, y1 = shape.outline
    yard = shape.courtyard
    for layer, rect, width in (("F.Fab", (x0, y0, x1, y1), 0.1), ("F.CrtYd", yard, 0.05)):
        ends: Node = [["start", rect[0], rect[1]], ["end", rect[2], rect[3]]]
        out.append(["fp_rect", *ends, _stroke(width), ["fill", "no"], ["layer", Q(layer)], ["uuid", uid(*key, layer)]])
    for i, (ax, ay, bx, by) in enumerate(() if shape.name.startswith("MountingHole") else silk_lines(shape)):
        line: Node = ["fp_line", ["start", ax, ay], ["end", bx, by], _stroke(0.12), ["layer", Q("F.SilkS")]]
        out.append([*line, ["uuid", uid(*key, "silk", i)]])
    if shape.pin1:
        x, y = shape.pin1
        dot: Node = ["fp_circle", ["center", x, y], ["end", x + 0.15, y], _stroke(0.2), ["fill", "no"]]
        out.append([*dot, ["layer", Q("F.SilkS")], ["uuid", uid(*key, "pin1")]])
    return out


def silk_lines(shape: Footprint) -> list[tuple[float, float, float, float]]:
    """Return the body's edges, grown by a line's width, without what would be printed on a pad."""
    x0, y0, x1, y1 = (each + s * 0.12 for each, s in zip(shape.outline, (-1, -1, 1, 1), strict=True))
    out = []
    for ax, ay, bx, by in ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1)):
        out += _clear(ax, ay, bx, by, shape.pads)
    return out


def _clear(
    ax: float, ay: float, bx: float, by: float, pads: tuple[Pad, ...]
) -> list[tuple[float, float, float, float]]:
    """Return the pieces of an upright or level line that are left beside the pads."""
    level = ay == by
    low, high, across = (ax, bx, ay) if level else (ay, by, ax)
    blocked = []
    for pad in pads:
        along, off, length, breadth = (pad.x, pad.y, pad.w, pad.h) if level else (pad.y, pad.x, pad.h, pad.w)
        if abs(off - across) < breadth / 2 + 0.26:
            blocked.append((along - length / 2 - 0.26, along + length / 2 + 0.26))
    left = [(low, high)]
    for start, end in blocked:
        left = [part for a, b in left for part in ((a, min(b, start)), (max(a, end), b)) if part[1] - part[0] > 0.2]
    rounded = [(round(a, 3), round(b, 3)) for a, b in left]
    across = round(across, 3)
    return [(a, across, b, across) if level else (across, a, across, b) for a, b in rounded]


def _pads(shape: Footprint, turned: int, key: tuple[str, ...]) -> Node:
    out: Node = []
    for i, pad in enumerate(shape.pads):
        if not pad.number:
            kind, form, layers = "np_thru_hole", "circle", ["*.Cu", "*.Mask"]
        elif pad.drill:
            kind, form, layers = "thru_hole", "circle" if pad.round else "rect", ["*.Cu", "*.Mask"]
        else:
            kind, form, layers = "smd", "roundrect", ["F.Cu", "F.Mask", "F.Paste"]
        node: Node = ["pad", Q(pad.number), kind, form, ["at", pad.x, pad.y, *([turned] if turned else [])]]
        node.append(["size", pad.w, pad.h])
        if pad.drill:
            node.append(["drill", pad.drill])
        node.append(["layers", *map(Q, layers)])
        if pad.drill and pad.number:
            node.append(["remove_unused_layers", "no"])
        if form == "roundrect":
            node.append(["roundrect_rratio", 0.25])
        out.append([*node, ["uuid", uid(*key, "pad", i)]])
    return out


def _attributes(shape: Footprint, *, bought: bool) -> Node:
    if not bought or shape.name.startswith("MountingHole"):
        return ["attr", "exclude_from_pos_files", "exclude_from_bom"]
    return ["attr", "smd" if shape.surface else "through_hole"]


def _model(shape: Footprint) -> Node:
    if not shape.bodies:
        return []
    path = Q(f"${{KIPRJMOD}}/../library/models/{shape.name}.step")
    zero: Node = ["xyz", 0, 0, 0]
    return [["model", path, ["offset", zero], ["scale", ["xyz", 1, 1, 1]], ["rotate", zero]]]


def _properties(shape: Footprint, ref: str, value: str, turned: int, key: tuple[str, ...], *, number: str = "") -> Node:
    middle = ((shape.outline[0] + shape.outline[2]) / 2, (shape.outline[1] + shape.outline[3]) / 2)
    out: Node = []
    fields = [("Reference", ref, False), ("Value", value, True), ("Datasheet", "", True), ("Description", "", True)]
    if number:
        fields.append(("Part", number, True))
    for name, text, hide in fields:
        at: Node = ["at", *middle, turned]
        node: Node = ["property", Q(name), Q(text), at, ["layer", Q("F.Fab")]]
        if hide:
            node.append(["hide", "yes"])
        out.append([*node, ["uuid", uid(*key, name)], _style(0.8)])
    return out


def _library_node(shape: Footprint) -> Node:
    key = ("library", shape.name)
    head: Node = ["footprint", Q(shape.name), ["version", "20241229"], ["generator", Q("lairkeeper")]]
    head += [["generator_version", Q("9.0")], ["layer", Q("F.Cu")], ["descr", Q(shape.about)]]
    return [
        *head,
        *_properties(shape, "REF**", shape.name, 0, key),
        _attributes(shape, bought=True),
        *_shapes(shape, key),
        *_pads(shape, 0, key),
        ["embedded_fonts", "no"],
        *_model(shape),
    ]


def _footprint(made: Design, part: Part, numbers: dict[str, int], printed: Print | None) -> Node:
    shape = footprints.ALL[part.footprint]
    key = (made.name, "footprint", part.ref)
    x, y, turned = part.at
    node: Node = ["footprint", Q(f"{LIBRARY}:{shape.name}"), ["layer", Q("F.Cu")], ["uuid", uid(*key)]]
    node += [["at", *_on(x, y), *([turned] if turned else [])], ["descr", Q(shape.about)]]
    node += _properties(shape, part.ref, part.value, turned, key, number=part.number)
    node += [["path", Q(f"/{part_id(made, part)}")], ["sheetname", Q("/")], ["sheetfile", Q(f"{made.name}.kicad_sch")]]
    node.append(_attributes(shape, bought=part.bought))
    node += _shapes(shape, key)
    kinds = {pin.number: (pin.name, pin.kind) for pin in symbols.ALL[part.symbol].pins}
    for pad in _pads(shape, turned, key):
        net = pad_net(part, str(pad[1]))
        if net:
            name, kind = kinds[str(pad[1])]
            lonely = "+no_connect" if net.startswith("unconnected-") else ""
            extra: Node = [["net", numbers[net], Q(net)], ["pinfunction", Q(name)], ["pintype", Q(kind + lonely)]]
            pad[-1:-1] = extra
        node.append(pad)
    return [*node, ["embedded_fonts", "no"], *_model(shape)]


def _edge(made: Design) -> Node:
    w, h, r = made.width, made.height, CORNER
    d = r * (1 - 0.5**0.5)
    out: Node = []
    lines = ((r, 0, w - r, 0), (w, r, w, h - r), (w - r, h, r, h), (0, h - r, 0, r))
    arcs = (
        (0, r, d, d, r, 0),
        (w - r, 0, w - d, d, w, r),
        (w, h - r, w - d, h - d, w - r, h),
        (r, h, d, h - d, 0, h - r),
    )
    tail: Node = [_stroke(0.1), ["layer", Q("Edge.Cuts")]]
    for i, (ax, ay, bx, by) in enumerate(lines):
        out.append(
            ["gr_line", ["start", *_on(ax, ay)], ["end", *_on(bx, by)], *tail, ["uuid", uid(made.name, "edge", i)]]
        )
    for i, (ax, ay, mx, my, bx, by) in enumerate(arcs):
        ends: Node = [["start", *_on(ax, ay)], ["mid", *_on(mx, my)], ["end", *_on(bx, by)]]
        out.append(["gr_arc", *ends, *tail, ["uuid", uid(made.name, "arc", i)]])
    return out


def _text(made: Design, each: Print) -> Node:
    place: Node = ["at", *_on(each.x, each.y), 90 if each.upright else 0]
    return [
        "gr_text",
        Q(each.text),
        place,
        ["layer", Q("F.SilkS")],
        ["uuid", uid(made.name, "print", each.key)],
        _style(each.size),
    ]


def _track(made: Design, i: int, track: Track, numbers: dict[str, int]) -> Node:
    ends: Node = [["start", *_on(track.x0, track.y0)], ["end", *_on(track.x1, track.y1)], ["width", track.width]]
    number = numbers[track.net]
    return ["segment", *ends, ["layer", Q(_SIDES[track.layer])], ["net", number], ["uuid", uid(made.name, "track", i)]]


def _via(made: Design, via: Via, numbers: dict[str, int]) -> Node:
    key = uid(made.name, "via", via.net, via.x, via.y)
    sides: Node = ["layers", *map(Q, _SIDES)]
    return [
        "via",
        ["at", *_on(via.x, via.y)],
        ["size", VIA[0]],
        ["drill", VIA[1]],
        sides,
        ["net", numbers[via.net]],
        ["uuid", key],
    ]


def _polygon(rect: tuple[float, float, float, float]) -> Node:
    x0, y0, x1, y1 = rect
    return ["polygon", ["pts", *(["xy", *_on(x, y)] for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))]]


def _plane(made: Design, side: str, ground: int) -> Node:
    inset = 0.6
    return [
        "zone",
        ["net", ground],
        ["net_name", Q("GND")],
        ["layer", Q(side)],
        ["uuid", uid(made.name, "plane", side)],
        ["name", Q("GND")],
        ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", 0.3]],
        ["min_thickness", 0.25],
        ["filled_areas_thickness", "no"],
        ["fill", "yes", ["thermal_gap", 0.3], ["thermal_bridge_width", 0.5], ["island_removal_mode", 0]],
        _polygon((inset, inset, made.width - inset, made.height - inset)),
    ]


def _heat_spreader(made: Design, part: Part, numbers: dict[str, int]) -> Node:
    """Return the copper on the tab of a regulator that takes its heat (power.py, THERMAL_RESISTANCE)."""
    net = part.nets["2"]
    x, y = part.at[0], part.at[1]
    w, h = SPREADER[0] / 2, SPREADER[1] / 2
    return [
        "zone",
        ["net", numbers[net]],
        ["net_name", Q(net)],
        ["layer", Q(_SIDES[0])],
        ["uuid", uid(made.name, "spreader", part.ref)],
        ["name", Q(f"heat of {part.ref}")],
        ["hatch", "edge", 0.5],
        ["priority", 1],
        ["connect_pads", "yes", ["clearance", 0.3]],
        ["min_thickness", 0.25],
        ["filled_areas_thickness", "no"],
        ["fill", "yes", ["thermal_gap", 0.3], ["thermal_bridge_width", 0.5], ["island_removal_mode", 0]],
        _polygon((x - w, y - h, x + w, y + h)),
    ]


def _antenna(made: Design, part: Part) -> Node:
    kept = footprints.ALL[part.footprint].keepout
    assert kept is not None
    return [
        "zone",
        ["net", 0],
        ["net_name", Q("")],
        ["layers", *map(Q, _SIDES)],
        ["uuid", uid(made.name, "antenna", part.ref)],
        ["name", Q("antenna")],
        ["hatch", "edge", 0.5],
        ["connect_pads", ["clearance", 0]],
        ["min_thickness", 0.25],
        [
            "keepout",
            ["tracks", "not_allowed"],
            ["vias", "not_allowed"],
            ["pads", "allowed"],
            ["copperpour", "not_allowed"],
            ["footprints", "allowed"],
        ],
        ["placement", ["enabled", "no"], ["sheetname", Q("")]],
        ["fill", ["thermal_gap", 0.5], ["thermal_bridge_width", 0.5]],
        _polygon(area(kept, part.at)),
    ]
