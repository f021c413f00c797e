"""The text on a board's small screen (scores and what to do now), and the picture of the simulated one."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Final

from .parts.now import now_of
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.core.view import SeatScore
    from lairkeeper.table import Hub

_UNSEEN: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
TITLE: Final = 16
TEXT: Final = 120
WIDTH: Final = 128
_SIGNS: Final = str.maketrans({"’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-",
                               "…": "...", "·": "-", "œ": "oe", "Œ": "OE", "×": "x", "\u00a0": " "})  # fmt: skip


def ascii_of(text: str) -> str:
    """Return the nearest letters that the small screen has. Marks without a shape of their own are left out."""
    plain = unicodedata.normalize("NFD", text.translate(_SIGNS))
    return "".join(c if c.isascii() else "" if unicodedata.category(c) in _UNSEEN else "?" for c in plain)


def lines_of(hub: Hub, t: Translator) -> tuple[str, str]:
    """Title and text. Only what everybody at the table may know."""
    table = hub.table
    if table is None:
        return "Lairkeeper", ascii_of(t.ui("now.no-match"))[:TEXT]
    view = table.view()
    now = now_of(table, view, t)
    who = now.seat if now.kind != "everyone" else None
    text = f"{who}: {now.what}" if who and not now.what.startswith(who) else now.what
    return _scores(view.scoreboard.seats), _cut(ascii_of(text), TEXT)


def _scores(seats: tuple[SeatScore, ...]) -> str:
    """``Ana 3 Bo 5``, with names as long as there is room for; an unsure score has a plus."""
    names = [ascii_of(str(s.seat)) for s in seats]
    # A name in a script that the screen lacks is told by its seat.
    names = [
        f"P{n}" if name.count("?") > str(seats[n - 1].seat).count("?") else name for n, name in enumerate(names, 1)
    ]
    found = [(name, f"{s.low}{'' if s.exact else '+'}") for name, s in zip(names, seats, strict=True)]
    for letters in range(8, 0, -1):
        line = " ".join(f"{name[:letters]} {score}" for name, score in found)
        if len(line) <= TITLE:
            return line
    return " ".join(score for _, score in found)[:TITLE]


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 2] + ".."


def outline(points: bytes) -> str:
    """Return the lit points of a screen as an SVG path of runs.

    Each row of ``points`` has 128 columns, one byte each; the top point of a column is in bit 0.
    """
    runs = []
    for y in range(8 * (len(points) // WIDTH)):
        row = points[WIDTH * (y >> 3) : WIDTH * (y >> 3) + WIDTH]
        x = 0
        while x < WIDTH:
            start = x
            while x < WIDTH and row[x] >> (y & 7) & 1:
                x += 1
            if x > start:
                runs.append(f"M{start} {y}h{x - start}v1h{start - x}z")
            x += 1
    return "".join(runs)
