"""The tables, as a list of steps forward. A step that was released is never edited: a change is a new step."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Final

from lairkeeper.store.checks import CAUSE, CHECKSUM, END, FORMAT_5, LIST, fill, register, sum_of
from lairkeeper.store.steps.careers import careers
from lairkeeper.store.steps.history import history

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
    fill(connection, FORMAT_5)


def _people(connection: sqlite3.Connection) -> None:
    """Add version 6: players as people with a crest, who sat where, and a list of matches that people keep.

    A player whose row is damaged stays out, to be set aside by hand from the backup: who it was is not known.
    """
    register(connection)
    _execute(
        connection,
        f"""
        CREATE TABLE people (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, crest INTEGER NOT NULL,
            since REAL NOT NULL, last REAL NOT NULL, archived_at REAL, {CHECKSUM} INTEGER
        ) STRICT;
        INSERT INTO people (id, name, crest, since, last)
            SELECT id, name, (row_number() OVER (ORDER BY since, id) - 1) % 8 + 1, since, last FROM players
            WHERE {sum_of(FORMAT_5["players"][CHECKSUM])} IS {CHECKSUM};
        DROP TABLE players;
        CREATE TABLE seats (
            match INTEGER NOT NULL REFERENCES matches(id), position INTEGER NOT NULL,
            person INTEGER, crest INTEGER NOT NULL, {CHECKSUM} INTEGER,
            PRIMARY KEY (match, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX seats_of_person ON seats (person);
        ALTER TABLE matches ADD COLUMN title TEXT;
        ALTER TABLE matches ADD COLUMN deleted_at REAL;
        ALTER TABLE matches ADD COLUMN {LIST} INTEGER
        """,
    )
    for match, seats in _seats_of_headers(connection):
        for position, name in enumerate(seats, 1):
            connection.execute(
                "INSERT INTO seats (match, position, person, crest)"
                " VALUES (?1, ?2, (SELECT id FROM people WHERE name = ?3), ?2)",
                (match, position, name),
            )
    fill(
        connection,
        {
            "people": {CHECKSUM: "id 'name crest since last archived_at"},
            "seats": {CHECKSUM: "match position person crest"},
            "matches": {LIST: "id 'title deleted_at"},
        },
    )


def _seats_of_headers(connection: sqlite3.Connection) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each match whose set-up is whole, and the names in its seats."""
    whole = f"{sum_of(FORMAT_5['matches'][CHECKSUM])} IS {CHECKSUM}"
    for match, header in connection.execute(f"SELECT id, header FROM matches WHERE {whole}").fetchall():
        yield match, [str(name) for name in json.loads(header).get("seats", ())]


MIGRATIONS: Final[list[Callable[[sqlite3.Connection], None]]] = [
    _first, _printed, _snapshots, _forms, _checksums, _people, history, careers,
]  # fmt: skip
"""``MIGRATIONS[n]`` leads from version n to n + 1; ``PRAGMA user_version`` is the number of steps taken."""
