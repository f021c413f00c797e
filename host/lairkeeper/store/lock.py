"""One Lairkeeper a database: a lock file that the operating system releases even after kill -9."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

from lairkeeper.store.errors import StoreProblem, problem


class FileLock:
    """Holds ``<database>.lock`` until ``release``; the file itself stays, only the lock on it counts."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: BinaryIO | None = None

    def acquire(self) -> None:
        """Take the lock or raise ``StoreError``: locked, naming the process where it is known."""
        path = self._database.with_name(self._database.name + ".lock")
        try:
            file = path.open("a+b")
        except OSError as error:
            raise problem(StoreProblem.READ_ONLY, str(self._database), error.strerror or str(error)) from None
        try:
            _lock(file)
        except OSError:
            file.seek(1)
            holder = file.read(20).decode("ascii", "replace").strip()
            file.close()
            raise problem(
                StoreProblem.LOCKED, str(self._database), f" (process {holder})" if holder.isdigit() else ""
            ) from None
        file.seek(0)
        file.truncate()
        file.write(f" {os.getpid()}".encode("ascii"))
        file.flush()
        self._file = file

    def release(self) -> None:
        """Let the next one in. Safe to call twice."""
        if self._file is not None:
            self._file.close()
            self._file = None


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
