"""Backups while the app runs: to a file for the owner, and by choice every week to a folder."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from lairkeeper.store import Store, StoreError
from lairkeeper.store.backup import BackupFacts, write_backup
from lairkeeper.store.database import MEMORY, beside
from lairkeeper.store.restoring import RestoreError, WaitingBackup, prepare, waiting_path
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.trouble import Trouble, Troubles

EVERY: Final = 7 * 86_400.0
"""Seconds from one backup to the next."""
AGAIN: Final = 3600.0
"""Seconds after which one that failed is tried again."""
KEPT: Final = 5
"""Backups that stay in the folder; older ones that the app made are deleted."""
FAILS: Final = "backup-fails"
_KEY: Final = "backup"


class FolderError(Exception):
    """No backup can be written to this folder: its path is not ``whole``, or the disk says ``why``."""

    def __init__(self, why: str = "", *, whole: bool = True) -> None:
        super().__init__(why or "its path is not whole")
        self.why = why
        self.whole = whole


@dataclass(frozen=True, slots=True)
class Weekly:
    """The choice of a weekly backup. ``last``: when one was made last (seconds since 1970); ``files``: those kept."""

    folder: str = ""
    last: float | None = None
    files: tuple[str, ...] = ()


class Backups:
    """Copies of the whole database, made in another thread."""

    def __init__(self, store: Store, troubles: Troubles, clocks: Clocks, changed: Callable[[], None]) -> None:
        self._store = store
        self._troubles = troubles
        self._clocks = clocks
        self._changed = changed
        self._running: asyncio.Task[None] | None = None
        self._tried: float | None = None
        self._one = asyncio.Lock()
        kept: dict[str, Any] = store.settings.get(_KEY, {})
        self.weekly = Weekly(kept.get("folder", ""), kept.get("last"), tuple(kept.get("files", ())))
        """The weekly backup that was chosen."""

    @property
    def database(self) -> Path | None:
        """Return the database file; None: everything is in memory."""
        return None if self._store.path == MEMORY else Path(self._store.path).absolute()

    @property
    def waiting(self) -> bool:
        """Return True while a backup waits to be restored at the next start."""
        return self.database is not None and waiting_path(self.database).is_file()

    def choose(self, folder: str) -> None:
        """Make a backup in this folder every week; none for an empty name. Raises ``FolderError``."""
        if folder:
            folder = str(_usable(Path(folder).expanduser()))
        before = self.weekly
        self._keep(Weekly(folder) if folder != before.folder else before)
        self._tried = None
        self._troubles.backup(None)
        self._changed()

    async def write(self, target: Path) -> BackupFacts:
        """Write a backup to a new file and check it. Raises ``StoreError``."""
        async with self._one:
            if self.database is None:
                self._store.backup(target)
                return BackupFacts(0, 0, 0, 0, None)
            return await asyncio.to_thread(write_backup, self.database, target)

    async def restore(self, source: Path) -> WaitingBackup:
        """Check a backup, and put it in place at the next start. Raises ``RestoreError``."""
        if self.database is None:
            raise RestoreError("failed", source, detail="the database is in memory")
        async with self._one:
            waiting = await asyncio.to_thread(prepare, source, self.database)
        self._changed()
        return waiting

    def stay(self) -> None:
        """Keep the present database: what waits for the next start is deleted."""
        if self.database is not None:
            with contextlib.suppress(OSError):
                waiting_path(self.database).unlink(missing_ok=True)
        self._changed()

    def look(self) -> None:
        """Begin the weekly backup if it is due; call this now and then in the event loop."""
        if self._running is None and self._due():
            self._tried = self._clocks.wall()
            self._running = asyncio.ensure_future(self._make())

    async def close(self) -> None:
        """Wait for a backup that runs."""
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)

    def _due(self) -> bool:
        weekly, now = self.weekly, self._clocks.wall()
        if not weekly.folder or self.database is None:
            return False
        if self._tried is not None and 0 <= now - self._tried < AGAIN:
            return False
        return weekly.last is None or not 0 <= now - weekly.last < EVERY

    async def _make(self) -> None:
        weekly, now = self.weekly, self._clocks.wall()
        try:
            folder = _usable(Path(weekly.folder))
            day = datetime.fromtimestamp(now).strftime("%Y-%m-%d")
            target = next(path for path in beside(folder / "lairkeeper.db", f"-{day}", ".db") if not path.exists())
            await self.write(target)
            files = (*weekly.files, target.name)
            for old in files[:-KEPT]:
                with contextlib.suppress(OSError):
                    (folder / old).unlink(missing_ok=True)
            if self.weekly.folder == weekly.folder:
                self._keep(Weekly(weekly.folder, now, files[-KEPT:]))
            self._troubles.backup(None)
        except FolderError as error:
            self._troubles.backup(Trouble(FAILS, {"folder": weekly.folder, "detail": str(error)}))
        except StoreError as error:
            detail = error.values.get("detail") or str(error)
            self._troubles.backup(Trouble(FAILS, {"folder": weekly.folder, "detail": detail}))
        finally:
            self._running = None
            self._changed()

    def _keep(self, weekly: Weekly) -> None:
        kept = {"folder": weekly.folder, "last": weekly.last, "files": list(weekly.files)}
        self._store.settings.set(_KEY, kept)
        self.weekly = weekly


def _usable(folder: Path) -> Path:
    """Return a folder that files can be made in. Raises ``FolderError``."""
    if not folder.is_absolute():
        raise FolderError(whole=False)
    probe = folder / ".lairkeeper-probe"
    try:
        folder.mkdir(exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, ValueError) as error:
        raise FolderError(getattr(error, "strerror", None) or "no folder can be called so") from None
    return folder
