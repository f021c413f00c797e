"""The log as the players read it: one line a record, the scan that caused it beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from lairkeeper.core.game import Game
from lairkeeper.core.history import COMMAND, REDO, START, UNDO, History, Record
from lairkeeper.core.log_words import hides_card

Line: TypeAlias = tuple[str, Mapping[str, Any]]
"""Text ``log.<code>`` and its arguments. It says only what everybody may know."""
WHAT: Final = "what"
"""The argument of an undo or redo of one command: the line of that command."""


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
    uid: str | None = None
    zone: str | None = None


def line_of(game: Game, record: Record) -> Line:
    """Return code and arguments of one record. Raises nothing: every kind of record has a line."""
    if record.kind == COMMAND and record.command is not None:
        return game.log(record.command, record.events)
    if record.kind == START:
        return "start", {"game": game.id}
    return ("redo" if record.kind == REDO else "undo"), {"n": len(record.span)}


def told_of(history: History, record: Record) -> Line:
    """Return the line of a record of this match; an undo or redo of one command names that command."""
    code, args = line_of(history.game, record)
    if record.kind in (UNDO, REDO) and len(record.span) == 1:
        args = {**args, WHAT: line_of(history.game, history.record(record.span[0]))}
    return code, args


def undo_line(history: History, n: int = 1) -> Line | None:
    """Return the line of the first of the last ``n`` commands; None when an undo cannot go back so far."""
    return line_of(history.game, history.live[-n]) if 0 < n < len(history.live) else None


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
        code, args = told_of(history, record)
        undone = record.kind in (COMMAND, START) and not history.counts(record.n)
        # The tag of a card that was laid face down would tell which card it was.
        hidden = record.command is not None and hides_card(record.command, record.events)
        uid, zone = (None, None) if hidden else (cause.uid, cause.zone)
        found.append(LogLine(record.n, cause.at, cause.who, code, args, undone, uid, zone))
    return tuple(found)
