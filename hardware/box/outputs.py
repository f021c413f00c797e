"""Files of box and trays: STEP to go on with, STL to print, drawings to look at."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Final

from build123d import Color, Compound, ExportSVG, Pos, Unit, export_step

from hardware.carrier.design import Design

from . import case, mesh, tray
from .solids import Solid, plate, post

_STAMP: Final = datetime(2026, 1, 1)
_BEHIND: Final = (180, 260, 220)
"""Where one sees the ports."""
_BEFORE: Final = (-180, -260, 220)
_LINE: Final = 1.0


def write(printed: dict[str, Solid], folder: Path) -> None:
    """Write STEP and STL of every part."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, solid in printed.items():
        export_step(solid, str(folder / f"{name}.step"), timestamp=_STAMP)
        mesh.write_stl(mesh.triangles(solid), folder / f"{name}.stl")


def exploded_case(made: Design, printed: dict[str, Solid]) -> list[Solid]:
    """Return the case with its lid and caps lifted, and the board's outline as a plate."""
    buttons = [part for part in made.parts if part.value in ("B1", "B2", "B3", "B4")]
    step = [part.at[0] - buttons[0].at[0] for part in buttons]
    return [
        printed["base"],
        Pos(0, 0, 25) * _board(made),
        Pos(0, 0, 60) * printed["lid"],
        *(Pos(x, 0, 40) * printed["cap"] for x in step),
    ]


def exploded_tray(printed: dict[str, Solid]) -> list[Solid]:
    """Return two trays side by side, one of them with reader, cover and light pipe lifted."""
    return [
        printed["tray"],
        Pos(tray.MODULE[0] / 2 - tray.ANTENNA, 0, 18) * plate(60.0, 39.5, 1.6, 1.0),
        Pos(0, 0, 35) * printed["cover"],
        Pos(0, 0, 55) * printed["pipe"],
        Pos(tray.WIDTH, 0, 0) * printed["tray"],
        Pos(tray.WIDTH, 0, 0) * printed["cover"],
    ]


def pictures(made: Design, printed: dict[str, Solid], folder: Path) -> None:
    """Draw the case, from behind and from the front, and two trays."""
    draw(exploded_case(made, printed), folder / "case-behind.svg", _BEHIND)
    draw(exploded_case(made, printed), folder / "case-before.svg", _BEFORE)
    draw(exploded_tray(printed), folder / "tray.svg", _BEFORE)


def _board(made: Design) -> Any:
    board = plate(made.width, made.height, case.BOARD, 3.0, case.FLOOR + case.STANDOFF)
    for part in made.parts:
        if part.footprint == "MountingHole_M3":
            x, y = case.frame(made).at(part.at[0], part.at[1])
            board -= post(x, y, case.FLOOR + case.STANDOFF, 3.2, case.BOARD)
    return board


def draw(shapes: list[Solid], path: Path, eye: tuple[int, int, int]) -> None:
    """Write a line drawing (SVG) of shapes as seen from ``eye``, without hidden lines."""
    visible, _ = Compound(children=list(shapes)).project_to_viewport(eye)
    drawing = ExportSVG(unit=Unit.MM, scale=1.0, margin=4, line_weight=_LINE)
    drawing.add_layer("visible", line_color=Color(0.1, 0.1, 0.12))
    drawing.add_shape(visible, layer="visible")
    drawing.write(str(path))
