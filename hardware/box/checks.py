"""Checks that box and trays must pass before they are printed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from build123d import Pos, import_step

from hardware.carrier.design import Design

from . import case, mesh, tray
from .solids import Solid

CLASH_LIMIT: Final = 2.0
"""mm3 that box and board may share: what remains of faces that touch."""
SPACING: Final = 80.0
"""Least distance between two antennas, mm."""
UPSIDE_DOWN: Final = {"lid", "cap", "cover"}
"""Parts that are printed with their upper face on the bed."""


def parts(made: Design) -> dict[str, Solid]:
    """Return every printed part of a box, by name."""
    return {
        "base": case.base(made),
        "lid": case.lid(made),
        "cap": case.cap(made),
        "tray": tray.tray(),
        "cover": tray.cover(),
        "pipe": tray.pipe(),
    }


def printable(name: str, solid: Solid, triangles: mesh.Triangles) -> list[str]:
    """Check that a part is one piece, watertight, right side out, and that nothing hangs in the air."""
    wrong = []
    pieces = len(solid.solids())
    if pieces != 1:
        wrong.append(f"{name} is in {pieces} pieces")
    gaps = mesh.open_edges(triangles)
    if gaps:
        wrong.append(f"{name} is not watertight: {gaps} open edges")
    enclosed = mesh.volume(triangles)
    if abs(enclosed - solid.volume) > 0.01 * solid.volume:
        wrong.append(f"{name}: its mesh encloses {enclosed:.0f} mm3, the solid {solid.volume:.0f}")
    hanging = mesh.overhang(triangles, upside_down=name in UPSIDE_DOWN)
    if hanging > 1.0:
        wrong.append(f"{name}: {hanging:.0f} mm2 need support")
    return wrong


def board_in_case(step: Path) -> Solid:
    """Return the board with its parts, from KiCad's STEP file, on the standoffs of the case."""
    board = import_step(str(step))
    bare = max((each.bounding_box() for each in board.solids()), key=lambda box: box.size.X * box.size.Y)
    middle = bare.center()
    return Pos(-middle.X, -middle.Y, case.FLOOR + case.STANDOFF - bare.min.Z) * board


def clashes(board: Solid, printed: dict[str, Solid]) -> list[str]:
    """Name the printed parts of the case that take the same room as a part on the board."""
    wrong = []
    for name in ("base", "lid", "cap"):
        box = printed[name].bounding_box()
        near = [each for each in board.solids() if _touch(each.bounding_box(), box)]
        shared = sum(_shared(each, printed[name]) for each in near)
        if shared > CLASH_LIMIT:
            wrong.append(f"{name} and the board take the same {shared:.1f} mm3; see HEADROOM and the ports in case.py")
    return wrong


def _touch(a: Any, b: Any) -> bool:
    return all(
        getattr(a.min, axis) < getattr(b.max, axis) and getattr(b.min, axis) < getattr(a.max, axis) for axis in "XYZ"
    )


def _shared(a: Solid, b: Solid) -> float:
    both = a.intersect(b)
    if both is None:
        return 0.0
    found = both.solids() if hasattr(both, "solids") else [solid for each in both for solid in each.solids()]
    return float(sum(each.volume for each in found))


def spacing() -> list[str]:
    """Check that trays side by side keep their antennas far enough apart."""
    return [] if tray.WIDTH >= SPACING else [f"trays of {tray.WIDTH} mm bring antennas nearer than {SPACING} mm"]


def all_checks(made: Design, printed: dict[str, Solid], folder: Path, step: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield (what, faults) for the box of one board; ``folder`` holds its STL files, ``step`` is the board."""
    found = []
    for name, solid in printed.items():
        found += printable(name, solid, mesh.read_stl(folder / f"{name}.stl"))
    yield f"{made.name}: box is watertight and printed without support", found
    yield f"{made.name}: box and board do not clash", clashes(board_in_case(step), printed)
    for name, again in (("cap", case.cap(made)), ("tray", tray.tray())):
        mesh.write_stl(mesh.triangles(again), folder / "again.stl")
        same = (folder / "again.stl").read_bytes() == (folder / f"{name}.stl").read_bytes()
        (folder / "again.stl").unlink()
        yield f"{made.name}: {name} is the same mesh each time", [] if same else [f"{name}.stl differs when made again"]
    yield "trays: antennas apart", spacing()
