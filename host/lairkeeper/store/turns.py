"""The turns of matches that were looked at or have ended, so that a replay need not read a whole log.

They only save time, as snapshots do: bound to the code that made them and to the length of the log.
"""

from __future__ import annotations

import zlib
from typing import Final

from lairkeeper.store.database import Database

_LEVEL: Final = 1


class KeptTurns:
    """One row a match; ``code`` names what made it: another code does not see it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, match: int, code: str, records: int, data: bytes) -> None:
        """Keep the turns of a log of ``records`` records; those of before are replaced."""
        packed = zlib.compress(data, _LEVEL)
        with self._database.write() as connection:
            connection.execute(
                "INSERT OR REPLACE INTO turns (match, code, records, data, checksum) VALUES (?, ?, ?, ?, ?)",
                (match, code, records, packed, _checksum(match, code, records, packed)),
            )

    def get(self, match: int, code: str, records: int) -> bytes | None:
        """Return what was kept of a log of this length; None when that is not there or damaged."""
        rows = self._database.read(
            "SELECT data, checksum FROM turns WHERE match = ? AND code = ? AND records = ?", (match, code, records)
        )
        if not rows or _checksum(match, code, records, rows[0]["data"]) != rows[0]["checksum"]:
            return None
        return zlib.decompress(rows[0]["data"])


def _checksum(*values: object) -> int:
    return zlib.crc32(repr(values).encode())
