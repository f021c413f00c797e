"""Sheets of labels to print, cut and stick a tag under: deterministic PDF, QR codes that say which piece it is."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import segno
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from lairkeeper.core.ids import COMPONENT, Component

PAPERS: Final = {"a4": A4, "letter": LETTER}
WIDTH: Final = 36.0
HEIGHT: Final = 44.0
"""Width and height of a label, mm."""
TAG: Final = 25.0
"""Across a sticker, mm: it goes on the back, under this circle."""
CODE: Final = 15.0
"""Across the QR code, mm."""
FOOT: Final = 9.0
"""Kept free below for the ruler, mm."""
BAR: Final = 50.0
"""Length that the ruler at the foot must measure when the printer has not scaled the page, mm."""
_PAYLOAD: Final = re.compile(r"lairkeeper:(?P<game>[a-z0-9-]+)/(?P<component>.+)")


class LabelError(ValueError):
    """Labels that cannot be made, or a code that is none of ours."""


@dataclass(frozen=True, slots=True)
class SheetLabel:
    """One label: whose piece (``table`` for the shared ones), which, its name in words, and what to know about it."""

    game: str
    component: Component
    name: str
    note: str = ""


def payload(game: str, component: Component) -> str:
    """Return the text of a label's QR code."""
    return f"lairkeeper:{game}/{component}"


def read_payload(text: str) -> tuple[str, Component]:
    """Return (game, component) of a label's QR code. Raises ``LabelError`` for a code that is not ours."""
    found = _PAYLOAD.fullmatch(text)
    if found is None or COMPONENT.fullmatch(found["component"]) is None:
        raise LabelError(f"{text[:60]!r} is not on a label of ours; those say lairkeeper:GAME/PIECE#COPY")
    return found["game"], found["component"]


def sheet(labels: Sequence[SheetLabel], title: str, ruler: str, paper: str = "a4") -> bytes:
    """Return a PDF with these labels; ``ruler`` is the sentence beside the bar at the foot of each page.

    The same labels give the same bytes. Raises ``LabelError`` without any label, or for a paper we do not know.
    """
    if not labels:
        raise LabelError("there is nothing to print; name a game that has pieces, or pieces with --only")
    if paper not in PAPERS:
        raise LabelError(f"no paper {paper!r}; choose {' or '.join(PAPERS)}")
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("Lairkeeper")
    width, height = (side / mm for side in PAPERS[paper])
    places = list(_places(width, height))
    pages = -(-len(labels) // len(places))
    for page in range(pages):
        on_page = labels[page * len(places) : (page + 1) * len(places)]
        for label, (x, y) in zip(on_page, places, strict=False):
            _draw(canvas, label, x, y)
        _cut_marks(canvas, places)
        _foot(canvas, f"{title} - {page + 1}/{pages}", ruler, width)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _places(width: float, height: float) -> Iterator[tuple[float, float]]:
    """Yield the lower left corners of the labels of a page, mm, row by row from the top."""
    columns, rows = int((width - 10) // WIDTH), int((height - FOOT - 8) // HEIGHT)
    left, low = (width - columns * WIDTH) / 2, FOOT + (height - FOOT - rows * HEIGHT) / 2
    for row in reversed(range(rows)):
        for column in range(columns):
            yield left + column * WIDTH, low + row * HEIGHT


def _draw(canvas: Any, label: SheetLabel, x: float, y: float) -> None:
    middle, tag_y = x + WIDTH / 2, y + HEIGHT - 2.5 - TAG / 2
    canvas.setLineWidth(0.4)
    canvas.setDash(2, 2)
    canvas.setStrokeGray(0.5)
    canvas.circle(middle * mm, tag_y * mm, TAG / 2 * mm)
    canvas.setDash()
    canvas.setStrokeGray(0)
    _code(canvas, payload(label.game, label.component), middle, tag_y)
    size, lines = _fitted(label.name)
    baseline = y + 11.5 if len(lines) == 2 else y + 9.0
    for i, line in enumerate(lines):
        canvas.setFont("Helvetica-Bold", size)
        canvas.drawCentredString(middle * mm, (baseline - i * 4.2) * mm, line)
    canvas.setFont("Helvetica-Oblique", 5)
    canvas.drawCentredString(middle * mm, (y + 5.0) * mm, label.note)
    canvas.setFont("Helvetica", _small(label.component))
    canvas.drawCentredString(middle * mm, (y + 2.6) * mm, label.component)


def _fitted(name: str) -> tuple[float, list[str]]:
    """Return the largest size at which a name fits into two lines, and the lines.

    At the smallest size the rest is cut off.
    """
    size, lines = 6.0, [name]
    for size in (11.0, 10.0, 9.0, 8.0, 7.0, 6.0):
        lines = simpleSplit(name, "Helvetica-Bold", size, (WIDTH - 4) * mm)
        if len(lines) <= 2 and all(stringWidth(line, "Helvetica-Bold", size) <= (WIDTH - 4) * mm for line in lines):
            return size, lines
    return size, lines[:2]


def _small(text: str) -> float:
    """Return the size at which an id fits on one line."""
    size: float = min(7.0, 7.0 * (WIDTH - 4) * mm / stringWidth(text, "Helvetica", 7.0))
    return size


def _code(canvas: Any, text: str, x: float, y: float) -> None:
    """Draw a QR code with its middle at x, y.

    Modules of one row are one rectangle: no hairlines between them.
    """
    matrix = segno.make(text, error="m", micro=False).matrix
    step = CODE / len(matrix)
    for row, modules in enumerate(matrix):
        start = None
        for column, dark in enumerate([*modules, 0]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                left, low = x - CODE / 2 + start * step, y + CODE / 2 - (row + 1) * step
                canvas.rect(left * mm, low * mm, (column - start) * step * mm, step * mm, stroke=0, fill=1)
                start = None


def _cut_marks(canvas: Any, places: Sequence[tuple[float, float]]) -> None:
    """Draw a small cross at each corner of the labels."""
    canvas.setLineWidth(0.25)
    corners = {(round(x + dx, 3), round(y + dy, 3)) for x, y in places for dx in (0, WIDTH) for dy in (0, HEIGHT)}
    for x, y in sorted(corners):
        canvas.line((x - 1.5) * mm, y * mm, (x + 1.5) * mm, y * mm)
        canvas.line(x * mm, (y - 1.5) * mm, x * mm, (y + 1.5) * mm)


def _foot(canvas: Any, title: str, ruler: str, width: float) -> None:
    canvas.setFont("Helvetica", 7)
    canvas.drawString(12 * mm, 6 * mm, ruler)
    canvas.rect((width / 2 + 5) * mm, 6 * mm, BAR * mm, 1.5 * mm, stroke=0, fill=1)
    canvas.drawRightString((width - 12) * mm, 6 * mm, title)
