"""The matches: how each was set up, when it was played, how it ended."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lairkeeper.store.checks import CHECKSUM, END, FUNCTION, LIST, NOTES, sound
from lairkeeper.store.database import Database
from lairkeeper.store.errors import StoreProblem, problem


@dataclass(frozen=True, slots=True)
class MatchRow:
    """``header`` is the codec's JSON. ``finished_at`` and ``result`` go together; ``closed_at``: archived.

    ``damaged``: the set-up cannot be read any more and is empty here. ``end_damaged``: how it ended is not known
    until it is resumed. ``title``: what its owner calls it. ``deleted_at``: when it was deleted; it can be brought
    back for ``KEPT_DAYS``. ``note`` and ``place``: what people wrote about it. ``origin``: the match that it was
    played on from, after its record ``origin_n``.
    """

    id: int
    game: str
    header: Mapping[str, Any]
    started_at: float
    finished_at: float | None
    closed_at: float | None
    result: Mapping[str, Any] | None
    damaged: bool = False
    end_damaged: bool = False
    title: str | None = None
    deleted_at: float | None = None
    note: str | None = None
    place: str | None = None
    origin: int | None = None
    origin_n: int | None = None


KEPT_DAYS: Final = 30
"""Days for which a deleted match can be brought back."""
_CHECKED = {
    CHECKSUM: ("game", "header", "started_at"),
    END: ("finished_at", "closed_at", "result"),
    LIST: ("title", "deleted_at"),
    NOTES: ("note", "place", "origin", "origin_n"),
}
_BELONGING: Final = ("journal", "lengths", "snapshots", "turns", "results", "seats", "set_aside", "summaries")
"""Tables whose rows go with their match."""


class Matches:
    """One row a match. The *current* one is the newest that is not archived."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def create(self, header: Mapping[str, Any], started_at: float) -> int:
        """Create a match and return its number; ``header`` must name its ``game``. Matches still open are archived."""
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET closed_at = ? WHERE closed_at IS NULL", (started_at,))
            cursor = connection.execute(
                "INSERT INTO matches (game, header, started_at) VALUES (?, ?, ?)",
                (str(header["game"]), json.dumps(header, separators=(",", ":")), started_at),
            )
            return int(cursor.lastrowid or 0)

    def bring_in(self, header: Mapping[str, Any], started_at: float, closed_at: float) -> int:
        """Add a match that was played elsewhere, archived, and return its number; the one on the table stays there."""
        with self._database.write() as connection:
            cursor = connection.execute(
                "INSERT INTO matches (game, header, started_at, closed_at) VALUES (?, ?, ?, ?)",
                (str(header["game"]), json.dumps(header, separators=(",", ":")), started_at, closed_at),
            )
            return int(cursor.lastrowid or 0)

    def get(self, match: int) -> MatchRow:
        """Return a match by its number. Raises ``StoreError`` (unknown-match, damaged-match)."""
        rows = self._rows("WHERE id = ?", match) if abs(match) < 2**63 else []
        if not rows:
            raise problem(StoreProblem.UNKNOWN_MATCH, self._database.path, str(match))
        if rows[0].damaged:
            raise problem(StoreProblem.DAMAGED_MATCH, self._database.path, str(match))
        return rows[0]

    def these(self, matches: Sequence[int]) -> list[MatchRow]:
        """Return these matches in the order in which they are named; those that are not there are left out."""
        rows = {row.id: row for row in self._rows(f"WHERE id IN ({','.join('?' * len(matches))})", *matches)}
        return [rows[match] for match in matches if match in rows]

    def _rows(self, where: str, *values: int) -> list[MatchRow]:
        columns = ", ".join(
            f"CASE WHEN {sound('matches', check)} THEN {name} END AS {name}"
            for check, names in _CHECKED.items()
            for name in names
        )
        whole = f"{sound('matches')} AS whole, {sound('matches', END)} AS whole_end"
        return [_row(row) for row in self._database.read(f"SELECT id, {columns}, {whole} FROM matches {where}", values)]

    def archived(self) -> list[MatchRow]:
        """Return those that have not ended and are not on the table, newest first."""
        current = self.current()
        return [
            row
            for row in self._rows("WHERE finished_at IS NULL ORDER BY id DESC")
            if not row.damaged and row.id != current and row.deleted_at is None
        ]

    def list(self, limit: int = -1) -> list[MatchRow]:
        """Return the newest ``limit`` matches, else all, newest first; deleted ones too, as long as they are kept."""
        return self._rows("ORDER BY id DESC LIMIT ?", limit)

    def current(self) -> int | None:
        """Return the number of the match on the table, or None."""
        rows = self._database.read("SELECT max(id) AS id FROM matches WHERE closed_at IS NULL")
        return None if rows[0]["id"] is None else int(rows[0]["id"])

    def finish(self, match: int, result: Mapping[str, Any], at: float) -> None:
        """Keep the result, one row a seat beside it (``result["seats"]``: seat, score, rank, winner, tiebreak)."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE matches SET finished_at = ?, result = ? WHERE id = ?", (at, json.dumps(result), match)
            )
            connection.execute("DELETE FROM results WHERE match = ?", (match,))
            connection.executemany(
                "INSERT INTO results (match, position, seat, score, rank, winner, tiebreak) VALUES (?,?,?,?,?,?,?)",
                [
                    (match, n, s["seat"], s["score"], s["rank"], int(s["winner"]), s["tiebreak"])
                    for n, s in enumerate(result["seats"], 1)
                ],
            )

    def reopen(self, match: int) -> None:
        """Undo the end of a match: the result goes, the log keeps what happened."""
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET finished_at = NULL, result = NULL WHERE id = ?", (match,))
            connection.execute("DELETE FROM results WHERE match = ?", (match,))

    def mend_end(self, match: int) -> None:
        """Forget how a match ended, which was damaged: it has not, until ``finish`` says so."""
        with self._database.write() as connection:
            connection.execute(
                "UPDATE matches SET finished_at = NULL, closed_at = NULL, result = NULL,"
                f" {END} = {FUNCTION}(id, NULL, NULL, NULL) WHERE id = ?",
                (match,),
            )

    def reopen_alone(self, match: int, at: float) -> None:
        """Resume a match, one that was deleted too; every other one that is open is archived."""
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET closed_at = ? WHERE closed_at IS NULL AND id != ?", (at, match))
            connection.execute("UPDATE matches SET closed_at = NULL, deleted_at = NULL WHERE id = ?", (match,))

    def close(self, match: int, at: float) -> None:
        """Archive a match: it is no longer the current one."""
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET closed_at = ? WHERE id = ? AND closed_at IS NULL", (at, match))

    def rename(self, match: int, title: str | None) -> None:
        """Give a match a name in the list; None takes it away."""
        self.get(match)
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET title = ? WHERE id = ?", (title, match))

    def annotate(self, match: int, note: str | None, place: str | None) -> None:
        """Keep what people wrote about a match, and where it was played; None takes it away."""
        self.get(match)
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET note = ?, place = ? WHERE id = ?", (note, place, match))

    def came_from(self, match: int, origin: int, n: int, at: float) -> None:
        """Note that a match is played on from another one, after its record ``n``, by the same people."""
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET origin = ?, origin_n = ? WHERE id = ?", (origin, n, match))
            connection.execute(
                "INSERT OR REPLACE INTO seats (match, position, person, crest)"
                " SELECT ?, position, person, crest FROM seats WHERE match = ?",
                (match, origin),
            )
            connection.execute(
                "UPDATE people SET last = ?, archived_at = NULL WHERE id IN (SELECT person FROM seats WHERE match = ?)",
                (at, match),
            )

    def delete(self, match: int, at: float) -> None:
        """Take a match off the list and the table. ``restore`` brings it back for ``KEPT_DAYS``."""
        self.get(match)
        with self._database.write() as connection:
            self.close(match, at)
            connection.execute("UPDATE matches SET deleted_at = ? WHERE id = ?", (at, match))

    def restore(self, match: int) -> None:
        """Bring a deleted match back to the list; it is archived. Raises ``StoreError`` (unknown-match)."""
        self.get(match)
        with self._database.write() as connection:
            connection.execute("UPDATE matches SET deleted_at = NULL WHERE id = ?", (match,))

    def clear_out(self, at: float) -> None:
        """Remove for good what was deleted more than ``KEPT_DAYS`` ago. Its scans stay: their boards count on it."""
        due = f"deleted_at < ? AND {sound('matches', LIST)}"
        rows = self._database.read(f"SELECT id FROM matches WHERE {due}", (at - KEPT_DAYS * 86_400,))
        for match in (int(row["id"]) for row in rows):
            with self._database.write() as connection:
                connection.execute("UPDATE inbox SET match = NULL, record = NULL WHERE match = ?", (match,))
                for table in _BELONGING:
                    connection.execute(f"DELETE FROM {table} WHERE match = ?", (match,))
                connection.execute("DELETE FROM matches WHERE id = ?", (match,))


def _row(row: sqlite3.Row) -> MatchRow:
    return MatchRow(
        id=int(row["id"]),
        game=str(row["game"] or ""),
        header=json.loads(row["header"] or "{}"),
        started_at=float(row["started_at"] or 0.0),
        finished_at=row["finished_at"],
        closed_at=row["closed_at"],
        result=None if row["result"] is None else json.loads(row["result"]),
        damaged=not row["whole"],
        end_damaged=not row["whole_end"],
        title=row["title"],
        deleted_at=row["deleted_at"],
        note=row["note"],
        place=row["place"],
        origin=row["origin"],
        origin_n=row["origin_n"],
    )
