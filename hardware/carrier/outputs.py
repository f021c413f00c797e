"""Files that a maker needs of a board: for the fabricator, the assembler and the eye."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Final

from . import kicad
from .design import Design
from .files import HOME, board_file, schematic_file

LAYERS: Final = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.Paste", "F.SilkS", "B.SilkS", "Edge.Cuts")


WITH: Final = {"A1": "on two sockets 1x20, 2.54 mm, 8.5 mm high"}
"""Items that are bought with a part and have no separate place."""


def write(made: Design, out: Path, home: Path = HOME) -> None:
    """Write all outputs of one board below ``out``. Raises ``ToolError``."""
    fabrication, documents = out / "fabrication", out / "documents"
    documents.mkdir(parents=True, exist_ok=True)
    layout, sheet = board_file(made, home), schematic_file(made, home)
    gerbers(made, fabrication / "gerbers", home)
    positions = ("--format", "csv", "--units", "mm", "--use-drill-file-origin", "--exclude-dnp")
    kicad.run(fabrication / "positions.csv", "pcb", "export", "pos", *positions, layout)
    kicad.run(fabrication / f"{made.name}.d356", "pcb", "export", "ipcd356", layout)
    write_parts(made, fabrication / "parts.csv")
    kicad.run(documents / "schematic.pdf", "sch", "export", "pdf", sheet)
    assembly = ("--mode-single", "--black-and-white", "--layers", "F.SilkS,F.Paste,Edge.Cuts")
    kicad.run(documents / "assembly.pdf", "pcb", "export", "pdf", *assembly, layout)
    kicad.run(documents / "board.step", "pcb", "export", "step", "--subst-models", layout)
    pictures(made, documents, home)


def gerbers(made: Design, folder: Path, home: Path = HOME) -> None:
    """Write the files that the fabricator needs: layers and drills. Raises ``ToolError``."""
    folder.mkdir(parents=True, exist_ok=True)
    layout = board_file(made, home)
    kicad.run(folder, "pcb", "export", "gerbers", "--layers", ",".join(LAYERS), "--no-protel-ext", layout)
    drill = ("--format", "excellon", "--excellon-separate-th", "--generate-map", "--map-format", "gerberx2")
    kicad.run(folder, "pcb", "export", "drill", *drill, layout)


def pictures(made: Design, folder: Path, home: Path = HOME) -> None:
    """Draw the board from above and from the side, and its schematic. Raises ``ToolError``."""
    layout = board_file(made, home)
    size = ("-w", "1600", "-h", "900")
    kicad.run(folder / "board-top.png", "pcb", "render", "--side", "top", "--zoom", "1.6", *size, layout)
    # An angle that begins with a minus sign is taken for an option unless it is quoted.
    turned = ("--rotate", "-45,0,25", "--perspective", "--zoom", "0.9")
    kicad.run(folder / "board-3d.png", "pcb", "render", *turned, *size, layout)
    kicad.run(folder, "sch", "export", "svg", schematic_file(made, home))


def bill(made: Design) -> list[tuple[str, int, str, str, str]]:
    """Return (references, quantity, value, part number, footprint) of everything that is bought, by reference."""
    lines: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for part in made.parts:
        if part.bought:
            value = part.value if part.symbol in ("R", "C", "CP") else part.symbol
            number = ", ".join(filter(None, (part.number, WITH.get(part.ref))))
            lines[value, number, part.footprint].append(part.ref)
    return [(" ".join(refs), len(refs), value, number, shape) for (value, number, shape), refs in lines.items()]


def write_parts(made: Design, path: Path) -> None:
    """Write the parts list as CSV."""
    with path.open("w", newline="", encoding="utf-8") as f:
        writer = csv.writer(f, lineterminator="\n")
        writer.writerow(("references", "quantity", "value", "part", "footprint"))
        writer.writerows(bill(made))
