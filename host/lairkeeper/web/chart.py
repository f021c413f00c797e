"""A drawing of scores over time, in the units of its SVG: lines, grid, and labels that do not overlap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from .figures import signed_total
from .shortening import shortened, width_of

GAP: Final = 26
"""Height of a label."""
LOWEST: Final = 6
"""The lowest place for the middle of a label, below the plot."""
SYMBOL: Final = 18
"""Width and height of the symbol before a label."""
BESIDE: Final = SYMBOL + 14
"""Room that a label needs beside its letters."""
EM: Final = 10.5
"""Width that a letter of a label takes at most, on average."""
MARK_EM: Final = 9.0
"""Width that a letter of the mark's text takes at most, on average."""
BESIDE_MARK: Final = 8
"""Room between the mark and its text."""
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_LINES: Final = 5
"""Lines of the grid above the lowest one."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The size of a drawing and the margins around its plot; ``ticks`` numbers stand below it at most."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    ticks: int


WIDE: Final = Canvas(1120, 380, left=52, right=220, top=40, bottom=40, ticks=6)
NARROW: Final = Canvas(430, 340, left=44, right=124, top=40, bottom=40, ticks=3)


@dataclass(frozen=True, slots=True)
class Curve:
    """The line of one contender; ``label`` is short enough for the margin, its symbol and text stand at ``y``."""

    crest: int
    path: str
    label: str
    full: str
    y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """``rows`` and ``ticks`` are positions with their text; ``mark``: where a dashed line stands, None for nowhere."""

    frame: Canvas
    curves: tuple[Curve, ...]
    rows: tuple[tuple[float, str], ...]
    ticks: tuple[tuple[float, str], ...]
    mark: float | None = None

    @property
    def plot(self) -> tuple[int, int, int, int]:
        """Return the left, right, upper and lower edge of the plot."""
        of = self.frame
        return of.left, of.width - of.right, of.top, of.height - of.bottom

    def mark_text(self, text: str) -> tuple[float, str, str]:
        """Return where the text of the mark stands, which of its ends stands there, and as much of it as there is room.

        It begins or ends beside the mark, on the side with more room; where neither is enough it ends at the frame.
        """
        left, right, *_ = self.plot
        text = shortened(text, self.frame.width / MARK_EM)
        mark, width = self.mark or 0.0, width_of(text) * MARK_EM
        if mark > (left + right) / 2 and mark - BESIDE_MARK >= width:
            return mark - BESIDE_MARK, "end", text
        if mark + BESIDE_MARK + width <= self.frame.width:
            return mark + BESIDE_MARK, "start", text
        return self.frame.width, "end", text


def chart_of(
    frame: Canvas,
    names: Sequence[tuple[int, str, str]],
    at: Sequence[int],
    values: Sequence[Sequence[float]],
    *,
    mark: int | None = None,
    percent: bool = False,
) -> Chart:
    """Return the drawing of ``values[i]``, those of all contenders at ``at[i]``; two entries at least.

    ``names`` are the crest of a contender, its name and its final score.
    """
    room = max(width_of(name) + len(score) + 1 for _, name, score in names) * EM + BESIDE
    frame = replace(frame, right=min(frame.right, ceil(room)))
    low = min(0.0, *(n for each in values for n in each))
    high = max(low + 1, *(n for each in values for n in each))
    left, right, top, foot = frame.left, frame.width - frame.right, frame.top, frame.height - frame.bottom

    def x(number: float) -> float:
        return round(left + (right - left) * (number - at[0]) / (at[-1] - at[0]), 1)

    def y(value: float) -> float:
        return round(foot - (foot - top) * (value - low) / (high - low), 1)

    ends = _spread([y(n) for n in values[-1]], frame)
    letters = (frame.right - BESIDE) / EM
    curves = tuple(
        Curve(
            crest,
            "M" + "L".join(f"{x(number)} {y(each[index])}" for number, each in zip(at, values, strict=True)),
            f"{shortened(name, letters - len(score) - 1)} {score}",
            f"{name} {score}",
            ends[index],
        )
        for index, (crest, name, score) in enumerate(names)
    )
    rows = tuple(
        (y(n / 100 if percent else n), f"{n} %" if percent else signed_total(n)) for n in _rows(low, high, percent)
    )
    ticks = tuple((x(number), str(number)) for number in _ticks(at, frame, mark))
    return Chart(frame, curves, rows, ticks, None if mark is None else x(mark))


def _spread(wanted: Sequence[float], frame: Canvas) -> list[float]:
    """Return heights near the wanted ones with room for a label between each two, inside the drawing."""
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    found = dict(zip(order, (wanted[index] for index in order), strict=True))
    above = -GAP / 2
    for index in order:
        above = found[index] = max(found[index], above + GAP)
    below: float = frame.height - frame.bottom + LOWEST + GAP  # not so low that it meets the last number below the plot
    for index in reversed(order):
        below = found[index] = min(found[index], below - GAP)
    return [round(found[index], 1) for index in range(len(wanted))]


def _rows(low: float, high: float, percent: bool) -> Iterable[int]:
    if percent:
        return range(0, int(high * 100) + 1, 25 if high <= 1.25 else 50)
    step = next((each for each in STEPS if (high - low) / each <= MOST_LINES), STEPS[-1])
    return range(-(int(-low) // step) * step, int(high) + 1, step)


def _ticks(at: Sequence[int], frame: Canvas, mark: int | None) -> list[int]:
    """Return the first and the last number, the marked one, and some between them that are not too near."""
    span = at[-1] - at[0]
    near = span / frame.ticks * 0.6
    wanted = [at[0], at[-1], *([mark] if mark is not None else [])]
    wanted += [at[0] + round(span * n / frame.ticks) for n in range(1, frame.ticks)]
    found: list[int] = []
    for number in wanted:
        if number in at and all(abs(number - each) >= max(near, 1) for each in found):
            found.append(number)
    return sorted(found)
