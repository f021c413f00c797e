"""A disk that refuses at the last moment: everything is written, and the commit fails."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lairkeeper.store import Store


class NoCommit:
    """A connection whose commits fail."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
        if sql == "COMMIT":
            raise sqlite3.OperationalError("database or disk is full")
        return self._connection.execute(sql, *args)


@contextmanager
def refusing(store: Store) -> Iterator[None]:
    """Let every commit fail for the length of a ``with``."""
    database = store.database
    whole = database._connection
    database._connection = NoCommit(whole)  # type: ignore[assignment]
    try:
        yield
    finally:
        database._connection = whole
