"""A match as it was played: records that are only ever added to, and every state at hand for undo and time travel.

A history that is picked up at a snapshot reads what came before only when somebody asks for it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import overload

from .command import Command
from .evolve import fold
from .game import Game
from .header import Header
from .ids import Seat
from .record import COMMAND, EDIT, REDO, START, UNDO, Edit, Past, Record, Snapshot
from .refusals import CoreRefusal
from .result import Accepted, Decision, Refused
from .showing import shows
from .state import State

_AHEAD = 100
"""Records that are read at once beyond those asked for."""


class Live(Sequence[Record]):
    """The records that still count, oldest first; each is read when it is asked for."""

    __slots__ = ("_history", "_numbers")

    def __init__(self, history: History, numbers: tuple[int, ...]) -> None:
        self._history = history
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, at: int) -> Record: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, at: int | slice) -> Record | tuple[Record, ...]:
        if isinstance(at, slice):
            return tuple(map(self._history.record, self._numbers[at]))
        return self._history.record(self._numbers[at])


class History:
    """A match and its log. ``records`` holds everything that ever happened; ``live`` what was not taken back.

    Of these, an edit makes earlier ones count otherwise, or not at all: ``valid`` is what counts, as judged last.
    """

    __slots__ = (
        "_base", "_edits", "_first", "_from", "_live", "_past", "_records", "_states", "_undone", "_valid", "game",
        "header",
    )  # fmt: skip

    def __init__(self, game: Game, header: Header) -> None:
        self.game = game
        self.header = header
        self._past: Past | None = None
        self._records: list[Record] = []
        self._first = 0  # number of the first of _records
        self._live: list[int] = []
        self._states: list[State] = [game.blank(header)]  # the blank one, then one a live record
        self._base = 0  # how many states before the first of _states are not at hand
        self._from = 0  # number of the record that the first of _states was picked up after, where _base is not 0
        self._undone: list[int] = []
        self._edits: list[int] = []  # those of _live that changed the past
        self._valid: tuple[int, tuple[Record, ...]] = (-1, ())  # kept for a log of this length

    @classmethod
    def start(cls, game: Game, header: Header) -> History | Refused:
        """Set a match up, or say why this header cannot be played."""
        decision = game.start(header)
        if isinstance(decision, Refused):
            return decision
        history = cls(game, header)
        history._append(Record(0, START, None, decision.events, decision.unverified))
        return history

    @classmethod
    def replay(cls, game: Game, header: Header, records: Iterable[Record]) -> History | Refused:
        """Rebuild a match from its log: events are the truth, nothing is decided again.

        Refuses a header that this version cannot play, a log with a hole or without a beginning, and lines that
        cannot be true.
        """
        try:
            history = cls(game, header)
        except ValueError as error:
            return Refused(CoreRefusal.LOG_BROKEN, {"n": 0, "kind": str(error)}, invalid=True)
        refusal = history.follow(records)
        if refusal is None and not len(history):
            refusal = Refused(CoreRefusal.LOG_HOLE, {"n": 0}, invalid=True)
        return history if refusal is None else refusal

    @classmethod
    def resume(cls, game: Game, header: Header, snapshot: Snapshot, past: Past) -> History:
        """Pick a match up at a snapshot; ``past`` has the log up to there. Raises ``ValueError`` for a bad header."""
        history = cls(game, header)
        history._past = past
        history._first = snapshot.n + 1
        history._live, history._undone = list(snapshot.live), list(snapshot.undone)
        history._edits = list(snapshot.edits)
        history._states, history._base, history._from = [snapshot.state], len(snapshot.live), snapshot.n
        return history

    def follow(self, records: Iterable[Record]) -> Refused | None:
        """Go on with records of the log; a refusal tells why one cannot be true, and those before it have happened."""
        for record in records:
            refusal = self._misfit(record)
            if refusal is not None:
                return refusal
            try:
                self._append(record, self._followed(record))
            except (ValueError, LookupError, TypeError, AttributeError) as error:
                return Refused(CoreRefusal.LOG_BROKEN, {"n": record.n, "kind": str(error)}, invalid=True)
        return None

    def _followed(self, record: Record) -> State | None:
        """Return the state after a set-up, command or edit of a log; None for an undo or redo: it leads to a known one.

        Raises when its events cannot be true, or begin a step that the game cannot go on from.
        """
        if record.kind not in (START, COMMAND, EDIT):
            return None
        after = self._after(record)
        self.game.check_frames(after)
        return after

    def __len__(self) -> int:
        """Count the records of the log."""
        return self._first + len(self._records)

    @property
    def state(self) -> State:
        """Return the present state."""
        return self._states[-1]

    @property
    def snapshot(self) -> Snapshot:
        """Return the present, to pick the match up at."""
        return Snapshot(
            len(self) - 1, tuple(self._live), tuple(self._undone), self._states[-1], tuple(self._edits)
        )  # fmt: skip

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the whole log, oldest first; read all of it."""
        self._read(0)
        return tuple(self._records)

    def record(self, n: int) -> Record:
        """Return record ``n``. Raises ``IndexError``."""
        if not 0 <= n < len(self):
            raise IndexError(n)
        self._read(n)
        return self._records[n - self._first]

    def newest(self, n: int) -> tuple[Record, ...]:
        """Return the last ``n`` records, newest first."""
        if n <= 0:
            return ()
        self._read(max(0, len(self) - n))
        return tuple(self._records[: -n - 1 : -1])

    @property
    def last(self) -> Record:
        """Return the newest line of the log."""
        return self.record(len(self) - 1)

    @property
    def live(self) -> Live:
        """Return the records that were not taken back, oldest first: an undo takes them back one by one."""
        return Live(self, tuple(self._live))

    @property
    def edits(self) -> tuple[int, ...]:
        """Return the numbers of the edits that were not taken back, oldest first."""
        return tuple(self._edits)

    @property
    def valid(self) -> tuple[Record, ...]:
        """Return the set-up and the commands that count, oldest first, each as an edit left it."""
        if self._valid[0] != len(self):
            self._valid = len(self), self._line(len(self._live))
        return self._valid[1]

    def _line(self, at: int) -> tuple[Record, ...]:
        """Return what the first ``at`` live records make count."""
        found: tuple[Record, ...] = ()
        plain: list[Record] = []
        for record in map(self.record, self._live[:at]):
            if record.edit is None:
                plain.append(record)
            else:
                found = (*(each for each in (*found, *plain) if each.n < record.edit.of), *record.edit.then)
                plain = []
        return (*found, *plain)

    def judged(self, n: int) -> Record:
        """Return record ``n`` as it was judged last: by the last edit that still holds, or when it happened."""
        record = self.record(n)
        if not self._edits or record.kind != COMMAND:
            return record
        return next((each for each in self.valid if each.n == n), record)

    def state_before(self, n: int) -> State:
        """Return the state before record ``n`` as history counts now; where nothing counts as ``n``, before the next.

        Raises ``IndexError`` before the start.
        """
        if n < 1:
            raise IndexError(n)
        return self._before(n, len(self._live))

    def _before(self, n: int, at: int) -> State:
        """Return the state before record ``n`` as the first ``at`` live records make history."""
        edits = [change for each in self._edits if each in self._live[:at] and (change := self.record(each).edit)]
        untouched = min([n, *(change.of for change in edits)])
        state = self._state(bisect_left(self._live, untouched))
        for record in self._line(at) if untouched < n else ():
            if untouched <= record.n < n:
                state = fold(state, record.events)
        return state

    def _edited(self, change: Edit, at: int) -> State:
        """Return the state from which an edit judges again, where ``at`` live records come before it."""
        return self._before(change.of, at)._replace(next_id=self._state(at).next_id)

    def counts(self, n: int) -> bool:
        """Return True when record ``n`` still counts: not taken back, and not left out by an edit."""
        return self._stands(n) and (
            not self._edits or self.record(n).kind != COMMAND or any(each.n == n for each in self.valid)
        )

    def _stands(self, n: int) -> bool:
        at = bisect_left(self._live, n)
        return at < len(self._live) and self._live[at] == n

    def after(self, n: int) -> int | None:
        """Count the records after ``n`` that an undo can take back; None when it was taken back itself."""
        at = bisect_left(self._live, n)
        return len(self._live) - 1 - at if self._stands(n) else None

    def state_at(self, depth: int) -> State:
        """Return the state ``depth`` commands ago; 0 is the present. Raises ``IndexError`` before the start."""
        if not 0 <= depth < len(self._live):
            raise IndexError(depth)
        return self._state(len(self._live) - depth)

    @property
    def can_undo(self) -> bool:
        """Return True when a command can be taken back; the set-up cannot."""
        return len(self._live) > 1

    @property
    def can_redo(self) -> bool:
        """Return True when a command was taken back that a redo can bring back."""
        return bool(self._undone)

    def submit(self, command: Command) -> Decision:
        """Decide a command; when it is accepted, keep the record and the new state."""
        decision = self.game.decide(self._states[-1], command)
        if isinstance(decision, Accepted):
            record = Record(len(self), COMMAND, command, decision.events, decision.unverified, command.by)
            self._append(record, decision.after)
        return decision

    def undo(self, n: int = 1, by: Seat | None = None) -> Record | Refused:
        """Take the last ``n`` commands back, as one record."""
        if n < 1 or n >= len(self._live):
            return Refused(CoreRefusal.NOTHING_TO_UNDO, {"n": n, "have": max(0, len(self._live) - 1)})
        record = Record(len(self), UNDO, by=by, span=tuple(self._live[-n:]))
        self._append(record)
        return record

    def redo(self, n: int | None = None, by: Seat | None = None) -> Record | Refused:
        """Bring back the last ``n`` commands that were taken back, as one record; None: all that one undo took back."""
        span = self.redoable if n is None else tuple(reversed(self._undone[-n:])) if n > 0 else ()
        if not span or len(span) < (n or 0):
            return Refused(CoreRefusal.NOTHING_TO_REDO)
        record = Record(len(self), REDO, by=by, span=span)
        self._append(record)
        return record

    def edit(self, change: Edit, after: State, by: Seat | None = None) -> Record:
        """Change the past as ``editing.plan_of`` has planned it, as one record that one undo takes back."""
        span = tuple(record.n for record in self.valid if record.n >= change.of)
        record = Record(len(self), EDIT, by=by, span=span, edit=change)
        self._append(record, after)
        return record

    @property
    def redoable(self) -> tuple[int, ...]:
        """Return the numbers of the commands that one undo took back, and that are still to be brought back."""
        if not self._undone:
            return ()
        # The log says what one undo took back: in logs of older versions, a redo brought back a part of it.
        at = len(self) - 1
        while (record := self.record(at)).kind != UNDO or self._undone[-1] not in record.span:
            at -= 1
        together = frozenset(record.span)
        return tuple(takewhile(together.__contains__, reversed(self._undone)))

    def reveals(self, n: int = 1) -> bool:
        """Return True when the last ``n`` commands showed something that an undo cannot hide (``showing.shows``)."""
        return any(
            shows(self.game, self.state_at(depth), record.command, record.events)
            if record.edit is None
            else self._shows(record.edit, len(self._live) - depth)
            for depth, record in enumerate(reversed(self.live[max(1, len(self._live) - n) :]), 1)
        )

    def _shows(self, change: Edit, at: int) -> bool:
        """Return True when something was shown by what an edit, the ``at``-th live record, judged again."""
        state = self._edited(change, at)
        for record in change.then:
            if shows(self.game, state, record.command, record.events):
                return True
            state = fold(state, record.events)
        return False

    @property
    def run(self) -> tuple[Record, ...]:
        """Return the commands that the consecutive undos at the end of the log have taken back, oldest first."""
        found: list[int] = []
        at = len(self) - 1
        while (record := self.record(at)).kind == UNDO:
            found.extend(record.span)
            at -= 1
        return tuple(map(self.record, sorted(found)))

    def _append(self, record: Record, after: State | None = None) -> None:
        """Append one record. Raises, and changes nothing, when its events cannot be true."""
        match record.kind:
            case "undo":
                ids = self._states[-1].next_id
                self._reach(len(self._live) - len(record.span))
                for _ in record.span:
                    self._states.pop()
                    self._undone.append(self._live.pop())
                # Ids are never given twice, so that an answer to a question that was undone stays stale.
                self._states[-1] = self._states[-1]._replace(next_id=ids)
            case "redo":
                self._bring_back(record.span)
            case _:
                self._states.append(after or self._after(record))
                self._undone.clear()
                self._live.append(record.n)
                if record.kind == EDIT:
                    self._edits.append(record.n)
        self._edits = [n for n in self._edits if self._stands(n)]
        self._records.append(record)

    def _bring_back(self, span: tuple[int, ...]) -> None:
        """Append what a redo brings back. Raises, and changes nothing, when it cannot be true any more."""
        live, edits = len(self._live), len(self._edits)
        try:
            for n in span:
                record = self.record(n)
                self._states.append(self._after(record))
                self._live.append(n)
                if record.kind == EDIT:
                    self._edits.append(n)
        except (ValueError, LookupError, TypeError, AttributeError):
            del self._states[len(self._states) - (len(self._live) - live) :], self._live[live:], self._edits[edits:]
            raise
        del self._undone[-len(span) :]

    def _after(self, record: Record) -> State:
        """Return the state after a record that follows the live ones. Raises when its events cannot be true."""
        if record.edit is None:
            return fold(self._states[-1], record.events)
        state = self._edited(record.edit, len(self._live))
        for each in record.edit.then:
            state = fold(state, each.events)
        return state

    def _state(self, at: int) -> State:
        """Return the state after the ``at``-th live record, counted from 1; 0 is the blank one."""
        self._reach(at)
        return self._states[at - self._base]

    def _reach(self, at: int) -> None:
        """Have the states from the ``at``-th on at hand: those before a snapshot follow from the one before it."""
        if at >= self._base or self._past is None:
            return
        snapshot = self._past.snapshot(self._from, at)
        if snapshot is None:
            earlier = History(self.game, self.header)
        else:
            earlier = History.resume(self.game, self.header, snapshot, self._past)
        # Also the record of the snapshot: a redo brings several commands back, and states between them.
        for record in self._past.records(len(earlier), self._from + 1):
            earlier._append(record)
        self._states[:0] = earlier._states[: self._base - earlier._base]
        self._base, self._from = earlier._base, earlier._from

    def _read(self, first: int) -> None:
        """Have the records from ``first`` on at hand."""
        if first < self._first and self._past is not None:
            first = max(0, first - _AHEAD)
            self._records[:0] = self._past.records(first, self._first)
            self._first = first

    def _misfit(self, record: Record) -> Refused | None:
        """Return why a record cannot follow the log so far; None when it can."""
        expected = len(self)
        if record.n != expected:
            return Refused(CoreRefusal.LOG_HOLE, {"n": expected, "found": record.n}, invalid=True)
        match record.kind:
            case "start":
                fits = expected == 0
            case "command":
                fits = expected > 0
            case "undo":
                span = record.span
                fits = 0 < len(span) < len(self._live) and tuple(self._live[-len(span) :]) == span
            case "redo":
                span = record.span
                fits = bool(span) and tuple(reversed(self._undone[-len(span) :])) == span
            case "edit":
                fits = record.edit is not None and self._can_change(record.edit, record.span)
            case _:
                fits = False
        return None if fits else Refused(CoreRefusal.LOG_BROKEN, {"n": record.n, "kind": record.kind}, invalid=True)

    def _can_change(self, change: Edit, span: tuple[int, ...]) -> bool:
        """Return True when an edit of a log is about commands that were not taken back, in their order."""
        numbers = [each.n for each in change.then]
        commands = [n for n in (change.of, *numbers) if n > 0 and self._stands(n) and self.record(n).kind == COMMAND]
        return (
            len(commands) == len(numbers) + 1
            and numbers == sorted(set(numbers))
            and min([change.of, *numbers]) == change.of
            and all(each.command is not None for each in change.then)
            and tuple(each.n for each in self.valid if each.n >= change.of) == span
        )


__all__ = ["COMMAND", "EDIT", "REDO", "START", "UNDO", "Edit", "History", "Live", "Past", "Record", "Snapshot"]
