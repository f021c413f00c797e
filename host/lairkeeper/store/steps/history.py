"""Step 7 of the schema: what people write about a match, where it came from, and its turns for a replay."""

from __future__ import annotations

import sqlite3
from typing import Final

from lairkeeper.store.checks import NOTES, fill, register

LEVEL: Final = "CASE WHEN json_valid(header) THEN json_extract(header, '$.level') END"
"""The level of a match, from its set-up; an index has it, so this text stays as it is."""
SUMS: Final = {"matches": {NOTES: "id 'note 'place origin origin_n"}}


def history(connection: sqlite3.Connection) -> None:
    """Add version 7: note, place and origin of a match, and the turns of matches that were looked at."""
    register(connection)
    for column in ("note TEXT", "place TEXT", "origin INTEGER", "origin_n INTEGER", f"{NOTES} INTEGER"):
        connection.execute(f"ALTER TABLE matches ADD COLUMN {column}")
    connection.execute("CREATE INDEX matches_of_origin ON matches (origin) WHERE origin IS NOT NULL")
    connection.execute("CREATE INDEX matches_by_start ON matches (deleted_at, started_at)")
    connection.execute("CREATE INDEX matches_by_game ON matches (deleted_at, game)")
    connection.execute(f"CREATE INDEX matches_by_level ON matches (deleted_at, {LEVEL})")
    connection.execute(
        "CREATE TABLE turns (match INTEGER NOT NULL PRIMARY KEY REFERENCES matches(id), code TEXT NOT NULL,"
        " records INTEGER NOT NULL, data BLOB NOT NULL, checksum INTEGER NOT NULL) STRICT, WITHOUT ROWID"
    )
    fill(connection, SUMS)
