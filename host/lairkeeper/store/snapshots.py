"""Matches as they stood after some of their records, so that a long one need not be replayed from its start.

A snapshot only saves time. It is bound to the code that made it and, by a checksum, to every record up to its own;
what does not fit is never looked at, and the log is replayed.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

from lairkeeper.store.database import Database

_PRIME: Final = 2**31 - 1
"""No bit of a number can turn over without changing what is left of it after a division by this."""
_TEXT: Final = (
    "coalesce(cast(group_concat(record || char(10), '') AS BLOB), x'') AS text,"
    f" coalesce(sum(checksum % {_PRIME}), 0) AS sums"
)
"""Records as one text, put together by SQLite (ten times faster than reading them one by one), and their checksums."""


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """The match after record ``n``. ``log``: checksum of the log so far; ``packed``: what its writer made of it."""

    n: int
    log: int
    packed: bytes

    @property
    def data(self) -> bytes:
        """Return the data that its writer gave, decompressed."""
        return zlib.decompress(self.packed)


class Snapshots:
    """``code`` names what made a snapshot: another code does not see it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, match: int, n: int, code: str, data: bytes, live: int) -> None:
        """Keep the match as it stands after record ``n``, of whose records ``live`` count. Older ones stay."""
        before = self._rows(match, code, n, limit=1)
        log = self._log_checksum(match, *((before[0].n, before[0].log) if before else (-1, 0)), n)
        packed = zlib.compress(data, 1)
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO snapshots (match, n, live, code, log, data, checksum) VALUES (?,?,?,?,?,?,?)",
                (match, n, live, code, log, packed, _checksum(match, n, live, code, log, packed)),
            )

    def newest(self, match: int, code: str) -> SnapshotRow | None:
        """Return the last one that the log up to its record, as it reads today, belongs to."""
        found, at, log = None, -1, 0
        for row in reversed(self._rows(match, code, 2**62)):
            log = self._log_checksum(match, at, log, row.n)
            if log != row.log:
                break
            found, at = row, row.n
        return found

    def before(self, match: int, code: str, n: int, live: int) -> SnapshotRow | None:
        """Return the last one after a record before ``n`` with at most ``live`` that count; ``newest`` read the log."""
        return next(iter(self._rows(match, code, n, live, 1)), None)

    def count(self, match: int, code: str, end: int) -> int:
        """Count the snapshots of the first ``end`` records."""
        sql = "SELECT count(*) FROM snapshots WHERE match = ? AND code = ? AND n < ?"
        return int(self._database.read(sql, (match, code, end))[0][0])

    def drop(self, match: int, n: int) -> None:
        """Forget those that follow record ``n`` or a later one."""
        with self._database.write() as connection:
            connection.execute("DELETE FROM snapshots WHERE match = ? AND n >= ?", (match, n))

    def _log_checksum(self, match: int, after: int, log: int, n: int) -> int:
        """Carry the checksum of the log up to record ``after`` on to record ``n``."""
        row = self._database.read(
            f"SELECT {_TEXT} FROM"
            " (SELECT record, checksum FROM journal WHERE match = ? AND n > ? AND n <= ? ORDER BY n)",
            (match, after, n),
        )[0]
        sums = (log >> 32) + int(row["sums"])
        return sums % _PRIME << 32 | zlib.crc32(row["text"], log & 0xFFFF_FFFF)

    def _rows(self, match: int, code: str, before: int, live: int = 2**62, limit: int = -1) -> list[SnapshotRow]:
        """Return whole snapshots, the newest first."""
        rows = self._database.read(
            "SELECT n, live, log, data, checksum FROM snapshots"
            " WHERE match = ? AND code = ? AND n < ? AND live <= ? ORDER BY n DESC LIMIT ?",
            (match, code, before, live, limit),
        )
        found = []
        for row in rows:
            packed = row["data"]
            if _checksum(match, row["n"], row["live"], code, row["log"], packed) == row["checksum"]:
                found.append(SnapshotRow(int(row["n"]), int(row["log"]), packed))
        return found


def _checksum(*values: object) -> int:
    return zlib.crc32(repr(values).encode())
