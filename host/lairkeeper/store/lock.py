"""One Lairkeeper a database: a lock that the operating system releases even after kill -9.

The lock follows the file, whatever it is called: links to one file are one database.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO, Final, TypeAlias

from lairkeeper.store.errors import StoreProblem, problem

Identity: TypeAlias = tuple[int, int]
"""Device and inode: what a file is, apart from its names."""

_held: Final[set[Identity]] = set()
"""Files that this process has locked.

It must not open such a file a second time: closing it would drop SQLite's locks.
"""


def identity_of(path: Path) -> Identity | None:
    """Return device and inode of a file; None where there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


class FileLock:
    """Holds ``<database>.lock``, and the database file itself, until ``release``.

    The lock file lies beside the file that a symbolic link leads to, and stays there: only the lock on it counts. The
    second lock is for hard links, which may lie in different folders.
    """

    def __init__(self, database: Path) -> None:
        self._said = database
        self._database = database.resolve()
        self._files: list[BinaryIO] = []
        self._identity: Identity | None = None

    def acquire(self) -> None:
        """Take the lock or raise ``StoreError``: locked, naming the process where it is known."""
        file = self._open(self._database.with_name(self._database.name + ".lock"))
        try:
            _lock(file)
        except OSError:
            file.seek(1)
            holder = file.read(20).decode("ascii", "replace").strip()
            file.close()
            raise self._locked(f" (process {holder})" if holder.isdigit() else "") from None
        self._files.append(file)
        try:
            self._lock_database()
        except BaseException:
            self.release()
            raise
        file.seek(0)
        file.truncate()
        file.write(f" {os.getpid()}".encode("ascii"))
        file.flush()

    def moved(self) -> bool:
        """Return True when the database file has been deleted, moved or exchanged since it was locked."""
        return identity_of(self._database) != self._identity

    def release(self) -> None:
        """Let the next one in. Safe to call twice."""
        if self._identity is not None:
            _held.discard(self._identity)
            self._identity = None
        for file in self._files:
            file.close()
        self._files.clear()

    def _lock_database(self) -> None:
        identity = identity_of(self._database)
        if identity in _held:
            raise self._locked(f" (process {os.getpid()})")
        if sys.platform != "win32":  # there, a locked byte of the file would be one that SQLite cannot read
            file = self._open(self._database)
            try:
                _lock(file)
            except OSError:
                file.close()
                raise self._locked(" under another name") from None
            self._files.append(file)
            identity = identity_of(self._database)
        if identity is not None:
            self._identity = identity
            _held.add(identity)

    def _open(self, path: Path) -> BinaryIO:
        try:
            return path.open("a+b")
        except OSError as error:
            raise problem(StoreProblem.READ_ONLY, str(self._said), error.strerror or str(error)) from None

    def _locked(self, detail: str) -> Exception:
        return problem(StoreProblem.LOCKED, str(self._said), detail)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        # Byte 0 only, so that others can still read the process number behind it.
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
