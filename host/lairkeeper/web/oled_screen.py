"""The text on a board's small screen, written for its 16 columns, and the picture of the simulated one.

The title says whose turn it is. Below it come two or three words on what to do, then each name with its score. No word
is ever cut: a name that does not fit is shown by its first word, its initials or its seat.
"""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from .parts.now import waiting_of
from .translator import Translator

if TYPE_CHECKING:
    from lairkeeper.core.view import SeatScore, View
    from lairkeeper.table import Hub, Table

_UNSEEN: Final = frozenset({"Mn", "Mc", "Me", "Cf"})
COLUMNS: Final = 16
LINES: Final = 7
"""Lines below the title."""
TASK_LINES: Final = 2
"""Lines that say what to do; scores have the others."""
WIDTH: Final = 128
_SIGNS: Final = str.maketrans({
    "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "–": "-", "—": "-", "−": "-", "…": "...", "·": "-", "×": "x",
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "\u00a0": " ",
})  # fmt: skip


def ascii_of(text: str) -> str:
    """Return the nearest letters that the small screen has. Marks without a shape of their own are left out."""
    plain = unicodedata.normalize("NFD", text.translate(_SIGNS))
    return "".join(c if c.isascii() else "" if unicodedata.category(c) in _UNSEEN else "?" for c in plain)


def lines_of(hub: Hub, t: Translator) -> tuple[str, str]:
    """Return title and text, lines apart by line breaks. They say only what everybody at the table may know."""
    table = hub.table
    if table is None:
        return "Lairkeeper", "\n".join(_task_lines(t.ui("oled.no-match"), t))
    view = table.view()
    title, task = _title_and_task(table, view, t)
    return title, "\n".join((*_task_lines(task, t), *_score_lines(view, t)))


def _task_lines(task: str, t: Translator) -> list[str]:
    """Break a text between its words; one that does not fit sends people to the page."""
    broken = textwrap.wrap(ascii_of(task), COLUMNS, break_long_words=False, break_on_hyphens=False)
    if len(broken) > TASK_LINES or any(len(line) > COLUMNS for line in broken):
        return textwrap.wrap(ascii_of(t.ui("oled.see-page")), COLUMNS)
    return broken


def _title_and_task(table: Table, view: View, t: Translator) -> tuple[str, str]:
    """Return whose turn it is, and what to do."""
    if view.finished:
        return ascii_of(t.ui("oled.finished")), _ending(view, t)
    title = _whose(view, t)
    if table.question is not None:
        return title, t.ui("oled.question")
    if view.prompt is None:
        return title, t.ui("oled.nothing")
    known = f"screen.{view.prompt.code}" in t.texts
    return title, t.say("screen", view.prompt.code, view.prompt.args) if known else t.ui("oled.see-page")


def _whose(view: View, t: Translator) -> str:
    waiting = waiting_of(view)
    seat = view.prompt.seat if view.prompt is not None and view.prompt.seat is not None else view.active
    if len(waiting) > 1:
        return ascii_of(t.ui("oled.everybody"))
    if seat not in view.seats:
        return ascii_of(t.ui("oled.nobody"))
    return labels(view.seats, COLUMNS, t)[view.seats.index(seat)]


def _ending(view: View, t: Translator) -> str:
    winners = view.scoreboard.winners
    if not winners:
        return t.ui("oled.nobody-wins")
    if len(winners) > 1:
        return t.ui("oled.winners")
    return t.ui("oled.winner", seat=labels(view.seats, COLUMNS, t)[view.seats.index(winners[0])])


def _score_lines(view: View, t: Translator) -> tuple[str, ...]:
    """Return a line for each score, or for two where there are more scores than lines; none where they do not fit.

    An unsure score has a plus.
    """
    scores = [_points(score, view.scoreboard.winners) for score in view.scoreboard.seats]
    across = 1 if len(scores) <= LINES - TASK_LINES else 2
    room = (COLUMNS - 2 * (across - 1)) // across
    width = room - 1 - max(map(len, scores))
    names = labels(view.seats, width, t)
    if max(map(len, names)) > width:
        return ()
    cells = [f"{name}{score:>{room - len(name)}}" for name, score in zip(names, scores, strict=True)]
    return tuple("  ".join(cells[at : at + across]) for at in range(0, len(cells), across))


def _points(score: SeatScore, winners: Sequence[str]) -> str:
    shared = "*" if len(winners) > 1 and score.seat in winners else ""
    return f"{score.low}{'' if score.exact else '+'}{shared}"


def labels(names: Sequence[str], width: int, t: Translator) -> tuple[str, ...]:
    """Return a different label for each name: the longest of its ways that fits ``width``, else its seat."""
    ways = [_fitting([*_ways(name, n, t)], width) for n, name in enumerate(names, 1)]
    while True:
        chosen = [each[0] for each in ways]
        often = Counter(label.casefold() for label in chosen)
        # The last way, the number of the seat, is no other seat's: this ends.
        alike = [each for each in ways if often[each[0].casefold()] > 1 and len(each) > 1]
        if not alike:
            return tuple(chosen)
        for each in alike:
            del each[0]


def _fitting(ways: list[str], width: int) -> list[str]:
    return [way for way in ways if len(way) <= width] or ways[-1:]


def _ways(name: str, n: int, t: Translator) -> Iterator[str]:
    """Yield a name as the screen can show it, its first word, its initials, and the number of its seat."""
    words = _known(name).split()
    if words:
        yield " ".join(words)
        yield words[0]
        yield "".join(word[0].upper() for word in words)
    yield ascii_of(t.ui("oled.seat", n=n))


def _known(name: str) -> str:
    """Return what the screen has of a name: nothing where it lacks a letter, for half a name is another name."""
    shown = ((c, ascii_of(c)) for c in name)
    kept = [(c, each) for c, each in shown if "?" not in each or c == "?"]
    lost = any(c.isalnum() and "?" in ascii_of(c) for c in name)
    return "" if lost else "".join(each for _, each in kept)


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
