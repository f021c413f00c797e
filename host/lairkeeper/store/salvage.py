"""Rows that cannot be used any more, set aside whole: nothing is lost, and nothing counts that is not sure."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database
from lairkeeper.store.journal import keep_length

DAMAGED: Final = "damaged"
"""The outcome of a scan that could not be read back; why something is set aside."""
RECENT: Final = 2000
"""Scans that are looked through, those that wait among them."""
_SWEPT: Final = ("settings", "tags", "printed", "people", "merges", "seats", "results")


@dataclass(frozen=True, slots=True)
class AsideRow:
    """A row of the table ``source`` as far as it can be read; ``match`` and ``n`` where it is a record of a log."""

    source: str
    match: int | None
    n: int | None
    line: Mapping[str, Any]
    why: str
    found_at: float


class Salvage:
    """Damaged rows, out of the way."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def sweep(self, at: float) -> dict[str, int]:
        """Set aside every damaged row of the small tables and of the last scans; return how many of which table."""
        found: dict[str, int] = {}
        for table in _SWEPT:
            found[table] = self._move(table, f"NOT ({sound(table)})", (), DAMAGED, at)
        recent = (
            f"outcome IS NOT '{DAMAGED}' AND id > (SELECT max(id) FROM inbox) - {RECENT} AND NOT ({sound('inbox')})"
        )
        if rows := self._rows("inbox", recent, ()):
            with self._database.write() as connection:
                _put(connection, "inbox", rows, None, DAMAGED, at)
                # It stays there: its number tells its board that it has arrived.
                connection.execute(f"UPDATE inbox SET outcome = '{DAMAGED}' WHERE {recent}")
            found["inbox"] = len(rows)
        return {table: n for table, n in found.items() if n}

    def cut(self, match: int, n: int, why: str, at: float) -> int:
        """Set aside the records of a match from ``n`` on; return how many.

        The scans that they used count for nothing.
        """
        with self._database.write() as connection:
            moved = self._move("journal", "match = ? AND (n >= ? OR n < 0)", (match, n), why, at, match)
            keep_length(connection, match, n)
            connection.execute("DELETE FROM snapshots WHERE match = ? AND n >= ?", (match, n))
            connection.execute("DELETE FROM turns WHERE match = ?", (match,))
            connection.execute(
                "UPDATE inbox SET record = NULL, outcome = 'set-aside' WHERE match = ? AND record >= ?", (match, n)
            )
        return moved

    def of(self, match: int) -> list[AsideRow]:
        """Return what was set aside of this match's log, in the order of the log."""
        rows = self._database.read(
            "SELECT source, match, n, line, why, found_at FROM set_aside"
            f" WHERE source = 'journal' AND match = ? AND {sound('set_aside')} ORDER BY n, id",
            (match,),
        )
        return [
            AsideRow(row["source"], row["match"], row["n"], json.loads(row["line"]), row["why"], row["found_at"])
            for row in rows
        ]

    def _move(
        self, table: str, where: str, values: Sequence[Any], why: str, at: float, match: int | None = None
    ) -> int:
        rows = self._rows(table, where, values)
        if rows:
            with self._database.write() as connection:
                _put(connection, table, rows, match, why, at)
                connection.execute(f"DELETE FROM {table} WHERE {where}", values)
        return len(rows)

    def _rows(self, table: str, where: str, values: Sequence[Any]) -> list[dict[str, Any]]:
        r"""Return whole rows; bytes that are no text any more are written as ``\xff``."""
        kinds = {row["name"]: row["type"] for row in self._database.read(f"PRAGMA table_info({table})")}
        columns = ", ".join(f"CAST({name} AS BLOB)" if kind == "TEXT" else name for name, kind in kinds.items())
        return [
            {
                name: value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value
                for name, value in zip(kinds, row, strict=True)
            }
            for row in self._database.read(f"SELECT {columns} FROM {table} WHERE {where}", values)
        ]


def _put(
    connection: sqlite3.Connection,
    table: str,
    rows: Sequence[Mapping[str, Any]],
    match: int | None,
    why: str,
    at: float,
) -> None:
    connection.executemany(
        "INSERT INTO set_aside (source, match, n, line, why, found_at) VALUES (?, ?, ?, ?, ?, ?)",
        [(table, match, row["n"] if match is not None else None, json.dumps(row), why, at) for row in rows],
    )
