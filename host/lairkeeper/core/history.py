"""A match as it was played: records that are only ever added to, and every state kept for undo and time travel."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from .command import Command
from .events import Event
from .evolve import fold
from .game import Game
from .header import Header
from .ids import Seat
from .refusals import CoreRefusal
from .result import Accepted, Decision, Refused
from .showing import shows
from .state import State

START, COMMAND, UNDO, REDO = "start", "command", "undo", "redo"


@dataclass(frozen=True, slots=True)
class Record:
    """One line of the log. ``span`` names the records that an undo took back or a redo brought back."""

    n: int
    kind: str
    command: Command | None = None
    events: tuple[Event, ...] = ()
    unverified: tuple[str, ...] = ()
    by: str | None = None
    span: tuple[int, ...] = ()


class History:
    """A match and its log. ``records`` holds everything that ever happened; ``live`` what still counts."""

    __slots__ = ("_live", "_records", "_states", "_undone", "game", "header")

    def __init__(self, game: Game, header: Header) -> None:
        self.game = game
        self.header = header
        self._records: list[Record] = []
        self._live: list[int] = []
        self._states: list[State] = [game.blank(header)]
        self._undone: list[int] = []

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
        """The same match from its log: events are the truth, nothing is decided again.

        Refuses a header that this version cannot play, a log with a hole or without a beginning, and lines that
        cannot be true.
        """
        try:
            history = cls(game, header)
        except ValueError as error:
            return Refused(CoreRefusal.LOG_BROKEN, {"n": 0, "kind": str(error)}, invalid=True)
        for record in records:
            refusal = history._misfit(record)
            if refusal is not None:
                return refusal
            try:
                history._append(record)
            except (ValueError, LookupError, TypeError) as error:
                return Refused(CoreRefusal.LOG_BROKEN, {"n": record.n, "kind": str(error)}, invalid=True)
        if not history._records:
            return Refused(CoreRefusal.LOG_HOLE, {"n": 0}, invalid=True)
        return history

    @property
    def state(self) -> State:
        """The present."""
        return self._states[-1]

    @property
    def records(self) -> tuple[Record, ...]:
        """The whole log, oldest first."""
        return tuple(self._records)

    def newest(self, n: int) -> tuple[Record, ...]:
        """The last ``n`` records, newest first."""
        return tuple(self._records[: -n - 1 : -1]) if n > 0 else ()

    @property
    def last(self) -> Record:
        """The newest line of the log."""
        return self._records[-1]

    @property
    def live(self) -> tuple[Record, ...]:
        """The records that still count, oldest first."""
        return tuple(self._records[n] for n in self._live)

    def counts(self, n: int) -> bool:
        """Whether record ``n`` still counts: a set-up or a command that was not taken back."""
        at = bisect_left(self._live, n)
        return at < len(self._live) and self._live[at] == n

    def state_at(self, depth: int) -> State:
        """The state ``depth`` commands ago; 0 is the present. Raises ``IndexError`` before the start."""
        if not 0 <= depth < len(self._states) - 1:
            raise IndexError(depth)
        return self._states[-1 - depth]

    @property
    def can_undo(self) -> bool:
        return len(self._live) > 1

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def submit(self, command: Command) -> Decision:
        """Decide; when accepted, keep the record and the new state."""
        decision = self.game.decide(self._states[-1], command)
        if isinstance(decision, Accepted):
            record = Record(len(self._records), COMMAND, command, decision.events, decision.unverified, command.by)
            self._append(record, decision.after)
        return decision

    def undo(self, n: int = 1, by: Seat | None = None) -> Record | Refused:
        """Take the last ``n`` commands back, as one record."""
        if n < 1 or n >= len(self._live):
            return Refused(CoreRefusal.NOTHING_TO_UNDO, {"n": n, "have": max(0, len(self._live) - 1)})
        record = Record(len(self._records), UNDO, by=by, span=tuple(self._live[-n:]))
        self._append(record)
        return record

    def redo(self, by: Seat | None = None) -> Record | Refused:
        """Bring back the command that was taken back last."""
        if not self._undone:
            return Refused(CoreRefusal.NOTHING_TO_REDO)
        record = Record(len(self._records), REDO, by=by, span=(self._undone[-1],))
        self._append(record)
        return record

    def reveals(self, n: int = 1) -> bool:
        """Whether the last ``n`` commands showed something that an undo cannot un-show (``showing.shows``)."""
        return any(
            shows(self.game, self._states[-depth - 1], self._records[at].command, self._records[at].events)
            for depth, at in enumerate(reversed(self._live[max(1, len(self._live) - n) :]), 1)
        )

    @property
    def run(self) -> tuple[Record, ...]:
        """The commands that the undos at the end of the log have taken back one after the other, oldest first."""
        found: list[int] = []
        for record in reversed(self._records):
            if record.kind != UNDO:
                break
            found.extend(record.span)
        return tuple(self._records[n] for n in sorted(found))

    def _append(self, record: Record, after: State | None = None) -> None:
        match record.kind:
            case "undo":
                ids = self._states[-1].next_id
                for _ in record.span:
                    self._states.pop()
                    self._undone.append(self._live.pop())
                # Ids are never given twice, so that an answer to a question that was undone stays stale.
                self._states[-1] = self._states[-1]._replace(next_id=ids)
            case "redo":
                for at in record.span:
                    self._undone.pop()
                    self._live.append(at)
                    self._states.append(fold(self._states[-1], self._records[at].events))
            case _:
                self._undone.clear()
                self._live.append(record.n)
                self._states.append(after or fold(self._states[-1], record.events))
        self._records.append(record)

    def _misfit(self, record: Record) -> Refused | None:
        """Why a record cannot follow the log so far."""
        expected = len(self._records)
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
            case _:
                fits = False
        return None if fits else Refused(CoreRefusal.LOG_BROKEN, {"n": record.n, "kind": record.kind}, invalid=True)
