"""The records of a match, in the order of its log, as everybody at its table may know them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from lairkeeper.core.codec import plain, record_from_json
from lairkeeper.core.game import Game
from lairkeeper.games import get_game
from lairkeeper.store import JournalRow, Store
from lairkeeper.table.log import line_of
from lairkeeper.table.replay import FindGame

AT_ONCE: Final = 100
"""Records that are read at once, unless the caller wants another number."""
THEN: Final = "then"
"""The argument of an edit: number, code and arguments of each line that counts from its first record on."""


@dataclass(frozen=True, slots=True)
class PublicRecord:
    """One record as everybody may know it: text ``log.<code>`` with ``args``, and who, when and why.

    ``match`` and ``n`` name it for good: the log only grows, and ``n`` counts from 0 without a hole. What was taken
    back stays where it is; a later record of kind ``undo`` or ``redo`` has the numbers in ``span``. One of kind
    ``edit`` has there what it judged again, and in the argument ``then`` what counts instead: number and line of each.
    ``at`` is in seconds since 1970 (UTC).
    """

    match: int
    n: int
    at: float
    who: str
    why: str
    kind: str
    code: str
    args: Mapping[str, Any]
    span: tuple[int, ...] = ()


def records(
    store: Store, match: int, since: int = 0, *, limit: int | None = AT_ONCE, find: FindGame = get_game
) -> tuple[PublicRecord, ...]:
    """Return the records from number ``since`` on, at most ``limit`` of them; empty when there are no more yet.

    Whoever has kept record ``n`` asks again with ``since=n + 1``, also after a restart, and so gets each record at
    least once and in order. A log that breaks ends there.

    Raises ``StoreError`` for an unknown match, ``UnknownGameError`` for a game that is not installed.
    """
    game = find(store.matches.get(match).game)
    rows = store.journal.up_to_break(match, since, None if limit is None else since + limit)
    return tuple(_told(game, match, rows))


def public_json(record: PublicRecord) -> Mapping[str, Any]:
    """Return a record as JSON. Exports and sinks write the same."""
    return {
        "match": record.match,
        "n": record.n,
        "at": iso_time(record.at),
        "who": record.who,
        "why": record.why,
        "kind": record.kind,
        "line": {"code": record.code, "args": plain(record.args)},
        "span": list(record.span),
    }


def iso_time(at: float | None) -> str | None:
    """Return seconds since 1970 as UTC; None stays None."""
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat(timespec="milliseconds")


def _told(game: Game, match: int, rows: list[JournalRow]) -> Iterator[PublicRecord]:
    """Yield what may be told of these rows, up to one that cannot be a record."""
    for row in rows:
        try:
            record = record_from_json(dict(row.record))
        except (ValueError, TypeError, LookupError, AttributeError):
            return
        code, args = line_of(game, record)
        if record.edit is not None:
            args = {**args, THEN: [(each.n, *line_of(game, each)) for each in record.edit.then]}
        yield PublicRecord(match, row.n, row.at, row.who, row.why, record.kind, code, args, record.span)
