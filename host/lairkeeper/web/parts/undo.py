"""The words of the buttons Undo and Redo: they name the command, as in "Undo: Bo buys Grid"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lairkeeper.table import Line, redo_line, undo_line

from ..shortening import shortened_words
from ..translator import Translator
from .log import log_text

if TYPE_CHECKING:
    from lairkeeper.table import Table

LONGEST: Final = 60
"""Characters that the words have at most; what is longer ends with three dots."""


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
    return shortened_words(t.ui("undo-what" if n == 1 else "undo-from", what=log_text(*line, t)), LONGEST)


def _words(action: str, line: Line | None, t: Translator) -> str:
    if line is None:
        return t.ui(action)
    code, args = line
    if code == action:
        return t.ui(f"{action}-steps", n=args["n"])
    return shortened_words(t.ui(f"{action}-what", what=log_text(code, args, t)), LONGEST)
