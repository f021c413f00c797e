"""Bodies of the parts as STEP files, so that KiCad shows them and the box can be tried on the board."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Final

from . import footprints
from .footprints import Box, Footprint

_COLOURS: Final = {
    "black": (0.08, 0.08, 0.08),
    "silver": (0.75, 0.75, 0.77),
    "gold": (0.83, 0.69, 0.22),
    "green": (0.05, 0.45, 0.2),
    "tan": (0.72, 0.6, 0.42),
}
_STAMP: Final = datetime(2026, 1, 1)
"""Written into every file, so that a new one differs only when the part does."""


def write(folder: Path) -> None:
    """Write a STEP file for every footprint that has a body."""
    from build123d import export_step

    folder.mkdir(parents=True, exist_ok=True)
    for shape in footprints.ALL.values():
        if shape.bodies:
            export_step(model(shape), str(folder / f"{shape.name}.step"), timestamp=_STAMP)


def model(shape: Footprint) -> Any:
    """Return a compound of the part's pieces; KiCad's y points down on the board and up in models."""
    from build123d import Compound

    return Compound(label=shape.name, children=[_solid(each) for each in shape.bodies])


def _solid(box: Box) -> Any:
    from build123d import Color, Location, Solid

    if box.round:
        solid = Solid.make_cylinder(box.w / 2, box.d)
        solid = solid.moved(Location((box.x + box.w / 2, -(box.y + box.h / 2), box.z)))
    else:
        solid = Solid.make_box(box.w, box.h, box.d).moved(Location((box.x, -(box.y + box.h), box.z)))
    solid.color = Color(*_COLOURS[box.colour])
    return solid
