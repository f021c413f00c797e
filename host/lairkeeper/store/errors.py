"""Problems of the database, each with the next step."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Final


class StoreProblem(StrEnum):
    """Why the store cannot do what was asked."""

    BROKEN = "broken"
    """The file is a database, but damaged or not readable as ours."""
    NOT_OURS = "not-ours"
    """The file is something else, or the database of another program."""
    NEWER = "newer"
    """Written by a newer Lairkeeper."""
    OLDER = "older"
    """Needs a migration, and was opened for reading only."""
    LOCKED = "locked"
    """Another Lairkeeper has it open."""
    BUSY = "busy"
    """Another program, such as a backup, keeps the file to itself for the moment."""
    DISK_FAILS = "disk-fails"
    """The disk does not read or write; the file may be whole."""
    GONE = "gone"
    """The file was deleted, moved or exchanged while it was open."""
    READ_ONLY = "read-only"
    """The file or the disk does not take writes."""
    DISK_FULL = "disk-full"
    """No room left."""
    MISSING = "missing"
    """Asked to read a file that does not exist."""
    UNREACHABLE = "unreachable"
    """The folder cannot be made, or the file cannot be opened."""
    UNKNOWN_MATCH = "unknown-match"
    """No match has this number."""
    DAMAGED_MATCH = "damaged-match"
    """The set-up of this match cannot be read any more."""
    UNKNOWN_PERSON = "unknown-person"
    """No person has this number."""
    NAME_TAKEN = "name-taken"
    """Another person has this name."""
    BOTH_SAT_THERE = "both-sat-there"
    """Two people sat in one match, so they are not the same."""


class StoreError(Exception):
    """A problem with the database; ``str()`` is a sentence for the player that ends with the next step."""

    def __init__(self, problem: StoreProblem, message: str, values: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.problem = problem
        self.values = dict(values or {})
        """``path`` and ``detail``, for the same sentence in another language."""

    @property
    def code(self) -> str:
        """Return the problem as text, such as ``disk-full``."""
        return self.problem.value


NEXT_STEP: Final = {
    StoreProblem.BROKEN: "{path} is damaged ({detail}). Nothing was changed. Move it away and start again with a "
    "backup that lies beside it, or choose another file with --db.",
    StoreProblem.NOT_OURS: "{path} is not a Lairkeeper database ({detail}). Nothing was changed. "
    "Choose another file with --db.",
    StoreProblem.NEWER: "{path} was written by a newer Lairkeeper ({detail}). Nothing was changed. "
    "Update with `pip install -U lairkeeper`, or choose another file with --db.",
    StoreProblem.OLDER: "{path} was written by an older Lairkeeper ({detail}). Start `lairkeeper serve` once: it makes "
    "a backup and brings the file up to date.",
    StoreProblem.LOCKED: "{path} is in use by another Lairkeeper{detail}. Close that one first, "
    "or choose another file with --db.",
    StoreProblem.BUSY: "Another program keeps {path} to itself for the moment, perhaps a backup{detail}. Nothing was "
    "changed. Wait until it is through, then try again.",
    StoreProblem.DISK_FAILS: "The disk of {path} fails ({detail}). Nothing was changed. Try again; if it stays so, "
    "copy the file to another disk and choose it with --db.",
    StoreProblem.GONE: "{path} was deleted or moved while it was in use{detail}. Nothing more is kept. Put it back "
    "where it was, or end Lairkeeper and start it again.",
    StoreProblem.READ_ONLY: "{path} cannot be written ({detail}). Check the permissions of the file and its folder, "
    "or choose another file with --db.",
    StoreProblem.DISK_FULL: "No room left on the disk of {path} ({detail}). Free some space and try again: what was "
    "confirmed before is kept.",
    StoreProblem.MISSING: "{path} does not exist. Check the name given with --db, or play a match first.",
    StoreProblem.UNREACHABLE: "{path} cannot be opened ({detail}). Check the folder, or choose another file with --db.",
    StoreProblem.UNKNOWN_MATCH: "There is no match {detail} in {path}. `lairkeeper matches` lists them.",
    StoreProblem.DAMAGED_MATCH: "The set-up of match {detail} in {path} is damaged. Begin a new match; "
    "a backup beside the file may still have the old one.",
    StoreProblem.UNKNOWN_PERSON: "There is no person {detail} in {path} any more. Look at the list again.",
    StoreProblem.NAME_TAKEN: "Another person is called {detail}. Choose another name, or merge the two.",
    StoreProblem.BOTH_SAT_THERE: "Both sat in match {detail}, so they are two people. Choose another person.",
}


def problem(kind: StoreProblem, path: str, detail: str = "") -> StoreError:
    """Return the error for ``kind`` with its sentence filled in."""
    values = {"path": path, "detail": detail}
    return StoreError(kind, NEXT_STEP[kind].format(**values), values)


SQLITE_ERRORS: Final = (sqlite3.Error, UnicodeDecodeError)
"""Exceptions that ``sqlite3`` raises: the second when its own message quotes text that is damaged."""


def translate(error: Exception, path: str) -> StoreError:
    """Return SQLite's error as ours; an error we do not know counts as a broken file, with SQLite's words.

    SQLite says "malformed" of a page that the disk did not read, too (SQLite, Result codes: SQLITE_IOERR_CORRUPTFS).
    So what it calls broken is read once, to the end.
    """
    code = getattr(error, "sqlite_errorcode", None)
    primary = code & 0xFF if isinstance(code, int) else None
    kinds = {
        sqlite3.SQLITE_BUSY: StoreProblem.BUSY,
        sqlite3.SQLITE_LOCKED: StoreProblem.BUSY,
        sqlite3.SQLITE_IOERR: StoreProblem.DISK_FAILS,
        sqlite3.SQLITE_READONLY: StoreProblem.READ_ONLY,
        sqlite3.SQLITE_PERM: StoreProblem.READ_ONLY,
        sqlite3.SQLITE_FULL: StoreProblem.DISK_FULL,
        sqlite3.SQLITE_CANTOPEN: StoreProblem.UNREACHABLE,
        sqlite3.SQLITE_NOTADB: StoreProblem.NOT_OURS,
    }
    kind = kinds.get(primary, StoreProblem.BROKEN) if primary is not None else StoreProblem.BROKEN
    if kind is StoreProblem.BROKEN:
        return broken(path, str(error))
    return problem(kind, path, "" if kind is StoreProblem.BUSY else str(error))


def broken(path: str, detail: str) -> StoreError:
    """Return the error of a file that makes no sense: it is damaged, or its disk does not read it."""
    try:
        for file in (Path(path), Path(f"{path}-wal")):
            if file.is_file():
                _read_through(file)
    except OSError:
        return problem(StoreProblem.DISK_FAILS, path, "disk I/O error")  # SQLite's words: one trouble is told once
    return problem(StoreProblem.BROKEN, path, detail)


def _read_through(file: Path) -> None:
    with file.open("rb", buffering=0) as opened:
        while opened.read(1 << 20):
            pass
