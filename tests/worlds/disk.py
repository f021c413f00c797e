"""The disk of a world: it refuses for a while, or the host is killed at one of its statements."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from lairkeeper.store import Store

WRITES: Final = ("BEGIN", "INSERT", "UPDATE", "DELETE", "REPLACE", "COMMIT")
_FILES: Final = ("", "-wal")
"""The files of a database that outlive its host: the file and its write-ahead log; the shared memory does not."""


class Killed(BaseException):
    """The host has no time to say anything. No handler of the app may take it for an error."""


class Disk:
    """``refusal``: what SQLite says to whoever writes. ``dies_in``: points of time until the host is killed."""

    def __init__(self) -> None:
        self.refusal: str | None = None
        self.dies_in: int | None = None
        self._dead = False

    def point(self) -> None:
        """One of the moments at which the host may be killed: before and after each statement."""
        if self.dies_in is not None:
            self.dies_in -= 1
            self._dead |= self.dies_in <= 0
        if self._dead:
            raise Killed

    def revive(self) -> None:
        """Another host runs; the disk is the same."""
        self.dies_in, self._dead = None, False

    def mend(self) -> None:
        self.refusal = None

    def check(self, sql: str) -> None:
        if self.refusal is not None and sql.lstrip().upper().startswith(WRITES):
            raise sqlite3.OperationalError(self.refusal)


class Statements:
    """A connection whose statements go by way of the disk."""

    def __init__(self, connection: sqlite3.Connection, disk: Disk) -> None:
        self._connection = connection
        self._disk = disk

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:
        self._disk.point()
        self._disk.check(sql)
        cursor = self._connection.execute(sql, parameters)
        self._disk.point()
        return cursor

    def executemany(self, sql: str, parameters: Any) -> sqlite3.Cursor:
        self._disk.point()
        self._disk.check(sql)
        cursor = self._connection.executemany(sql, parameters)
        self._disk.point()
        return cursor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)


def opened(path: Path, disk: Disk) -> Store:
    """Open the database on this disk."""
    store = Store.open(path)
    database: Any = store.database
    database._connection = Statements(database._connection, disk)
    return store


def after_death(path: Path, to: Path) -> None:
    """Leave at ``to`` what a killed host has left at ``path``: all that was committed, and no more."""
    for ending in _FILES:
        file = path.with_name(path.name + ending)
        if file.exists():
            shutil.copy(file, to.with_name(to.name + ending))
