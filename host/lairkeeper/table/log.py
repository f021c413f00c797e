"""The log as the players read it: one line a record, the scan that caused it beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from lairkeeper.core.game import Game
from lairkeeper.core.history import COMMAND, EDIT, REDO, START, UNDO, Edit, History, Record
from lairkeeper.core.log_words import hides_card

Line: TypeAlias = tuple[str, Mapping[str, Any]]
"""Text ``log.<code>`` and its arguments. It says only what everybody may know."""
WHAT: Final = "what"
"""The argument of an undo or redo of one command, and of an edit: the line of that command, as it was."""
NOW: Final = "now"
"""The argument of an edit: the line of the command that counts instead."""
REMOVED, CORRECTED, PUT_BACK = "edit-removed", "edit-corrected", "edit-put-back"
EDITS: Final = frozenset({REMOVED, CORRECTED, PUT_BACK})
"""Lines of an edit: a command was left out, another one stands in its place, or one that was left out is back."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Who brought a record about, when, and by which scan (None: by a click or key)."""

    at: float
    who: str
    why: str
    uid: str | None = None
    zone: str | None = None


@dataclass(frozen=True, slots=True)
class LogLine:
    """Text ``log.<code>`` with ``args``. ``undone``: taken back and not brought back since."""

    n: int
    at: float
    who: str
    code: str
    args: Mapping[str, Any] = field(default_factory=dict)
    undone: bool = False
    edited: str = ""
    """The state in which the last edit that holds left it: ``REMOVED``, ``CORRECTED``, or empty for as it was."""
    uid: str | None = None
    zone: str | None = None


def line_of(game: Game, record: Record) -> Line:
    """Return code and arguments of one record. Raises nothing: every kind of record has a line."""
    if record.kind == COMMAND and record.command is not None:
        return game.log(record.command, record.events)
    if record.kind == START:
        return "start", {"game": game.id}
    if record.edit is not None:
        return _edit_line(game, record.edit)
    return ("redo" if record.kind == REDO else "undo"), {"n": len(record.span)}


def _edit_line(game: Game, change: Edit) -> Line:
    was, now = (each and line_of(game, each) for each in (change.was, change.now))
    code = PUT_BACK if was is None else REMOVED if now is None else CORRECTED
    return code, {name: line for name, line in ((WHAT, was), (NOW, now)) if line is not None}


def told_of(history: History, record: Record) -> Line:
    """Return the line of a record of this match; an undo or redo of one command names that command."""
    code, args = line_of(history.game, record)
    if record.kind in (UNDO, REDO) and len(record.span) == 1:
        args = {**args, WHAT: line_of(history.game, history.record(record.span[0]))}
    return code, args


def undo_line(history: History, n: int = 1) -> Line | None:
    """Return the line of the first of the last ``n`` commands; None when an undo cannot go back so far."""
    return line_of(history.game, history.judged(history.live[-n].n)) if 0 < n < len(history.live) else None


def redo_line(history: History) -> Line | None:
    """Return the line of the one command that a redo would bring back, or how many these are; None: there is none."""
    span = history.redoable
    if len(span) == 1:
        return line_of(history.game, history.record(span[0]))
    return ("redo", {"n": len(span)}) if span else None


def lines(history: History, causes: Mapping[int, Cause], limit: int) -> tuple[LogLine, ...]:
    """Return the newest ``limit`` lines, newest first."""
    found = []
    for record in history.newest(limit):
        cause = causes[record.n]
        judged = history.judged(record.n)
        code, args = told_of(history, judged)
        undone = record.kind in (COMMAND, START, EDIT) and history.after(record.n) is None
        # The tag of a card that was laid face down would tell which card it was.
        hidden = record.command is not None and hides_card(record.command, record.events)
        uid, zone = (None, None) if hidden else (cause.uid, cause.zone)
        edited = "" if undone or record.kind != COMMAND else _edited(history, record, judged)
        found.append(LogLine(record.n, cause.at, cause.who, code, args, undone, edited, uid, zone))
    return tuple(found)


def _edited(history: History, record: Record, judged: Record) -> str:
    """Return how a command that was not taken back stands after all edits that hold."""
    if not history.counts(record.n):
        return REMOVED
    return "" if judged.command == record.command else CORRECTED
