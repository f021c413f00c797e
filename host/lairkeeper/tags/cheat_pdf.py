"""A cheat sheet as one page of a PDF: rules of every tap, action tokens with their signs, and steps in columns."""

from __future__ import annotations

import io
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from xml.sax.saxutils import escape

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from lairkeeper.tags.labels import LabelError, LabelSign, draw_sign
from lairkeeper.tags.latin import latin

PAPERS: Final = {"a4": A4, "letter": LETTER}
MARGIN: Final = 11.0
"""Around the page, mm."""
GUTTER: Final = 5.0
SIGN: Final = 0.9
"""Across the disc of an action token, mm for each point of the type."""
COLUMNS: Final = 2
SIZES: Final = tuple(size / 4 for size in range(60, 19, -1))
"""The sizes of type to choose from, in points: the largest at which everything fits one page is taken."""

_TOGETHER: Final = {" :": "\xa0:", " ?": "\xa0?", " ;": "\xa0;", " !": "\xa0!"}
"""Spaces where no line ends."""


@dataclass(frozen=True, slots=True)
class CheatText:
    """Everything on the page, in words."""

    title: str
    level: str
    rules_title: str
    rules: Sequence[str]
    verbs_title: str
    verbs: Sequence[tuple[LabelSign, str, str]]
    steps_title: str
    stands: str
    steps: Sequence[tuple[str, str]]


def cheat_page(text: CheatText, paper: str = "a4") -> bytes:
    """Return a PDF of one page. Raises ``LabelError`` for a paper that is unknown or too small for the text."""
    if paper not in PAPERS:
        raise LabelError(f"no paper {paper!r}; choose {' or '.join(PAPERS)}")
    at = bisect_left(SIZES, True, key=lambda size: _drawn(text, size, paper) is not None)
    page = _drawn(text, SIZES[at], paper) if at < len(SIZES) else None
    if page is None:
        raise LabelError("the cheat sheet does not fit one page")
    return page


def _drawn(text: CheatText, size: float, paper: str) -> bytes | None:
    """Return the page in type of ``size``; None when it would be more than a page."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle(latin(text.title) or "Lairkeeper")
    canvas.setCreator("Lairkeeper")
    if not _fits(canvas, text, size, *PAPERS[paper]):
        return None
    canvas.save()
    return out.getvalue()


def _fits(canvas: Any, text: CheatText, size: float, width: float, height: float) -> bool:
    """Draw everything in type of ``size``; return False when it is more than a page holds."""
    plain = ParagraphStyle("plain", fontName="Helvetica", fontSize=size, leading=size * 1.22)
    head = ParagraphStyle("head", parent=plain, fontName="Helvetica-Bold", fontSize=size * 1.25, leading=size * 1.7)
    left, room = MARGIN * mm, width - 2 * MARGIN * mm
    y = height - MARGIN * mm
    y = _put(
        canvas, [Paragraph(f"<b>{_safe(text.title)}</b>", _large(plain, size)), _said(text.level, plain)], left, y, room
    )
    y = _put(canvas, [_said(text.rules_title, head)], left, y, room)
    half = (room - GUTTER * mm) / 2
    rules = [Paragraph(f"• {_safe(rule)}", plain) for rule in text.rules]
    middle = (len(rules) + 1) // 2
    y = min(
        _put(canvas, rules[:middle], left, y, half), _put(canvas, rules[middle:], left + half + GUTTER * mm, y, half)
    )
    y = _put(canvas, [_said(text.verbs_title, head)], left, y - size / 2, room)
    y = _verbs(canvas, text.verbs, plain, left, y, room)
    y = _put(canvas, [_said(text.steps_title, head), _said(text.stands, plain)], left, y, room) - size / 2
    return _steps(canvas, text.steps, plain, left, y, room)


def _large(plain: ParagraphStyle, size: float) -> ParagraphStyle:
    return ParagraphStyle("title", parent=plain, fontSize=size * 1.8, leading=size * 2.3)


def _said(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(_safe(text), style)


def _put(canvas: Any, paragraphs: Sequence[Paragraph], x: float, y: float, width: float) -> float:
    """Draw paragraphs one below the other from ``y`` down; return where the next one begins."""
    for paragraph in paragraphs:
        _, high = paragraph.wrap(width, 10_000)
        y -= high
        paragraph.drawOn(canvas, x, y)
    return y


def _verbs(
    canvas: Any, verbs: Sequence[tuple[LabelSign, str, str]], plain: ParagraphStyle, x: float, y: float, width: float
) -> float:
    """Draw the action tokens in rows of five."""
    across, disc = width / 5, SIGN * plain.fontSize
    for at in range(0, len(verbs), 5):
        lowest = y - (disc + 1) * mm
        for n, (sign, name, moves) in enumerate(verbs[at : at + 5]):
            left = x + n * across
            draw_sign(canvas, sign, left / mm + disc / 2, y / mm - disc / 2 - 0.5, disc)
            more = f"<br/>{_safe(moves)}" if moves else ""
            words = Paragraph(f"<b>{_safe(name)}</b>{more}", plain)
            lowest = min(lowest, _put(canvas, [words], left + (disc + 1.5) * mm, y, across - (disc + 2.5) * mm) - 2)
        y = lowest
    return y


def _steps(
    canvas: Any, steps: Sequence[tuple[str, str]], plain: ParagraphStyle, x: float, top: float, width: float
) -> bool:
    """Draw the steps in columns; return False when there is no room for all."""
    room = (width - (COLUMNS - 1) * GUTTER * mm) / COLUMNS
    column, y = 0, top
    for prompt, how in steps:
        step = Paragraph(f"<b>{_safe(prompt)}</b> {_safe(how)}", plain)
        _, high = step.wrap(room, 10_000)
        if y - high < MARGIN * mm:
            column, y = column + 1, top
        if column == COLUMNS or y - high < MARGIN * mm:
            return False
        y -= high
        step.drawOn(canvas, x + column * (room + GUTTER * mm), y)
        y -= plain.fontSize * 0.4
    return True


def _safe(text: str) -> str:
    """Return a text with the characters that the PDF's own fonts have; raise ``LabelError`` for another script."""
    found = latin(text)
    if found is None:
        raise LabelError("this PDF has Latin letters only: print the page Cheat sheet with the browser instead")
    for sign, other in _TOGETHER.items():
        found = found.replace(sign, other)
    return escape(found)
