"""A summary of each finished match, made once: what its log and its end tell about the players.

It only saves time: the log tells the same. It is bound to the length of that log, so that a match that goes on after
its end, or is put right, gets a new one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database, marks

_AT_ONCE: Final = 500
"""Numbers of matches in one query."""
_ENDED: Final = "m.finished_at IS NOT NULL AND m.deleted_at IS NULL"


class EndedMatch(NamedTuple):
    """A finished match that is not deleted: how long its log is, and whether a summary fits that."""

    match: int
    finished_at: float
    records: int
    summed: int


class EndedSums(NamedTuple):
    """Sums over finished matches, which differ when one of them ended anew, went or came back."""

    n: int = 0
    matches: int = 0
    times: int = 0
    records: int = 0

    def with_one(self, match: EndedMatch) -> EndedSums:
        """Return the sums with one match more."""
        return EndedSums(
            self.n + 1,
            self.matches + match.match,
            self.times + int(match.finished_at * 1000),
            self.records + match.match * match.records,
        )


class Summaries:
    """One row a match. ``version`` is that of the program that reads the facts; another one does not see them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def count(self) -> int:
        """Count the finished matches."""
        return int(self._database.read(f"SELECT count(*) FROM matches m WHERE {_ENDED}")[0][0])

    def sums(self, last: EndedMatch) -> EndedSums:
        """Return the sums over the finished matches up to ``last``."""
        row = self._database.read(
            "SELECT count(*), coalesce(sum(m.id), 0), coalesce(sum(CAST(m.finished_at * 1000 AS INTEGER)), 0),"
            " coalesce(sum(m.id * coalesce(l.records, 0)), 0)"
            f" FROM matches m LEFT JOIN lengths l ON l.match = m.id WHERE {_ENDED}"
            " AND (m.finished_at, m.id) <= (?, ?)",
            (last.finished_at, last.match),
        )[0]
        return EndedSums._make(row)

    def ended(self, version: int, last: EndedMatch | None = None, limit: int = -1) -> list[EndedMatch]:
        """Return the finished matches after ``last``, in the order in which they ended."""
        after = (last.finished_at, last.match) if last is not None else (-1e300, 0)
        rows = self._database.read(
            "SELECT m.id, m.finished_at, coalesce(l.records, 0), s.match IS NOT NULL"
            " FROM matches m LEFT JOIN lengths l ON l.match = m.id"
            " LEFT JOIN summaries s ON s.match = m.id AND s.records = coalesce(l.records, 0) AND s.version = ?"
            f" WHERE {_ENDED} AND (m.finished_at, m.id) > (?, ?) ORDER BY m.finished_at, m.id LIMIT ?",
            (version, *after, limit),
        )
        return [EndedMatch._make(row) for row in rows]

    def put(self, match: int, records: int, version: int, facts: str) -> None:
        """Keep the summary of a match whose log has so many records."""
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO summaries (match, records, version, facts) VALUES (?, ?, ?, ?)",
                (match, records, version, facts),
            )

    def facts(self, matches: Sequence[int]) -> Mapping[int, str]:
        """Return the facts of these matches; one whose row was damaged lacks."""
        found: dict[int, str] = {}
        for at in range(0, len(matches), _AT_ONCE):
            some = matches[at : at + _AT_ONCE]
            for row in self._database.read(
                f"SELECT match, facts FROM summaries WHERE match IN ({marks(some)}) AND {sound('summaries')}", some
            ):
                found[row["match"]] = row["facts"]
        return found
