"""The list of what hands must do when the log goes back or forth, or when its past changes.

An edit for which nothing had to be moved moves nothing when it is taken back, either.
"""

from __future__ import annotations

from collections.abc import Iterator

from lairkeeper.core.history import Edit, History, Record
from lairkeeper.scans import Instruction, hand_instructions
from lairkeeper.scans.todo_list import merged


def lines_back(history: History, n: int) -> tuple[Instruction, ...]:
    """Return what there is to do when the last ``n`` records are taken back."""
    found: tuple[Instruction, ...] = ()
    for older, newer, records in _stretches(history, n):
        states = history.state_at(newer), history.state_at(older)
        found = merged(found, hand_instructions(history.game, *states, _done(history, records)))
    return found


def lines_forth(history: History, n: int) -> tuple[Instruction, ...]:
    """Return what there was to do when the last ``n`` records were brought back."""
    found: tuple[Instruction, ...] = ()
    for older, newer, records in reversed(tuple(_stretches(history, n))):
        states = history.state_at(older), history.state_at(newer)
        found = merged(found, hand_instructions(history.game, *states, _done(history, records)))
    return found


def lines_of_edit(history: History, change: Edit) -> tuple[Instruction, ...]:
    """Return what there is to do after an edit, the newest record, if the table was not right before."""
    states = history.state_at(1), history.state
    return hand_instructions(history.game, *states, _done(history, (history.last,))) if change.hands else ()


def _stretches(history: History, n: int) -> Iterator[tuple[int, int, tuple[Record, ...]]]:
    """Yield the depth before and after each stretch of the last ``n`` records that moved pieces, the newest first."""
    records = history.live[-n:]
    newer = 0
    for depth, record in enumerate(reversed(records), 1):
        if record.edit is not None and not record.edit.hands:
            if depth - 1 > newer:
                yield depth - 1, newer, records[n - depth + 1 : n - newer]
            newer = depth
    if n > newer:
        yield n, newer, records[: n - newer]


def _done(history: History, records: tuple[Record, ...]) -> Iterator[Record]:
    """Yield the commands of these records: of an edit those that it replaced and those that it put there."""
    for record in records:
        if record.edit is None:
            yield record
        else:
            yield from record.edit.then
            yield from map(history.record, record.span)
