"""The result of a match as a picture (PNG) to send: made without a browser, in the look of the pages."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from .label_signs import icon_paths, light_colours
from .screen import STATIC

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont
    from PIL.ImageFont import ImageFont as PlainFont

    from .parts.ending import Arch, Finale

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Width and height in pixels: the size that chat programs show whole."""
_FINE: Final = 2
"""Drawn this much larger, then made smaller: edges are smooth."""
_MARGIN: Final = 64
_STEPS: Final = {"first": 250, "second": 206, "third": 172, "fourth": 140}
"""The height of an arch of the podium, by its step."""
_CURVE: Final = 12
"""Straight pieces that a curve is drawn with."""
_LEAST: Final = 17


def result_picture(finale: Finale, note: str = "") -> bytes:
    """Return the result as PNG: who has won and why, and the podium. ``note`` stands with the facts."""
    from PIL import Image, ImageDraw

    colours = light_colours()
    image = Image.new("RGB", (WIDTH * _FINE, HEIGHT * _FINE), colours["page"])
    pen = _Pen(ImageDraw.Draw(image))
    pen.box(0, 0, WIDTH, 12, colours["gold-deep"])
    room = WIDTH - 2 * _MARGIN
    pen.text(" · ".join((*finale.facts, *((note,) if note else ()))), _MARGIN, 44, 26, room, colours["soft"])
    winner = colours[f"p{finale.crest}"] if finale.crest else colours["text"]
    pen.text(finale.title, _MARGIN, 82, 76, room, winner, title=True)
    top = 184
    for line in pen.wrapped(finale.why, 30, room)[:2]:
        pen.text(line, _MARGIN, top, 30, room, colours["text"])
        top += 40
    _podium(pen, finale.podium, colours)
    pen.box(_MARGIN, HEIGHT - 62, WIDTH - _MARGIN, HEIGHT - 58, colours["gold-deep"])
    pen.text("Lairkeeper", _MARGIN, HEIGHT - 46, 24, room, colours["gold-text"], title=True)
    told = io.BytesIO()
    image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(told, "PNG", optimize=True)
    return told.getvalue()


def _podium(pen: _Pen, podium: Sequence[Arch], colours: dict[str, str]) -> None:
    """Draw an arch for each contender, the best first."""
    room = (WIDTH - 2 * _MARGIN) / max(2, len(podium))
    for n, arch in enumerate(podium):
        left, right = _MARGIN + n * room + 8, _MARGIN + (n + 1) * room - 8
        foot, colour = HEIGHT - 62, colours[f"p{arch.crest}"]
        top = foot - _STEPS[arch.step]
        pen.arch(left, top, right, foot, colours["panel"], colour)
        middle, width = (left + right) / 2, right - left - 16
        side = 40
        for at, crest in enumerate(arch.crests[:4]):
            offset = (at - (len(arch.crests[:4]) - 1) / 2) * (side + 4)
            pen.sign(f"c-{crest}", middle - side / 2 + offset, top - 54, side, colours[f"p{crest}"])
        lines = [(arch.who, 28, colour, False), (arch.score, 46, colours["text"], False)]
        if arch.rank or arch.note:
            lines.append((arch.note or arch.rank, 20, colours["soft"], False))
        down = top + 20.0
        for text, size, ink, title in lines:
            pen.centred(text, middle, down, size, width, ink, title=title)
            down += size * 1.18


class _Pen:
    """Draws in pixels of the finished picture."""

    def __init__(self, draw: ImageDraw) -> None:
        self._draw = draw

    def box(self, left: float, top: float, right: float, foot: float, colour: str) -> None:
        self._draw.rectangle([each * _FINE for each in (left, top, right, foot)], fill=colour)

    def arch(self, left: float, top: float, right: float, foot: float, fill: str, edge: str) -> None:
        corners = [each * _FINE for each in (left, top, right, foot)]
        radius = min(28, (right - left) / 2) * _FINE
        self._draw.rounded_rectangle(
            corners, radius, fill=fill, outline=edge, width=3 * _FINE, corners=(True, True, False, False)
        )

    def text(
        self, text: str, left: float, top: float, size: int, room: float, colour: str, *, title: bool = False
    ) -> None:
        """Write one line; what is too long gets smaller, and then is cut."""
        said, font = self._fitting(text, size, room, title=title)
        self._draw.text((left * _FINE, top * _FINE), said, fill=colour, font=font)

    def centred(
        self, text: str, middle: float, top: float, size: int, room: float, colour: str, *, title: bool = False
    ) -> None:
        said, font = self._fitting(text, size, room, title=title)
        self._draw.text((middle * _FINE, top * _FINE), said, fill=colour, font=font, anchor="ma")

    def sign(self, name: str, left: float, top: float, side: float, colour: str) -> None:
        """Draw an icon of one outline, filled."""
        size, path = icon_paths()[name]
        scale = side / size * _FINE
        for points in _polygons(path):
            self._draw.polygon([(left * _FINE + x * scale, top * _FINE + y * scale) for x, y in points], fill=colour)

    def wrapped(self, text: str, size: int, room: float) -> list[str]:
        """Return a text in lines that fit."""
        lines, font = [""], _font(False, size * _FINE)
        for word in _printed(text).split():
            longer = f"{lines[-1]} {word}".strip()
            if lines[-1] and self._draw.textlength(longer, font=font) > room * _FINE:
                lines.append(word)
            else:
                lines[-1] = longer
        return lines

    def _fitting(self, text: str, size: int, room: float, *, title: bool) -> tuple[str, FreeTypeFont | PlainFont]:
        said = _printed(text)
        while size > _LEAST and self._draw.textlength(said, font=_font(title, size * _FINE)) > room * _FINE:
            size -= 2
        font = _font(title, size * _FINE)
        whole = said
        while len(said) > 1 and self._draw.textlength(said, font=font) > room * _FINE:
            said = whole[: len(said) - 2] + "…"
        return said, font


@cache
def _font(title: bool, size: int) -> FreeTypeFont | PlainFont:
    """Return a font of the pages in this size; where it cannot be read, one that comes with the library."""
    from PIL import ImageFont

    name = "alegreya-*-latin.*.woff2" if title else "inter-*-latin.*.woff2"
    try:
        file = next((Path(__file__).parent / STATIC / "fonts").glob(name))
        font = ImageFont.truetype(str(file), size)
        axes = font.get_variation_axes()
        font.set_variation_by_axes([min(each["maximum"] or 700, 700) for each in axes] if title else [600] * len(axes))
    except (OSError, StopIteration):
        return ImageFont.load_default(size)
    return font


def _printed(text: str) -> str:
    """Return a text in letters that the fonts have; a name in another script is left to its symbol."""
    from lairkeeper.table.printing import latin

    found = latin(text)
    if found is None:
        found = " ".join(word for each in text.split() if (word := latin(each)))
    return found.strip()


def _polygons(path: str) -> Iterator[list[tuple[float, float]]]:
    """Yield the closed outlines of an SVG path as points."""
    from lairkeeper.table.printing import outline

    points: list[tuple[float, float]] = []
    for letter, ends in outline(path):
        if letter == "M":
            if len(points) > 2:
                yield points
            points = [ends[0]]
        elif letter == "L":
            points.append(ends[0])
        elif letter == "C":
            points.extend(_curve(points[-1], *ends))
    if len(points) > 2:
        yield points


def _curve(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> Iterator[tuple[float, float]]:
    for n in range(1, _CURVE + 1):
        t = n / _CURVE
        s = 1 - t
        parts = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
        x, y = (sum(part * point[axis] for part, point in zip(parts, (a, b, c, d), strict=True)) for axis in (0, 1))
        yield x, y
