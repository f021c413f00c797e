"""Checks that the two boards must pass before they are ordered.

Each check gives a sentence for each fault; without a sentence, all is well.
"""

from __future__ import annotations

import csv
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hardware.pins import HEADER, Pins, read
from hardware.power import COPPER, rail_faults
from hardware.wiring.table import wires

from . import files, kicad, outputs
from .design import HEIGHTS, Design, design
from .outputs import LAYERS
from .project import WIDE_TRACK
from .sexpr import find, find_all, parse

SIGNAL_NETS: Final = {"LED": "LED_3V3"}
"""Signals of the wiring page that have another name in the schematic."""
SIZE_TOLERANCE: Final = 0.15


def sentence(found: dict[str, Any]) -> str:
    """Return a violation as KiCad reports it, in one line."""
    where = "; ".join(item.get("description", "") for item in found.get("items", []))
    return f"{found['type']}: {found['description']} ({where})"


def rules(made: Design, home: Path, out: Path) -> list[str]:
    """Check electrical rules, design rules, and differences between schematic and board."""
    return [
        *map(sentence, kicad.erc(files.schematic_file(made, home), out / "erc.json")),
        *map(sentence, kicad.drc(files.board_file(made, home), out / "drc.json")),
    ]


def pins_agree(made: Design, home: Path, out: Path, pins: Pins | None = None) -> list[str]:
    """Check that netlist, wiring page and board file name the same pin for the same signal."""
    nets = kicad.netlist(files.schematic_file(made, home), out / "netlist.net")
    wrong = []
    used = set()
    readers = [wire.reader for wire in wires(pins or read(), made.readers) if wire.signal == "CS"]
    for wire in wires(pins or read(), made.readers):
        if wire.gpio is None:
            continue
        wanted = (
            f"CS{readers.index(wire.reader) + 1}" if wire.signal == "CS" else SIGNAL_NETS.get(wire.signal, wire.signal)
        )
        used.add(str(wire.pin))
        if nets.get(("A1", str(wire.pin))) != wanted:
            wrong.append(f"GPIO {wire.gpio} is on {nets.get(('A1', str(wire.pin)))}, the board file says {wanted}")
    spare = [place for place in map(str, HEADER.values()) if place not in used]
    wrong += [
        f"pin {place} of the Pico is on {nets['A1', place]}, which the board file does not name"
        for place in spare
        if not nets["A1", place].startswith("unconnected-")
    ]
    return [f"{each}; {files.AGAIN}" for each in wrong]


def lists_are_whole(made: Design, home: Path, out: Path) -> list[str]:
    """Check that parts list and positions name every part that is bought, with a part number."""
    wanted = {part.ref for part in made.parts if part.bought}
    listed = {ref for refs, *_ in outputs.bill(made) for ref in refs.split()}
    path = kicad.run(
        out / "positions.csv", "pcb", "export", "pos", "--format", "csv", "--units", "mm", files.board_file(made, home)
    )
    with path.open(newline="", encoding="utf-8") as f:
        placed = {row["Ref"] for row in csv.DictReader(f)}
    missing = [f"{ref} is not in the parts list" for ref in sorted(wanted - listed)]
    missing += [f"{ref} has no position" for ref in sorted(wanted - placed)]
    return missing + [f"{part.ref} has no part number" for part in made.parts if part.bought and not part.number]


def gerbers_read_back(made: Design, folder: Path) -> list[str]:
    """Check the fabrication files with an independent reader: every layer, the drills and the board's size."""
    from gerbonara import LayerStack

    with warnings.catch_warnings():
        # KiCad says G90 once more than the reader expects.
        warnings.simplefilter("ignore", SyntaxWarning)
        stack = LayerStack.open(str(folder))
    names = {"Cu": "copper", "Mask": "mask", "Paste": "paste", "SilkS": "silk"}
    wanted = [
        ({"F": "top", "B": "bottom"}[side], names[kind]) for side, kind in (each.split(".") for each in LAYERS[:-1])
    ]
    wrong = [
        f"layer {' '.join(key)} is missing or empty" for key in wanted if key[1] != "silk" and not _drawn(stack, key)
    ]
    (x0, y0), (x1, y1) = stack.board_bounds(unit="mm")
    size = (x1 - x0, y1 - y0)
    if any(abs(a - b) > SIZE_TOLERANCE for a, b in zip(size, (made.width, made.height), strict=True)):
        wrong.append(f"the outline is {size[0]:.2f} x {size[1]:.2f} mm, not {made.width} x {made.height}")
    holes = sum(1 for layer in stack.drill_layers for _ in layer.objects)
    drilled = sum(1 for each in made.pads() if each.pad.drill)
    if holes < drilled:
        wrong.append(f"{holes} holes are drilled, the parts alone need {drilled}")
    return wrong


def _drawn(stack: Any, key: tuple[str, str]) -> bool:
    layer = stack.graphic_layers.get(key)
    return layer is not None and len(layer.objects) > 0


def heat_spread(made: Design, home: Path) -> list[str]:
    """Check that each regulator's tab has the copper that its heat is calculated with; needs no KiCad."""
    wrong = []
    zones = list(find_all(parse(files.board_file(made, home).read_text("utf-8")), "zone"))
    for part in made.parts:
        if part.footprint == "SOT-223":
            own = [zone for zone in zones if find(zone, "net_name")[1] == part.nets["2"]]
            filled = [each for zone in own for each in find_all(zone, "filled_polygon")]
            area = sum(
                _area([(float(x), float(y)) for _, x, y in find_all(find(each, "pts"), "xy")]) for each in filled
            )
            if area < COPPER:
                wrong.append(f"{part.ref} has {area:.0f} mm2 of copper on its tab, {COPPER:.0f} are reckoned with")
    return wrong


def _area(points: list[tuple[float, float]]) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))) / 2


def committed_checks(home: Path = files.HOME) -> Iterator[tuple[str, list[str]]]:
    """Yield (what, faults) of every check of the committed files.

    These checks need KiCad and nothing that was built. Raises ``ToolError``.
    """
    yield "sources follow the firmware's pins", files.differences(home)
    for readers in HEIGHTS:
        made = design(read(), readers)
        with tempfile.TemporaryDirectory() as folder:
            scratch = Path(folder)
            yield f"{made.name}: ERC, DRC, parity", rules(made, home, scratch)
            yield f"{made.name}: pins", pins_agree(made, home, scratch)
            yield f"{made.name}: parts and positions", lists_are_whole(made, home, scratch)
        yield f"{made.name}: rail and heat", [*rail_faults(readers, WIDE_TRACK), *heat_spread(made, home)]


def all_checks(out: Path, home: Path = files.HOME) -> Iterator[tuple[str, list[str]]]:
    """Yield (what, faults) of every check of both boards; ``out`` holds the outputs. Raises ``ToolError``."""
    yield from committed_checks(home)
    for readers in HEIGHTS:
        made = design(read(), readers)
        yield f"{made.name}: gerbers", gerbers_read_back(made, out / made.name / "fabrication" / "gerbers")
    with tempfile.TemporaryDirectory() as folder:
        files.write(Path(folder))
        yield "made anew, byte for byte", files.same(home, Path(folder))
