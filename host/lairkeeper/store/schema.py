"""The tables, as a list of steps forward. A step that was released is never edited: a change is a new step."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Final

from lairkeeper.store.checks import CAUSE, CHECKSUM, END, fill, register

APPLICATION_ID: Final = 0x4C41_4952
"""``LAIR``: tells our databases from those of other programs."""


def _execute(connection: sqlite3.Connection, script: str) -> None:
    # executescript() commits by itself; a migration must stay in its transaction.
    for statement in script.split(";"):
        if statement.strip():
            connection.execute(statement)


def _first(connection: sqlite3.Connection) -> None:
    """Create version 1: inbox, matches, journal, players, tags, settings, results."""
    _execute(
        connection,
        """
        CREATE TABLE inbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL, boot TEXT NOT NULL, seq INTEGER NOT NULL,
            ms INTEGER NOT NULL, at REAL NOT NULL, kind TEXT NOT NULL, zone TEXT NOT NULL, data TEXT NOT NULL,
            match INTEGER REFERENCES matches(id), record INTEGER, outcome TEXT,
            UNIQUE (device, boot, seq)
        ) STRICT;
        CREATE INDEX inbox_waiting ON inbox (id) WHERE outcome IS NULL;
        CREATE INDEX inbox_of_record ON inbox (match, record) WHERE record IS NOT NULL;
        CREATE TABLE matches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL, header TEXT NOT NULL,
            started_at REAL NOT NULL, finished_at REAL, closed_at REAL, result TEXT
        ) STRICT;
        CREATE TABLE journal (
            match INTEGER NOT NULL REFERENCES matches(id), n INTEGER NOT NULL,
            at REAL NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL, record TEXT NOT NULL,
            PRIMARY KEY (match, n)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, since REAL NOT NULL, last REAL NOT NULL
        ) STRICT;
        CREATE TABLE tags (
            uid TEXT PRIMARY KEY, game TEXT NOT NULL, component TEXT NOT NULL, note TEXT NOT NULL,
            enrolled_at REAL NOT NULL, UNIQUE (game, component)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE results (
            match INTEGER NOT NULL REFERENCES matches(id), position INTEGER NOT NULL, seat TEXT NOT NULL,
            score INTEGER NOT NULL, rank INTEGER, winner INTEGER NOT NULL, tiebreak INTEGER,
            PRIMARY KEY (match, position)
        ) STRICT, WITHOUT ROWID;
        """,
    )


def _printed(connection: sqlite3.Connection) -> None:
    """Add version 2: the numbers that owners typed from their cards."""
    _execute(
        connection,
        """
        CREATE TABLE printed (
            game TEXT NOT NULL, kind TEXT NOT NULL, facts TEXT NOT NULL, edited_at REAL NOT NULL,
            PRIMARY KEY (game, kind)
        ) STRICT, WITHOUT ROWID
        """,
    )


def _snapshots(connection: sqlite3.Connection) -> None:
    """Add version 3: matches as they stood after some of their records."""
    _execute(
        connection,
        """
        CREATE TABLE snapshots (
            match INTEGER NOT NULL REFERENCES matches(id), n INTEGER NOT NULL,
            live INTEGER NOT NULL, code TEXT NOT NULL, log INTEGER NOT NULL, data BLOB NOT NULL,
            checksum INTEGER NOT NULL,
            PRIMARY KEY (match, n)
        ) STRICT, WITHOUT ROWID
        """,
    )


def _forms(connection: sqlite3.Connection) -> None:
    """Add version 4: the forms of pages that have counted."""
    _execute(
        connection, "CREATE TABLE forms (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE) STRICT"
    )


def _checksums(connection: sqlite3.Connection) -> None:
    """Add version 5: a checksum a row, how long each log is, and a place for what cannot be used any more."""
    for table in ("inbox", "matches", "journal", "players", "tags", "settings", "results", "printed"):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {CHECKSUM} INTEGER")
    connection.execute(f"ALTER TABLE journal ADD COLUMN {CAUSE} INTEGER")
    for table in ("inbox", "matches"):
        connection.execute(f"ALTER TABLE {table} ADD COLUMN {END} INTEGER")
    _execute(
        connection,
        f"""
        CREATE TABLE lengths (
            match INTEGER NOT NULL PRIMARY KEY REFERENCES matches(id), records INTEGER NOT NULL, {CHECKSUM} INTEGER
        ) STRICT, WITHOUT ROWID;
        INSERT INTO lengths (match, records) SELECT match, max(n) + 1 FROM journal GROUP BY match;
        CREATE TABLE set_aside (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, match INTEGER, n INTEGER, line TEXT NOT NULL, why TEXT NOT NULL,
            found_at REAL NOT NULL, {CHECKSUM} INTEGER
        ) STRICT
        """,
    )
    register(connection)
    fill(connection)


MIGRATIONS: Final[list[Callable[[sqlite3.Connection], None]]] = [_first, _printed, _snapshots, _forms, _checksums]
"""``MIGRATIONS[n]`` leads from version n to n + 1; ``PRAGMA user_version`` is the number of steps taken."""
