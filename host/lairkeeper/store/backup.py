"""A backup: one file with everything, copied in small steps while the app writes, and checked."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lairkeeper.store.errors import SQLITE_ERRORS, StoreProblem, broken, problem, translate
from lairkeeper.store.schema import APPLICATION_ID, MIGRATIONS

STEP: Final = 128
"""Pages that are copied at once."""
PAUSE: Final = 0.001
"""Seconds between two steps: the disk is free for taps meanwhile."""
PART: Final = ".part"
"""Ends the name of a file that is not whole yet."""
_WAIT: Final = 5.0


@dataclass(frozen=True, slots=True)
class BackupFacts:
    """The contents of a database: its format, and when its last match began (``newest``, seconds since 1970)."""

    version: int
    matches: int
    people: int
    tags: int
    newest: float | None


def write_backup(database: Path, target: Path) -> BackupFacts:
    """Copy the database to a new file ``target`` and check the copy; from any thread, and while others write.

    The copy is what was committed when this began. Raises ``StoreError``; then there is no file.
    """
    part = Path(f"{target}{PART}")
    try:
        if target.exists():
            raise problem(StoreProblem.UNREACHABLE, str(target), "it is there already")
        copy_database(database, part)
        facts = facts_of(part)
        part.replace(target)
    except OSError as error:
        raise problem(StoreProblem.UNREACHABLE, str(target), error.strerror or str(error)) from None
    finally:
        _clear(part)
    return facts


def copy_database(database: Path, target: Path) -> None:
    """Copy a database in small steps to ``target``, as it was when this began. Raises ``StoreError``."""
    if not database.is_file():
        raise problem(StoreProblem.MISSING, str(database))
    at = str(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _clear(target)
        with closing(reading(database)) as source, closing(sqlite3.connect(target, isolation_level=None)) as copy:
            at = str(database)
            # One transaction: a copy of a file that others write to would begin anew at each of their commits.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            at = str(target)
            copy.execute("PRAGMA journal_mode = OFF")
            copy.execute("PRAGMA synchronous = OFF")
            descriptor = os.open(target, os.O_RDWR)
            try:
                source.backup(copy, pages=STEP, progress=lambda *_: _pause(descriptor))
                copy.execute("PRAGMA journal_mode = DELETE")
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
    except SQLITE_ERRORS as error:
        _clear(target)
        raise translate(error, at) from None
    except OSError as error:
        _clear(target)
        raise problem(StoreProblem.UNREACHABLE, str(target), error.strerror or str(error)) from None


def facts_of(file: Path) -> BackupFacts:
    """Check a database without writing to it, and return what it holds.

    Raises ``StoreError``: not ours, written by a newer version, or damaged.
    """
    try:
        with closing(reading(file)) as connection:
            version = int(connection.execute("PRAGMA user_version").fetchone()[0])
            application = int(connection.execute("PRAGMA application_id").fetchone()[0])
            if application != APPLICATION_ID or not version:
                raise problem(StoreProblem.NOT_OURS, str(file), "another program wrote it")
            if version > len(MIGRATIONS):
                raise problem(
                    StoreProblem.NEWER, str(file), f"format {version}, this one knows up to {len(MIGRATIONS)}"
                )
            verdict = str(connection.execute("PRAGMA integrity_check(1)").fetchone()[0])
            if verdict != "ok":
                raise broken(str(file), verdict)
            return _facts(connection, version)
    except SQLITE_ERRORS as error:
        raise translate(error, str(file)) from None


def reading(file: Path) -> sqlite3.Connection:
    """Return a connection that only reads."""
    uri = f"{file.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_WAIT)


def _facts(connection: sqlite3.Connection, version: int) -> BackupFacts:
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    people = "people" if "people" in tables else "players"

    def count(table: str) -> int:
        return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    newest = connection.execute("SELECT max(started_at) FROM matches").fetchone()[0]
    return BackupFacts(version, count("matches"), count(people), count("tags"), newest)


def _pause(descriptor: int) -> None:
    os.fsync(descriptor)  # little by little: what is written at the end at once would make taps wait for the disk
    time.sleep(PAUSE)


def _clear(file: Path) -> None:
    for each in (file, file.with_name(f"{file.name}-journal"), file.with_name(f"{file.name}-wal"),
                 file.with_name(f"{file.name}-shm")):  # fmt: skip
        each.unlink(missing_ok=True)
