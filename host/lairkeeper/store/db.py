"""The store: one SQLite file with everything that must not be lost."""

from __future__ import annotations

import sqlite3
import time
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType

from lairkeeper.store.database import MEMORY, Database
from lairkeeper.store.forms import Forms
from lairkeeper.store.history import PastMatches
from lairkeeper.store.inbox import Inbox
from lairkeeper.store.journal import Journal
from lairkeeper.store.matches import Matches
from lairkeeper.store.people import People
from lairkeeper.store.printed import PrintedNumbers
from lairkeeper.store.restoring import RestoredBackup, RestoreError, put_in_place
from lairkeeper.store.salvage import Salvage
from lairkeeper.store.settings import Settings
from lairkeeper.store.snapshots import Snapshots
from lairkeeper.store.summaries import Summaries
from lairkeeper.store.tags import Tags
from lairkeeper.store.turns import KeptTurns


class Store:
    """Opened once, used from one thread but for ``save_beside``.

    Every method of every part raises ``StoreError`` and nothing else.
    """

    def __init__(self, database: Database, restored: RestoredBackup | RestoreError | None = None) -> None:
        self.database = database
        self.restored = restored
        """The backup that was put in place at this start, or why it was not; None: none waited."""
        self.inbox = Inbox(database)
        self.journal = Journal(database)
        self.snapshots = Snapshots(database)
        self.turns = KeptTurns(database)
        self.matches = Matches(database)
        self.past = PastMatches(database)
        self.people = People(database)
        self.summaries = Summaries(database)
        self.tags = Tags(database)
        self.printed = PrintedNumbers(database)
        self.settings = Settings(database)
        self.forms = Forms(database)
        self.salvage = Salvage(database)
        self.found = {} if database.readonly else self.salvage.sweep(time.time())
        """The damaged rows that were set aside at the start, by table."""
        if not database.readonly:
            self.matches.clear_out(time.time())

    @classmethod
    def open(cls, path: str | Path = MEMORY, *, readonly: bool = False) -> Store:
        """Open, check and bring up to date; a backup is made beside the file before a migration.

        A backup that waits to be restored is put in place first.
        """
        restored: RestoredBackup | RestoreError | None = None
        if not readonly and str(path) != MEMORY:
            try:
                restored = put_in_place(Path(path), time.time())
            except RestoreError as error:
                restored = error
        return cls(Database(path, readonly=readonly), restored)

    @property
    def path(self) -> str:
        """Return the path of the database file, or ``:memory:``."""
        return self.database.path

    def write(self) -> AbstractContextManager[sqlite3.Connection]:
        """Make several changes in one transaction."""
        return self.database.write()

    def backup(self, target: str | Path) -> None:
        """Write a whole copy to a new file."""
        self.database.backup(Path(target))

    def save_beside(self, at: float) -> Path:
        """Write all that was committed to a new file beside ours, as ``Database.save_beside``; from any thread."""
        return self.database.save_beside(at)

    @property
    def saved(self) -> Path | None:
        """Return the copy that ``save_beside`` made, while it has everything."""
        return self.database.saved

    def look_for_the_file(self) -> None:
        """Raise ``StoreError`` (gone) when the file is no longer where it was opened; costs one look at the folder."""
        self.database.look_for_the_file()

    def wait_at_most(self, seconds: float) -> None:
        """Wait no longer than this for another program that keeps the file to itself."""
        self.database.wait_at_most(seconds)

    def close(self) -> None:
        """Close the database and release its lock. Safe to call twice."""
        self.database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
