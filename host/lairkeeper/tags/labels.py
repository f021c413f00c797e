"""Sheets of labels to print, cut and stick a tag under: deterministic PDF.

A sign in colour says from across a table which piece it is, and a QR code says it to a camera.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import FILL_EVEN_ODD, Canvas

from lairkeeper.core.ids import COMPONENT, Component
from lairkeeper.tags.latin import latin
from lairkeeper.tags.svg_path import outline

PAPERS: Final = {"a4": A4, "letter": LETTER}
WIDTH: Final = 36.0
HEIGHT: Final = 44.0
"""Width and height of a label, mm."""
TAG: Final = 25.0
"""Across a sticker, mm: it goes on the back, under the disc."""
DISC: Final = 29.0
"""Across the disc with the sign, mm."""
SIGN: Final = 20.0
"""Across the sign on the disc, mm."""
CODE: Final = 11.5
"""Across the QR code, mm."""
FOOT: Final = 9.0
"""Kept free below for the ruler, mm."""
BAR: Final = 50.0
"""Length that the ruler at the foot must measure when the printer has not scaled the page, mm."""
_PAYLOAD: Final = re.compile(r"lairkeeper:(?P<game>[a-z0-9-]+)/(?P<component>.+)")


class LabelError(ValueError):
    """Labels that cannot be made, or a code that is none of ours."""


@dataclass(frozen=True, slots=True)
class LabelSign:
    """The sign on a disc, in white: ``path`` in a square of ``size``, filled or drawn with strokes, else ``text``."""

    colour: str = "#444444"
    path: str = ""
    size: float = 24.0
    stroked: bool = False
    text: str = ""


@dataclass(frozen=True, slots=True)
class SheetLabel:
    """One label: whose piece (``table`` for the shared ones), which, its name in words, and what to know about it."""

    game: str
    component: Component
    name: str
    note: str = ""
    sign: LabelSign = LabelSign()


def payload(game: str, component: Component) -> str:
    """Return the text of a label's QR code."""
    return f"lairkeeper:{game}/{component}"


def read_payload(text: str) -> tuple[str, Component]:
    """Return (game, component) of a label's QR code. Raises ``LabelError`` for a code that is not ours."""
    found = _PAYLOAD.fullmatch(text)
    if found is None or COMPONENT.fullmatch(found["component"]) is None:
        raise LabelError(f"{text[:60]!r} is not on a label of ours; those say lairkeeper:GAME/PIECE#COPY")
    return found["game"], found["component"]


def needs_ids(labels: Sequence[SheetLabel]) -> bool:
    """Return True when a name is in a script that the PDF's fonts lack: then the id of its piece stands there."""
    return any(latin(label.name) is None for label in labels)


def printed_name(label: SheetLabel) -> str:
    """Return the name of a label as it is printed: the id of the piece in words where the fonts lack its letters."""
    name = latin(label.name)
    return label.component.replace("-", " ").replace("#", " ").capitalize() if name is None else name


def sheet(labels: Sequence[SheetLabel], title: str, ruler: str, paper: str = "a4", said: str = "") -> bytes:
    """Return a PDF with these labels; ``ruler`` is the sentence beside the bar at the foot of each page.

    ``said`` stands below the title. What the PDF's own fonts lack is printed as ``latin`` and ``printed_name`` say.

    The same labels give the same bytes. Raises ``LabelError`` without any label, or for a paper we do not know.
    """
    if not labels:
        raise LabelError("there is nothing to print; name a game that has pieces, or pieces with --only")
    if paper not in PAPERS:
        raise LabelError(f"no paper {paper!r}; choose {' or '.join(PAPERS)}")
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=PAPERS[paper], invariant=1)
    title = latin(title) or "Lairkeeper"
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
        _foot(canvas, latin(ruler) or "100 %, 50 mm", width)
        canvas.drawString(12 * mm, (height - 7) * mm, f"{title} - {page + 1}/{pages}")
        canvas.drawRightString((width - 12) * mm, (height - 7) * mm, latin(said) or "")
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
    middle, disc_y = x + WIDTH / 2, y + HEIGHT - 1.0 - DISC / 2
    draw_sign(canvas, label.sign, middle, disc_y)
    canvas.setFillGray(0)
    _code(canvas, payload(label.game, label.component), x + WIDTH - 1.5 - CODE / 2, y + 1.0 + CODE / 2)
    left, room = x + 1.5, WIDTH - CODE - 4.0
    size, lines = _fitted(printed_name(label), room)
    top = y + (9.7 if len(lines) > 1 else 8.0)
    for i, line in enumerate(lines):
        canvas.setFont("Helvetica-Bold", size)
        canvas.drawString(left * mm, (top - i * size * 0.4) * mm, line)
    note = latin(label.note) or ""
    canvas.setFont("Helvetica-Oblique", _small(note, room, "Helvetica-Oblique"))
    canvas.drawString(left * mm, (y + 3.5) * mm, note)
    canvas.setFont("Helvetica", _small(label.component, room))
    canvas.drawString(left * mm, (y + 1.3) * mm, label.component)


def draw_sign(canvas: Any, sign: LabelSign, x: float, y: float, disc: float = DISC) -> None:
    """Draw the disc with its sign, its middle at x, y; all in mm."""
    side = SIGN * disc / DISC
    canvas.setFillColor(HexColor(sign.colour))
    canvas.circle(x * mm, y * mm, disc / 2 * mm, stroke=0, fill=1)
    canvas.setFillGray(1)
    if not sign.path:
        largest = 52.0 * disc / DISC
        size = min(largest, largest * side * mm / max(1.0, stringWidth(sign.text, "Helvetica-Bold", largest)))
        canvas.setFont("Helvetica-Bold", size)
        canvas.drawCentredString(x * mm, y * mm - size * 0.36, sign.text)
        return
    canvas.saveState()
    canvas.translate((x - side / 2) * mm, (y + side / 2) * mm)
    canvas.scale(side * mm / sign.size, -side * mm / sign.size)
    canvas.setStrokeGray(1)
    canvas.setLineWidth(2.2)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    drawn = canvas.beginPath()
    for letter, points in outline(sign.path):
        numbers = [each for point in points for each in point]
        {"M": drawn.moveTo, "L": drawn.lineTo, "C": drawn.curveTo, "Z": drawn.close}[letter](*numbers)
    canvas.drawPath(drawn, stroke=int(sign.stroked), fill=int(not sign.stroked), fillMode=FILL_EVEN_ODD)
    canvas.restoreState()


def _fitted(name: str, room: float) -> tuple[float, list[str]]:
    """Return the largest size at which a name fits into two lines of ``room`` mm, and the lines.

    At the smallest size the rest is cut off.
    """
    size, lines = 6.0, [name]
    for size in (11.0, 10.0, 9.0, 8.0, 7.0, 6.0):
        lines = simpleSplit(name, "Helvetica-Bold", size, room * mm)
        if len(lines) <= 2 and all(stringWidth(line, "Helvetica-Bold", size) <= room * mm for line in lines):
            return size, lines
    return size, lines[:2]


def _small(text: str, room: float, font: str = "Helvetica") -> float:
    """Return the size at which small print fits on one line of ``room`` mm."""
    size: float = min(6.0, 6.0 * room * mm / max(1.0, stringWidth(text, font, 6.0)))
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


def _foot(canvas: Any, ruler: str, width: float) -> None:
    canvas.setFont("Helvetica", 7)
    canvas.drawString(12 * mm, 6 * mm, ruler)
    canvas.rect((width / 2 + 5) * mm, 6 * mm, BAR * mm, 1.5 * mm, stroke=0, fill=1)
