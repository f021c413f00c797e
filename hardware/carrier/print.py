"""Text that is printed on the board: a reference or a name beside each part, where nothing else lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from . import footprints
from .design import Design, Part, area, turn

Rect: TypeAlias = tuple[float, float, float, float]
SPACE: Final = 0.25


class PrintError(ValueError):
    """No room for a text; the message names it."""


@dataclass(frozen=True, slots=True)
class Print:
    """A text, its middle in mm from the board's corner."""

    key: str
    text: str
    x: float
    y: float
    size: float
    upright: bool = False

    @property
    def ground(self) -> Rect:
        """Return the rectangle that the text covers."""
        w, h = len(self.text) * self.size * 0.92 + 0.1, self.size * 1.3
        if self.upright:
            w, h = h, w
        return self.x - w / 2, self.y - h / 2, self.x + w / 2, self.y + h / 2


def prints(made: Design) -> dict[str, Print]:
    """Return every text, by part or name. Raises ``PrintError`` when one finds no room."""
    taken = list(_taken(made))
    out: dict[str, Print] = {}
    title = f"LAIRKEEPER CARRIER {made.readers}"
    for key, text, x, y, size in (
        ("title", title, 62.0, 46.5, 1.6),
        ("licence", "REV A  CERN-OHL-P-2.0", 62.0, 49.2, 1.0),
    ):
        out[key] = Print(key, text, x, y, size)
        taken.append(out[key].ground)
    for part in made.parts:
        if part.footprint == "MountingHole_M3":
            continue
        found = next((each for each in _places(part) if _fits(made, each.ground, taken)), None)
        if found is None:
            raise PrintError(f"no room to print {part.label or part.ref}; move the parts around it in design.py")
        out[part.ref] = found
        taken.append(found.ground)
    return out


def _taken(made: Design) -> Iterator[Rect]:
    for placed in made.pads():
        half_w, half_h = placed.w / 2 + SPACE, placed.h / 2 + SPACE
        yield placed.x - half_w, placed.y - half_h, placed.x + half_w, placed.y + half_h
    for part in made.parts:
        shape = footprints.ALL[part.footprint]
        x0, y0, x1, y1 = area(shape.outline, part.at)
        yield x0 - SPACE, y0 - SPACE, x1 + SPACE, y1 + SPACE
        if shape.pin1:
            x, y = turn(*shape.pin1, part.at[2])
            yield part.at[0] + x - 0.5, part.at[1] + y - 0.5, part.at[0] + x + 0.5, part.at[1] + y + 0.5


def _places(part: Part) -> Iterator[Print]:
    """Yield the places beside the part: below, above, right, left, then further away."""
    size = 1.2 if part.label else 0.9
    text = part.label or part.ref
    x0, y0, x1, y1 = area(footprints.ALL[part.footprint].courtyard, part.at)
    mx, my = (x0 + x1) / 2, (y0 + y1) / 2
    half, side = size * 0.65, (len(text) * size * 0.92 + 0.1) / 2
    for away in (0.15, 0.5, 1.0, 1.6, 2.4):
        for x, y, upright in (
            (mx, y1 + half + away, False),
            (mx, y0 - half - away, False),
            (x1 + side + away, my, False),
            (x0 - side - away, my, False),
            (x1 + half + away, my, True),
            (x0 - half - away, my, True),
        ):
            yield Print(part.ref, text, round(x, 2), round(y, 2), size, upright)


def _fits(made: Design, rect: Rect, taken: list[Rect]) -> bool:
    if rect[0] < 0.8 or rect[1] < 0.8 or rect[2] > made.width - 0.8 or rect[3] > made.height - 0.8:
        return False
    return not any(
        min(rect[2], other[2]) > max(rect[0], other[0]) and min(rect[3], other[3]) > max(rect[1], other[1])
        for other in taken
    )
