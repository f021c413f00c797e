"""A backup in the place of the database: checked and brought up to date first, and the present one kept beside it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final

from lairkeeper.store.backup import BackupFacts, copy_database, facts_of
from lairkeeper.store.checks import damaged
from lairkeeper.store.database import MEMORY, Database, beside
from lairkeeper.store.errors import SQLITE_ERRORS, StoreError, StoreProblem
from lairkeeper.store.lock import FileLock

WORDS: Final[Mapping[str, str]] = {
    "missing": "{file} does not exist. Choose a file that `lairkeeper backup` wrote.",
    "not-ours": "{file} is not a backup of Lairkeeper. Nothing was changed. Choose another file.",
    "newer": "{file} was written by a newer Lairkeeper. Nothing was changed. Update this one, then restore it again.",
    "broken": "{file} is damaged or cut off. Nothing was changed. Choose another backup.",
    "damaged": "{file} has {n} damaged entries. Nothing was changed. Choose another backup, or restore it without "
    "these entries: lairkeeper restore FILE --anyway",
    "itself": "{file} is the database itself. Nothing was changed. Choose a backup.",
    "failed": "{file} could not be restored ({detail}). Nothing was changed. Check the disk and try again.",
}
"""Why a backup is not restored, and what to do."""
_CODES: Final = {
    StoreProblem.MISSING: "missing",
    StoreProblem.NOT_OURS: "not-ours",
    StoreProblem.NEWER: "newer",
    StoreProblem.BROKEN: "broken",
}
_SIDE_FILES: Final = ("-wal", "-shm", "-journal")


class RestoreError(Exception):
    """A backup that is not restored. ``code`` is a key of ``WORDS``; ``str()`` is the sentence."""

    def __init__(self, code: str, file: Path, n: int = 0, detail: str = "") -> None:
        self.code = code
        self.values = {"file": str(file), "n": n, "detail": detail}
        super().__init__(WORDS[code].format(**self.values))


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """A backup that came to its place. ``kept``: the database of before; None: there was none."""

    facts: BackupFacts
    kept: Path | None


@dataclass(frozen=True, slots=True)
class WaitingBackup:
    """A backup that was checked and waits for the next start; ``path`` is its file."""

    path: Path
    facts: BackupFacts


def waiting_path(database: Path) -> Path:
    """Return where a backup waits for the next start."""
    return database.parent / f"{database.stem}.restore{database.suffix}"


def prepare(source: Path, database: Path, *, anyway: bool = False) -> WaitingBackup:
    """Check a backup, bring a copy of it up to date beside the database, and leave that waiting.

    ``anyway``: also one with damaged entries, which are then set aside. Raises ``RestoreError``; then nothing has
    changed. From any thread.
    """
    scratch = database.parent / f"{database.stem}.restoring-{os.getpid()}-{time.monotonic_ns()}{database.suffix}"
    try:
        if database.exists() and source.exists() and source.samefile(database):
            raise RestoreError("itself", source)
        facts_of(_existing(source))
        copy_database(source, scratch)
        facts = facts_of(scratch)
        with closing(Database(scratch, scratch=True)) as copy:
            if _columns(copy.connection) != _columns_of_today():
                raise RestoreError("broken", source)
            found = damaged(copy.connection)
        if found and not anyway:
            raise RestoreError("damaged", source, found)
        _fold(scratch)
        target = waiting_path(database)
        target.parent.mkdir(parents=True, exist_ok=True)
        scratch.replace(target)
        return WaitingBackup(target, facts)
    except StoreError as error:
        code = _CODES.get(error.problem, "failed")
        raise RestoreError(code, source, detail=error.values.get("detail", "")) from None
    except (*SQLITE_ERRORS, ValueError, LookupError):  # its tables are none that this app made
        raise RestoreError("broken", source) from None
    except OSError as error:
        raise RestoreError("failed", source, detail=error.strerror or str(error)) from None
    finally:
        for end in ("", ".lock", *_SIDE_FILES):
            with suppress(OSError):
                scratch.with_name(scratch.name + end).unlink(missing_ok=True)


def put_in_place(database: Path, at: float) -> RestoredBackup | None:
    """Put a backup that waits in the place of the database, which is kept beside it; None: none waits.

    ``at`` is the time of day, for the name. Raises ``StoreError`` (locked) while another Lairkeeper has the database,
    and ``RestoreError`` for a backup that was damaged while it waited: it is moved away.
    """
    waits = waiting_path(database)
    if not waits.is_file():
        return None
    lock = FileLock(database) if database.exists() else None
    if lock is not None:
        lock.acquire()
    try:
        try:
            facts = facts_of(waits)
        except StoreError:
            waits.replace(next(path for path in beside(waits, "-failed", waits.suffix) if not path.exists()))
            raise RestoreError("broken", waits) from None
        kept = _keep(database, at) if database.exists() else None
        waits.replace(database)
        _sync(database.parent)
        return RestoredBackup(facts, kept)
    except OSError as error:
        raise RestoreError("failed", waits, detail=error.strerror or str(error)) from None
    finally:
        if lock is not None:
            lock.release()


def _existing(source: Path) -> Path:
    if not source.is_file():
        raise RestoreError("missing", source)
    return source


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str, str]]:
    """Return table, name and type of every column."""
    tables = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {(table, row[1], row[2]) for table in tables for row in connection.execute(f'PRAGMA table_info("{table}")')}


@cache
def _columns_of_today() -> set[tuple[str, str, str]]:
    with closing(Database(MEMORY)) as fresh:
        return _columns(fresh.connection)


def _keep(database: Path, at: float) -> Path:
    """Keep the database beside itself, under a name that tells when. What waits to be folded into it goes with it.

    Its write-ahead log must not stay: it would be folded into the file that comes.
    """
    day = datetime.fromtimestamp(at).strftime("%Y-%m-%d")
    kept = next(path for path in beside(database, f".before-{day}", database.suffix) if not path.exists())
    try:
        os.link(database, kept)
    except OSError:  # a disk without hard links
        kept.write_bytes(database.read_bytes())
    for end in _SIDE_FILES:
        side = database.with_name(database.name + end)
        if side.exists():
            side.replace(kept.with_name(kept.name + end))
    return kept


def _fold(file: Path) -> None:
    """Make a file of its own of a database: nothing lies beside it any more."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _sync(folder: Path) -> None:
    """Have the new name of a file on the disk."""
    with suppress(OSError):  # Windows opens no folders
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
