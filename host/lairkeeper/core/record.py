"""The records of a history, and the places where it is picked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .command import Command
from .events import Event
from .quick import quick
from .state import State

START, COMMAND, UNDO, REDO, EDIT = "start", "command", "undo", "redo", "edit"


@quick
@dataclass(frozen=True, slots=True)
class Record:
    """One line of the log. ``span`` names the records that an undo took back or a redo brought back.

    That of an edit names those that it judged again, left out or put back: all that counted from ``edit.of`` on.
    """

    n: int
    kind: str
    command: Command | None = None
    events: tuple[Event, ...] = ()
    unverified: tuple[str, ...] = ()
    by: str | None = None
    span: tuple[int, ...] = ()
    edit: Edit | None = None


@quick
@dataclass(frozen=True, slots=True)
class Edit:
    """A change of the past: what counted before record ``of`` stays, ``then`` is what follows instead.

    Each of ``then`` is a command under the number of the record that it was first, as it was judged last. ``was`` is
    what counted as ``of`` before (None: it was left out, and comes back). ``hands`` is true when the table had to be
    put right; false when it was right all the time, and only the app was wrong.
    """

    of: int
    then: tuple[Record, ...] = ()
    was: Record | None = None
    reason: str = ""
    hands: bool = False

    @property
    def now(self) -> Record | None:
        """Return what counts as ``of`` from now on; None: nothing."""
        return self.then[0] if self.then and self.then[0].n == self.of else None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match right after record ``n``: what counts, what a redo would bring back (the last one first), the state.

    ``edits`` are those of ``live`` that changed the past.
    """

    n: int
    live: tuple[int, ...]
    undone: tuple[int, ...]
    state: State
    edits: tuple[int, ...] = ()


class Past(Protocol):
    """Where a history that was picked up at a snapshot reads what came before it."""

    def records(self, first: int, end: int) -> Sequence[Record]:
        """Return the records with these numbers, ``end`` not among them."""

    def snapshot(self, before: int, live: int) -> Snapshot | None:
        """Return the newest snapshot after a record numbered less than ``before`` with at most ``live`` that count."""
