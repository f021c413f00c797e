"""A drawing of scores side by side, in the units of its SVG: one bar a match, wins marked, and the average."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .chart import Canvas
from .figures import signed_total

WIDE_BARS: Final = Canvas(1120, 300, left=8, right=64, top=16, bottom=36, ticks=0)
NARROW_BARS: Final = Canvas(430, 300, left=4, right=56, top=16, bottom=30, ticks=0)
_WIDEST: Final = 72
"""The widest bar, so that few bars do not fill the drawing."""
_SHARE: Final = 0.7
"""The part of its place that a bar fills."""
_LEAST: Final = 4
"""The least height of a bar, so that a score of nothing is seen."""


@dataclass(frozen=True, slots=True)
class ScoreBar:
    """One bar; ``middle`` is where its text and its sign stand."""

    x: float
    y: float
    width: float
    height: float
    middle: float
    text: str
    text_y: float
    won: bool


@dataclass(frozen=True, slots=True)
class Bars:
    """``zero`` is the height of the ground line, ``average`` that of the dashed one with its text."""

    frame: Canvas
    bars: tuple[ScoreBar, ...]
    zero: float
    average: float
    average_text: str
    size: int

    @property
    def right(self) -> int:
        """Return the right edge of the plot."""
        return self.frame.width - self.frame.right

    @property
    def crown(self) -> float:
        """Return the top of the signs below the bars."""
        return self.frame.height - self.frame.bottom + 8


def bars_of(frame: Canvas, scores: Sequence[tuple[int, bool]], average: float) -> Bars:
    """Return the drawing of scores with whether each was a win; one at least."""
    low, high = min(0, *(n for n, _ in scores), 0), max(1, *(n for n, _ in scores), 1)
    left, right, top, foot = frame.left, frame.width - frame.right, frame.top, frame.height - frame.bottom
    step = (right - left) / len(scores)
    width = round(min(_WIDEST, step * _SHARE), 1)
    size = 24 if width >= 44 else 16 if width >= 24 else 13

    def y(value: float) -> float:
        return round(foot - (foot - top) * (value - low) / (high - low), 1)

    zero = y(0)
    found = []
    for at, (score, won) in enumerate(scores):
        middle = round(left + step * (at + 0.5), 1)
        upper, lower = min(y(score), zero), max(y(score), zero)
        upper = min(upper, lower - _LEAST) if score >= 0 else upper
        inside = lower - upper >= size + 10
        text_y = round(upper + size + 4 if inside else upper - 6, 1)
        found.append(
            ScoreBar(
                round(middle - width / 2, 1),
                upper,
                width,
                round(lower - upper, 1),
                middle,
                signed_total(score),
                max(text_y, float(size)),
                won,
            )
        )
    return Bars(frame, tuple(found), zero, y(average), f"Ø {signed_total(round(average))}", size)
