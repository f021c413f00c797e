"""The words of the buttons Undo and Redo: they name the command, as in "Undo: Bo buys Grid"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from lairkeeper.table import Line, redo_line, undo_line

from ..translator import Translator
from .log import log_text

if TYPE_CHECKING:
    from lairkeeper.table import Table

LONGEST: Final = 60
"""Characters that the words have at most; what is longer ends with three dots."""
_ISOLATE: Final = "\N{FIRST STRONG ISOLATE}"
_POP: Final = "\N{POP DIRECTIONAL ISOLATE}"


def undo_words(table: Table | None, t: Translator) -> str:
    """Return what the button that takes one command back says; it is *Undo* alone when there is nothing to undo."""
    return _words("undo", undo_line(table.history) if table is not None else None, t)


def redo_words(table: Table | None, t: Translator) -> str:
    """Return what the button that brings back what one undo took says; it is *Redo* alone when there is nothing."""
    return _words("redo", redo_line(table.history) if table is not None else None, t)


def undo_from(table: Table, n: int, t: Translator) -> str:
    """Return the command with which an undo of ``n`` commands begins, in words; empty when it cannot go back so far."""
    line = undo_line(table.history, n)
    if line is None:
        return ""
    return shortened(t.ui("undo-what" if n == 1 else "undo-from", what=log_text(*line, t)))


def _words(action: str, line: Line | None, t: Translator) -> str:
    if line is None:
        return t.ui(action)
    code, args = line
    if code == action:
        return t.ui(f"{action}-steps", n=args["n"])
    return shortened(t.ui(f"{action}-what", what=log_text(code, args, t)))


def shortened(words: str, most: int = LONGEST) -> str:
    """Return the words, or as many whole ones as fit in ``most`` characters with three dots."""
    if len(words) <= most:
        return words
    begun, space, _ = words[: most - 1].rpartition(" ")
    begun = re.sub(r"\W+$", "", begun if space else words[: most - 1])
    # A name that is read from right to left must not turn the dots and what stands after them.
    missing = begun.count(_ISOLATE) - begun.count(_POP)
    return f"{begun}{_POP * missing}…"
