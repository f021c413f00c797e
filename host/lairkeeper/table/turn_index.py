"""The turns of a match and where each ends in its log: what a replay needs besides the snapshots."""

from __future__ import annotations

import json
from bisect import bisect_left
from contextlib import suppress
from dataclasses import dataclass

from lairkeeper.core.history import History
from lairkeeper.store import Store, StoreError

from .course import Contender, Course, course_of
from .past import MatchPast


@dataclass(frozen=True, slots=True)
class TurnIndex:
    """``valid[p]`` is the record at position ``p`` of those that count; ``course.ends`` are positions.

    ``kept`` records of the log can be read. ``edited`` is the last edit of the past that holds, 0 for none: it judged
    again what lies before it.
    """

    valid: tuple[int, ...]
    course: Course
    kept: int
    edited: int = 0

    @property
    def last(self) -> int:
        """Return the last position."""
        return len(self.valid) - 1

    def turn_at(self, position: int) -> int:
        """Return the entry of the course in which a position lies, counted from 1; 0 for the beginning."""
        ends = self.course.ends
        return 0 if position <= 0 or not ends else min(bisect_left(ends, position) + 1, len(ends))

    def end_of(self, turn: int) -> int:
        """Return the position at which an entry ends, counted from 1; 0 is the beginning."""
        return 0 if turn <= 0 or not self.course.ends else self.course.ends[min(turn, len(self.course.ends)) - 1]


def index_of(history: History, kept: int) -> TurnIndex:
    """Return the index of a match so far."""
    return TurnIndex(
        tuple(record.n for record in history.valid), course_of(history), kept, max(history.edits, default=0)
    )


def keep_index(store: Store, match: int, past: MatchPast, index: TurnIndex) -> None:
    """Keep an index, if the disk takes it: without it the next replay only takes longer."""
    with suppress(StoreError):
        store.turns.put(match, past.code, store.journal.count(match), _to_json(index))


def kept_index(store: Store, match: int, past: MatchPast) -> TurnIndex | None:
    """Return the index that was kept of the log as it is now; None: it is not there."""
    data = store.turns.get(match, past.code, store.journal.count(match))
    return None if data is None else _from_json(data)


def _to_json(index: TurnIndex) -> bytes:
    course = index.course
    sides = [[each.seats, each.score, each.rank, each.won, each.code, each.goal] for each in course.contenders]
    told = [index.valid, index.kept, index.edited, sides, course.unit, course.at]
    told += [course.scores, course.known, course.ends]
    return json.dumps(told, separators=(",", ":")).encode()


def _from_json(data: bytes) -> TurnIndex:
    valid, kept, edited, sides, unit, at, scores, known, ends = json.loads(data)
    course = Course(
        tuple(Contender(tuple(seats), *rest) for seats, *rest in sides),
        unit,
        tuple(at),
        tuple(map(tuple, scores)),
        tuple(known),
        tuple(ends),
    )
    return TurnIndex(tuple(valid), course, kept, edited)
