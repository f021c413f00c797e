"""The step for players: who was found to be the same person, and a summary of each finished match."""

from __future__ import annotations

import sqlite3
from typing import Final

_STATEMENTS: Final = (
    "CREATE TABLE merges ("
    " person INTEGER PRIMARY KEY, kept INTEGER NOT NULL, at REAL NOT NULL, checksum INTEGER) STRICT",
    "CREATE TABLE summaries ("
    " match INTEGER PRIMARY KEY REFERENCES matches(id), records INTEGER NOT NULL, version INTEGER NOT NULL,"
    " facts TEXT NOT NULL, checksum INTEGER) STRICT",
    "CREATE INDEX matches_ended ON matches (finished_at, id, deleted_at)",
)


def careers(connection: sqlite3.Connection) -> None:
    """Add merges and summaries. Summaries of matches that were finished before are made when they are asked for."""
    for statement in _STATEMENTS:
        connection.execute(statement)
