"""The log of each match, append-only. A record and the scans that caused it are one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lairkeeper.store.checks import CAUSE, END, sound
from lairkeeper.store.database import Database
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.store.inbox import mark

UNKNOWN = "unknown"
"""Who asked for a record, and why, where that was damaged; its time is then that of the record before."""
_SOUND = sound("journal")
_CAUSE = ", ".join(f"CASE WHEN {sound('journal', CAUSE)} THEN {name} END AS {name}" for name in ("at", "who", "why"))
_SOUND_SCAN = sound("inbox", END)
RECORDED = "recorded"
"""The outcome of an inbox row that took part in a record."""


@dataclass(frozen=True, slots=True)
class JournalRow:
    """``who`` asked for it (a seat, ``page``, ``scan``…); ``why`` is a code; ``consumed`` names inbox rows."""

    n: int
    at: float
    who: str
    why: str
    record: Mapping[str, Any]
    consumed: tuple[int, ...]


class Journal:
    """Nothing here is ever changed or deleted; ``n`` counts from 0 without a hole."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(
        self, match: int, record: Mapping[str, Any], *, at: float, who: str, why: str, consumed: Sequence[int] = ()
    ) -> int:
        """Keep one record and mark the inbox rows it used up; returns its number.

        An inbox row can cause one record only, and a record is kept at its own number ``n`` only: if one of
        ``consumed`` was used before, or another program has written here, nothing is kept and ``StoreError`` (broken)
        is raised.
        """
        with self._database.write() as connection:
            n = self.count(match)
            if record.get("n", n) != n:
                raise problem(
                    StoreProblem.BROKEN,
                    self._database.path,
                    f"record {record['n']} of match {match} would be its {n}th",
                )
            connection.execute(
                "INSERT INTO journal (match, n, at, who, why, record) VALUES (?, ?, ?, ?, ?, ?)",
                (match, n, at, who, why, json.dumps(record, separators=(",", ":"))),
            )
            keep_length(connection, match, n + 1)
            if mark(connection, consumed, RECORDED, match, n) != len(set(consumed)):
                raise problem(StoreProblem.BROKEN, self._database.path, f"scans {list(consumed)} were used twice")
        return n

    def bring_in(self, match: int, rows: Sequence[JournalRow]) -> None:
        """Keep the whole log of a match that was played elsewhere; no scans belong to it."""
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO journal (match, n, at, who, why, record) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (match, row.n, row.at, row.who, row.why, json.dumps(row.record, separators=(",", ":")))
                    for row in rows
                ],
            )
            keep_length(connection, match, len(rows))

    def count(self, match: int) -> int:
        """Count the records, if none is missing."""
        return int(self._database.read("SELECT coalesce(max(n), -1) + 1 FROM journal WHERE match = ?", (match,))[0][0])

    def read(self, match: int, first: int = 0, end: int | None = None) -> list[JournalRow]:
        """Return records ``first`` to before ``end``. Raises ``StoreError`` (broken): one is missing or damaged."""
        rows = self.up_to_break(match, first, end)
        broken = first + len(rows)
        if broken < (self.count(match) if end is None else end):
            raise problem(
                StoreProblem.BROKEN, self._database.path, f"record {broken} of match {match} is missing or damaged"
            )
        return rows

    def up_to_break(self, match: int, first: int = 0, end: int | None = None) -> list[JournalRow]:
        """Return the records up to the first that is missing, damaged or no record at all."""
        span = (match, first, 2**62 if end is None else end)
        used: dict[int, list[int]] = {}
        for row in self._database.read(
            f"SELECT id, record FROM inbox WHERE match = ? AND record >= ? AND record < ? AND {_SOUND_SCAN}", span
        ):
            used.setdefault(int(row["record"]), []).append(int(row["id"]))
        rows = self._database.read(
            f"SELECT n, {_CAUSE}, record FROM journal WHERE match = ? AND n >= ? AND n < ? AND {_SOUND} ORDER BY n",
            span,
        )
        found: list[JournalRow] = []
        for n, row in enumerate(rows, first):
            record = _read(row["record"]) if row["n"] == n else None
            if record is None:
                break
            scans = tuple(sorted(used.get(n, ())))
            at = row["at"] if row["at"] is not None else found[-1].at if found else 0.0
            found.append(JournalRow(n, float(at), row["who"] or UNKNOWN, row["why"] or UNKNOWN, record, scans))
        return found

    def missing(self, match: int, kept: int) -> int | None:
        """Count what a log has or had beyond the first ``kept``; None: these are all, and none is misplaced."""
        low, high = self._database.read(
            "SELECT coalesce(min(n), 0), coalesce(max(n), -1) FROM journal WHERE match = ?", (match,)
        )[0]
        length = self._database.read(f"SELECT records FROM lengths WHERE match = ? AND {sound('lengths')}", (match,))
        more = max(0, length[0]["records"] - kept) if length else 0
        return None if low == 0 and high == kept - 1 and not more else more


def keep_length(connection: sqlite3.Connection, match: int, records: int) -> None:
    """Note how long a log is: one whose end is missing looks whole. For use inside a transaction."""
    connection.execute("INSERT OR REPLACE INTO lengths (match, records) VALUES (?, ?)", (match, records))


def _read(text: str) -> Mapping[str, Any] | None:
    try:
        record = json.loads(text)
    except ValueError:
        return None
    return record if isinstance(record, dict) else None
