"""Forms of pages that have counted, by digest: the same form again is known, also after a restart."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from lairkeeper.store.database import Database

KEPT: Final = 4096
"""Digests that are kept; the oldest go first."""


class Forms:
    """Digests of 32 bytes. Every method raises ``StoreError``."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._unkept: dict[bytes, None] = {}

    def counted(self, digest: bytes) -> bool:
        """Return whether this very form has counted."""
        return digest in self._unkept or bool(self._database.read("SELECT 1 FROM forms WHERE digest = ?", (digest,)))

    @contextmanager
    def counting(self, digest: bytes) -> Iterator[None]:
        """Keep ``digest`` in the same transaction as the first change that is written inside.

        So a kill at any point leaves either both or neither of them.
        """
        with self._database.together(lambda connection: _keep(connection, digest)):
            yield

    def keep(self, digest: bytes) -> None:
        """Keep ``digest``; nothing happens when it is there.

        What the disk refuses is known until the app ends, because what the form asked for is done.
        """
        self._unkept[digest] = None
        if len(self._unkept) > KEPT:
            del self._unkept[next(iter(self._unkept))]
        if not self._database.read("SELECT 1 FROM forms WHERE digest = ?", (digest,)):
            with self._database.write() as connection:
                _keep(connection, digest)
        del self._unkept[digest]


def _keep(connection: sqlite3.Connection, digest: bytes) -> None:
    kept = connection.execute("INSERT OR IGNORE INTO forms (digest) VALUES (?)", (digest,))
    connection.execute("DELETE FROM forms WHERE id <= ?", ((kept.lastrowid or 0) - KEPT,))
