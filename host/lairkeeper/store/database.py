"""The connection: opened with care, migrated, written to in whole transactions."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from lairkeeper.store.checks import register, watch
from lairkeeper.store.errors import SQLITE_ERRORS, StoreError, StoreProblem, broken, problem, translate
from lairkeeper.store.lock import FileLock
from lairkeeper.store.schema import APPLICATION_ID, MIGRATIONS

MEMORY = ":memory:"
WAIT_SECONDS = 5.0
"""Seconds to wait for another program where nothing stands still meanwhile; see ``Database.wait_at_most``."""


class Database:
    """One SQLite connection, used from one thread. Every method raises ``StoreError`` and nothing else.

    Only ``save_beside`` may be called from any thread: it has a connection to itself.
    """

    def __init__(self, path: str | Path, *, readonly: bool = False, scratch: bool = False) -> None:
        """Open a database. ``scratch``: it is a copy already, so no other is made before a migration."""
        self.path = str(path)
        self.readonly = readonly
        self._scratch = scratch
        self._depth = 0
        self._rider: Callable[[sqlite3.Connection], None] | None = None
        self._lock: FileLock | None = None
        self._saved: tuple[Path, int] | None = None
        self._saving = threading.Lock()
        self._witness: sqlite3.Connection | None = None
        """Reads what ``save_beside`` copies. It is opened at the start: a file that was deleted cannot be opened."""
        if self.path != MEMORY:
            self._prepare_file()
        try:
            self._connection = self._connect()
            self._check_and_migrate()
            if self._lock is not None:
                self._open_witness()
        except SQLITE_ERRORS as error:
            self._close_quietly()
            raise translate(error, self.path) from None
        except StoreError:
            self._close_quietly()
            raise

    def _prepare_file(self) -> None:
        file = Path(self.path)
        if self.readonly:
            if not file.is_file():
                raise problem(StoreProblem.MISSING, self.path)
            return
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            folder = file.is_dir()
        except OSError as error:  # such as a name that is too long
            raise problem(StoreProblem.UNREACHABLE, self.path, error.strerror or str(error)) from None
        if folder:
            raise problem(StoreProblem.UNREACHABLE, self.path, "it is a folder")
        self._lock = FileLock(file)
        self._lock.acquire()

    def _connect(self) -> sqlite3.Connection:
        if self.readonly:
            uri = Path(self.path).resolve().as_uri() + "?mode=ro"
            connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=5)
        else:
            connection = sqlite3.connect(self.path, isolation_level=None, timeout=WAIT_SECONDS)
        connection.row_factory = sqlite3.Row
        register(connection)
        return connection

    def _open_witness(self) -> None:
        self._witness = sqlite3.connect(self.path, isolation_level=None, timeout=WAIT_SECONDS, check_same_thread=False)
        self._witness.execute("SELECT count(*) FROM sqlite_master")  # SQLite opens a file when it is first read

    def _check_and_migrate(self) -> None:
        version = int(self._connection.execute("PRAGMA user_version").fetchone()[0])
        application = int(self._connection.execute("PRAGMA application_id").fetchone()[0])
        tables = int(self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
        if application != APPLICATION_ID and (tables or version):
            raise problem(StoreProblem.NOT_OURS, self.path, "it has tables of another program")
        if version > len(MIGRATIONS):
            raise problem(StoreProblem.NEWER, self.path, f"format {version}, this one knows up to {len(MIGRATIONS)}")
        if version:
            self._check_whole()
        if self.readonly:
            if version < len(MIGRATIONS):
                raise problem(StoreProblem.OLDER, self.path, f"format {version}, this one needs {len(MIGRATIONS)}")
            return
        self._connection.execute("PRAGMA journal_mode = WAL")
        # An acknowledged scan must survive a power cut, so every commit reaches the disk.
        self._connection.execute("PRAGMA synchronous = FULL")
        self._connection.execute("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            self._migrate(version)
        watch(self._connection)

    def _check_whole(self) -> None:
        verdict = str(self._connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        if verdict != "ok":
            raise broken(self.path, verdict)

    def _migrate(self, version: int) -> None:
        if version and self.path != MEMORY and not self._scratch:
            self.backup(self._backup_path(version))
        with self.write() as connection:
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            for step in MIGRATIONS[version:]:
                step(connection)
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def _backup_path(self, version: int) -> Path:
        return next(path for path in beside(Path(self.path), f".format{version}", ".backup") if not path.exists())

    def backup(self, target: Path) -> None:
        """Write a whole, compact copy to a new file ``target``."""
        self.read("VACUUM INTO ?", (str(target),))

    def save_beside(self, at: float) -> Path:
        """Write all that was committed to a new file beside ours, also when ours was deleted; never over another file.

        An open connection still reads a deleted file. Returns the copy of before while that is up to date. ``at`` is
        the wall clock's time, for the name. The time this takes grows with the file: an event loop calls it in another
        thread.
        """
        with self._saving:
            return self.saved or self._save_beside(at)

    def _save_beside(self, at: float) -> Path:
        target = Path(self.path)
        try:
            file = target.absolute()
            file.parent.mkdir(parents=True, exist_ok=True)
            day = datetime.fromtimestamp(at).strftime("%Y-%m-%d")
            target = next(path for path in beside(file, f".saved-{day}", file.suffix) if _made(path))
        except OSError as error:
            raise problem(StoreProblem.UNREACHABLE, str(target), error.strerror or str(error)) from None
        changes = self._connection.total_changes
        try:
            with closing(sqlite3.connect(target)) as copy:
                (self._witness or self._connection).backup(copy)
        except SQLITE_ERRORS as error:
            target.unlink(missing_ok=True)
            raise translate(error, str(target)) from error
        self._saved = target, changes
        return target

    @property
    def saved(self) -> Path | None:
        """Return the copy that ``save_beside`` made, while it is there and nothing was written since."""
        if self._saved is None:
            return None
        path, changes = self._saved
        return path if changes == self._connection.total_changes and path.is_file() else None

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Run one transaction: all of it is on the disk when this returns, or nothing is. Inner uses join the outer."""
        outermost = self._depth == 0
        if outermost:
            self.look_for_the_file()
        self._depth += 1
        try:
            if outermost:
                self._connection.execute("BEGIN IMMEDIATE")
                if self._rider is not None:
                    self._rider(self._connection)
            yield self._connection
            if outermost:
                self._connection.execute("COMMIT")
                self._rider = None
        except BaseException as error:
            if outermost:
                self._roll_back()
            if isinstance(error, SQLITE_ERRORS):
                raise translate(error, self.path) from error
            raise
        finally:
            self._depth -= 1

    @property
    def connection(self) -> sqlite3.Connection:
        """Return the connection, to look at the whole database."""
        return self._connection

    def look_for_the_file(self) -> None:
        """Raise ``StoreError`` (gone) when the file has been deleted, moved or exchanged since it was opened."""
        if self._lock is not None and self._lock.moved():
            raise problem(StoreProblem.GONE, self.path)

    @contextmanager
    def together(self, change: Callable[[sqlite3.Connection], None]) -> Iterator[None]:
        """Make ``change`` part of the first transaction that is committed inside; of none, if there is none."""
        self._rider = change
        try:
            yield
        finally:
            self._rider = None

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def read(self, sql: str, parameters: Sequence[Any] = ()) -> list[sqlite3.Row]:
        """Return all rows of one query."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except SQLITE_ERRORS as error:
            raise translate(error, self.path) from error

    def wait_at_most(self, seconds: float) -> None:
        """Wait no longer than this for a program that keeps the file to itself, then raise ``StoreError`` (busy).

        Pages, buttons and links stand still while an event loop waits, so there whoever writes tries again later: a
        board sends its events anew, a page asks once more.
        """
        self.read(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def close(self) -> None:
        """Fold the write-ahead log into the file and let go. Safe to call twice."""
        self._close_quietly()

    def _close_quietly(self) -> None:
        if self._witness is not None:  # before the other: the last to close folds the write-ahead log
            self._witness.close()
        connection = getattr(self, "_connection", None)
        if connection is not None:
            connection.close()
        if self._lock is not None:
            self._lock.release()


def marks(values: Sequence[object]) -> str:
    """Return the marks for these values in a query."""
    return ("?, " * len(values))[:-2]


def beside(file: Path, mark: str, suffix: str) -> Iterable[Path]:
    """Yield names beside ``file``: its own with ``mark``, then the same with a number."""
    return (file.with_name(f"{file.stem}{mark}{'' if n == 1 else f'-{n}'}{suffix}") for n in range(1, 10_000))


def _made(path: Path) -> bool:
    """Make an empty file, and return False when there is one of that name."""
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True
