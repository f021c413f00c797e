"""A checksum in each row: a bit that the disk has turned over is found when the row is read.

Triggers of our own connection write it, so no statement can forget it; a row that was damaged stays so when some of
it is written anew. Other programs may read and write the file as before: what they write counts as damaged.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Mapping
from typing import Final

FUNCTION: Final = "lair_checksum"
CHECKSUM: Final = "checksum"
CAUSE: Final = "cause_checksum"
"""For a record: who asked for it, when and why; without them it still happened."""
END: Final = "end_checksum"
"""For a match: when and how it ended, which can be worked out anew. For a scan: what became of it."""
LIST: Final = "list_checksum"
"""For a match: its name in the list and whether it was deleted; without them it is a match all the same."""
NOTES: Final = "notes_checksum"
"""For a match: what people wrote about it and which match it was played on from."""

QUOTE: Final = "'"

FORMAT_5: Final[Mapping[str, Mapping[str, str]]] = {
    "inbox": {CHECKSUM: "id 'device 'boot seq ms at 'kind 'zone 'data", END: "id match record 'outcome"},
    "matches": {CHECKSUM: "id 'game 'header started_at", END: "id finished_at closed_at 'result"},
    "journal": {CHECKSUM: "match n 'record", CAUSE: "match n at 'who 'why"},
    "lengths": {CHECKSUM: "match records"},
    "players": {CHECKSUM: "id 'name since last"},
    "tags": {CHECKSUM: "'uid 'game 'component 'note enrolled_at"},
    "settings": {CHECKSUM: "'key 'value"},
    "results": {CHECKSUM: "match position 'seat score rank winner tiebreak"},
    "printed": {CHECKSUM: "'game 'kind 'facts edited_at"},
    "set_aside": {CHECKSUM: "id 'source match n 'line 'why found_at"},
}
"""The columns of each checksum in format 5; those that begin with ' are text."""
_SUMS: Final[Mapping[str, Mapping[str, str]]] = {
    **{table: sums for table, sums in FORMAT_5.items() if table != "players"},
    "matches": {**FORMAT_5["matches"], LIST: "id 'title deleted_at", NOTES: "id 'note 'place origin origin_n"},
    "people": {CHECKSUM: "id 'name crest since last archived_at"},
    "seats": {CHECKSUM: "match position person crest"},
    "merges": {CHECKSUM: "person kept at"},
    "summaries": {CHECKSUM: "match records version 'facts"},
}
"""The same in the format of today."""
_KEYS: Final = {
    "journal": ("match", "n"), "lengths": ("match",), "tags": ("uid",), "settings": ("key",),
    "results": ("match", "position"), "seats": ("match", "position"), "printed": ("game", "kind"),
}  # fmt: skip
"""The keys of tables without row ids."""


def checksum(*values: bytes | int | float | None) -> int:
    """Return the checksum of values. Text goes in as bytes: what is damaged need not be text any more."""
    return zlib.crc32(repr(values).encode("ascii"))


def sound(table: str, name: str = CHECKSUM, row: str = "") -> str:
    """Return the SQL condition for a row that reads as it was written."""
    return f"{_sum(table, name, row)} IS {row}{name}"


def register(connection: sqlite3.Connection) -> None:
    """Teach SQL our function; every connection needs it."""
    connection.create_function(FUNCTION, -1, checksum, deterministic=True)


def watch(connection: sqlite3.Connection) -> None:
    """Let this connection write the checksums from now on."""
    for table, sums in _SUMS.items():
        key = " AND ".join(f"{each} = NEW.{each}" for each in _KEYS.get(table, ("rowid",)))
        every = ", ".join(f"{name} = {_sum(table, name)}" for name in sums)
        connection.execute(
            f"CREATE TEMP TRIGGER new_{table} AFTER INSERT ON main.{table} BEGIN"
            f" UPDATE {table} SET {every} WHERE {key}; END"
        )
        for name, columns in sums.items():
            which = ", ".join(columns.replace(QUOTE, "").split())
            connection.execute(
                f"CREATE TEMP TRIGGER changed_{table}_{name} AFTER UPDATE OF {which}"
                f" ON main.{table} WHEN {sound(table, name, 'OLD.')} BEGIN"
                f" UPDATE {table} SET {name} = {_sum(table, name)} WHERE {key}; END"
            )


def damaged(connection: sqlite3.Connection) -> int:
    """Count the rows that do not read as they were written, in a database of today's format."""
    return sum(
        int(connection.execute(f"SELECT count(*) FROM {table} WHERE NOT ({every})").fetchone()[0])
        for table, sums in _SUMS.items()
        for every in (" AND ".join(f"({sound(table, name)})" for name in sums),)
    )


def fill(connection: sqlite3.Connection, sums: Mapping[str, Mapping[str, str]]) -> None:
    """Give every row of these tables its checksums, as it reads now."""
    for table, columns in sums.items():
        every = ", ".join(f"{name} = {sum_of(each)}" for name, each in columns.items())
        connection.execute(f"UPDATE {table} SET {every}")


def sum_of(columns: str, row: str = "") -> str:
    """Return the SQL expression for the checksum of these columns."""
    values = (f"CAST({row}{each[1:]} AS BLOB)" if each[0] == QUOTE else f"{row}{each}" for each in columns.split())
    return f"{FUNCTION}({', '.join(values)})"


def _sum(table: str, name: str, row: str = "") -> str:
    return sum_of(_SUMS[table][name], row)
