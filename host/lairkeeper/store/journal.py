"""The log of each match, append-only. A record and the scans that caused it are one transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lairkeeper.store.database import Database
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.store.inbox import mark

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
            n = int(connection.execute("SELECT count(*) FROM journal WHERE match = ?", (match,)).fetchone()[0])
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
            if mark(connection, consumed, RECORDED, match, n) != len(set(consumed)):
                raise problem(StoreProblem.BROKEN, self._database.path, f"scans {list(consumed)} were used twice")
        return n

    def read(self, match: int) -> list[JournalRow]:
        """All records of a match in order; ``StoreError`` (broken) for a hole in the numbering."""
        used: dict[int, list[int]] = {}
        for row in self._database.read(
            "SELECT id, record FROM inbox WHERE match = ? AND record IS NOT NULL ORDER BY id", (match,)
        ):
            used.setdefault(int(row["record"]), []).append(int(row["id"]))
        rows = self._database.read("SELECT n, at, who, why, record FROM journal WHERE match = ? ORDER BY n", (match,))
        for expected, row in enumerate(rows):
            if row["n"] != expected:
                raise problem(
                    StoreProblem.BROKEN, self._database.path, f"record {expected} of match {match} is missing"
                )
        return [
            JournalRow(
                n=int(row["n"]),
                at=float(row["at"]),
                who=str(row["who"]),
                why=str(row["why"]),
                record=json.loads(row["record"]),
                consumed=tuple(used.get(int(row["n"]), ())),
            )
            for row in rows
        ]
