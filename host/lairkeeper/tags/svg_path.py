"""The outline of an SVG path in absolute lines and cubic curves, as a PDF draws them (SVG 1.1, 8.3 and F.6)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
Stroke: TypeAlias = tuple[str, tuple[Point, ...]]
"""``M``, ``L`` with a point, ``C`` with three, ``Z`` with none."""

_TOKEN: Final = re.compile(r"([MmLlHhVvCcSsAaZz])|(-?(?:[0-9]*\.[0-9]+|[0-9]+))")
_LETTERS: Final = "MLHVCSA"
_NUMBERS: Final = dict(zip(_LETTERS, (2, 2, 1, 1, 6, 4, 7), strict=True))
_SMOOTH: Final = _LETTERS[5]
"""A curve that goes on in the direction of the one before."""


def outline(path: str) -> tuple[Stroke, ...]:
    """Return the strokes of ``path``: lines, cubic curves and arcs of circles, relative or absolute.

    Raises ``ValueError`` for another command.
    """
    return tuple(_strokes(path))


def _strokes(path: str) -> Iterator[Stroke]:
    at: Point = (0.0, 0.0)
    begun = before = at
    for letter, numbers in _commands(path):
        head, (x, y) = letter.upper(), at if letter.islower() else (0.0, 0.0)
        match head:
            case "Z":
                at = before = begun
                yield "Z", ()
                continue
            case "H":
                points: tuple[Point, ...] = ((x + numbers[0], at[1]),)
            case "V":
                points = ((at[0], y + numbers[0]),)
            case "A":
                end = (x + numbers[5], y + numbers[6])
                yield from _arc(at, end, numbers)
                at = before = end
                continue
            case _ if head == _SMOOTH:
                points = (
                    (2 * at[0] - before[0], 2 * at[1] - before[1]),
                    (x + numbers[0], y + numbers[1]),
                    (x + numbers[2], y + numbers[3]),
                )
            case _:
                points = tuple((x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=True))
        at, before = points[-1], points[-2] if head in ("C", _SMOOTH) else points[-1]
        begun = at if head == "M" else begun
        yield {"H": "L", "V": "L", _SMOOTH: "C"}.get(head, head), points


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """Yield each command with its numbers; numbers that go on repeat it, after a move as lines."""
    if re.sub(r"[\s,]", "", _TOKEN.sub("", path)):
        raise ValueError(f"no path of lines, curves and arcs: {path[:60]!r}")
    letter, numbers = "", list[float]()
    for found in _TOKEN.finditer(path):
        if found[1]:
            letter = found[1]
            if letter in "Zz":
                yield letter, []
            continue
        numbers.append(float(found[2]))
        if len(numbers) == _NUMBERS[letter.upper()]:
            yield letter, numbers
            letter, numbers = {"M": "L", "m": "l"}.get(letter, letter), []


def _arc(start: Point, end: Point, numbers: list[float]) -> Iterator[Stroke]:
    """Yield an arc of a circle as curves of a quarter at most; ``numbers`` as the path has them."""
    radius, large, sweep = numbers[0], bool(numbers[3]), bool(numbers[4])
    if numbers[1] != radius:
        raise ValueError("arcs of circles only")
    dx, dy = end[0] - start[0], end[1] - start[1]
    chord = math.hypot(dx, dy)
    radius = max(radius, chord / 2)
    height = math.sqrt(max(0.0, radius * radius - chord * chord / 4)) * (1 if large != sweep else -1)
    cx, cy = (start[0] + end[0]) / 2 - dy / chord * height, (start[1] + end[1]) / 2 + dx / chord * height
    first, last = math.atan2(start[1] - cy, start[0] - cx), math.atan2(end[1] - cy, end[0] - cx)
    turn = (last - first) % math.tau if sweep else -((first - last) % math.tau)
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    pull = 4 / 3 * math.tan(turn / parts / 4)
    for n in range(parts):
        a, b = first + turn * n / parts, first + turn * (n + 1) / parts
        (ax, ay), (bx, by) = (math.cos(a), math.sin(a)), (math.cos(b), math.sin(b))
        yield (
            "C",
            (
                (cx + radius * (ax - pull * ay), cy + radius * (ay + pull * ax)),
                (cx + radius * (bx + pull * by), cy + radius * (by - pull * bx)),
                (cx + radius * bx, cy + radius * by),
            ),
        )
