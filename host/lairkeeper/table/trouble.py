"""The troubles that every page tells until they are put right: a failing disk, a broken log, damage that was found."""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from lairkeeper.board import BoardEvent
from lairkeeper.store import Store, StoreError, StoreProblem
from lairkeeper.store.restoring import RestoreError
from lairkeeper.table.clocks import Clock
from lairkeeper.table.errors import TableError
from lairkeeper.table.replay import Lost

RETRY_AFTER: Final = 1.0
"""Seconds after which what the disk refused is tried again."""
OVER_FOR: Final = 15.0
"""Seconds for which the pages say that the disk takes everything again."""
OVER: Final = "over"
GONE: Final = StoreProblem.GONE.value
SAVED: Final = "gone-saved"
"""The file has gone, and a new one has all that was kept."""
SINK_FAILS: Final = "sink-fails"
SINK_OVER: Final = "sink-over"
_OF_THE_DISK: Final = frozenset(
    {
        StoreProblem.BROKEN, StoreProblem.BUSY, StoreProblem.DISK_FAILS, StoreProblem.GONE, StoreProblem.READ_ONLY,
        StoreProblem.DISK_FULL, StoreProblem.UNREACHABLE,
    }
)  # fmt: skip
_PROBE: Final = "probe"
_PROBE_LENGTH: Final = 16_384
"""Characters that must fit: a disk with room for a few bytes is still full."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Text ``trouble.<code>`` with ``args``."""

    code: str
    args: Mapping[str, Any] = field(default_factory=dict)


class Troubles:
    """Everything that goes wrong: the disk first, then the match, then what was found at the start; beside it, sinks.

    It stands between the boards and the inbox, so that scans that cannot be stored are said on every page at once.
    """

    def __init__(self, store: Store, changed: Callable[[], None], steady: Clock, verb: str = "serve") -> None:
        self._verb = verb
        self._match: Trouble | None = None
        self._store = store
        self._changed = changed
        self._steady = steady
        self._disk: Trouble | None = None
        self._retry_at = 0.0
        self._over_until = 0.0
        self._sinks: dict[str, Trouble] = {}
        self._sinks_over: dict[str, float] = {}
        """Sinks that take records again, and until when the pages say so."""
        self._network: Trouble | None = None
        self._backup: Trouble | None = None
        self._restore = _not_restored(store)
        self._found = Trouble("set-aside", {"n": sum(store.found.values()), **_counts(store.found)})

    @property
    def worst(self) -> Trouble | None:
        """Return what to say now."""
        if self._disk is not None:
            saved = self._store.saved if self._disk.code == GONE else None
            return self._disk if saved is None else Trouble(SAVED, {**self._disk.args, **self._go_on(saved)})
        if self._over_until:
            return Trouble(OVER)
        return self._match or (self._found if self._found.args["n"] else None)

    @property
    def all(self) -> tuple[Trouble, ...]:
        """Return everything to say now: the worst first, then backups and the network, then sinks."""
        worst = self.worst
        over = (Trouble(SINK_OVER, {"sink": name}) for name in self._sinks_over)
        others = (each for each in (self._restore, self._backup, self._network) if each)
        return (*((worst,) if worst else ()), *others, *self._sinks.values(), *over)

    def network(self, trouble: Trouble | None) -> None:
        """Note how the home network is: what every page must say of it, or None. The pages are told in any case."""
        self._network = trouble
        self._changed()

    def backup(self, trouble: Trouble | None) -> None:
        """Note that the weekly backup failed, or by None that it did not."""
        if trouble != self._backup:
            self._backup = trouble
            self._changed()

    def sink_failed(self, name: str, why: str) -> None:
        """Note that a sink does not take records; what was told of it stays until it does."""
        if name not in self._sinks:
            self._sinks[name] = Trouble(SINK_FAILS, {"sink": name, "detail": why})
            self._sinks_over.pop(name, None)
            self._changed()

    def sink_over(self, name: str) -> None:
        """Note that a sink takes records, and say so for a while if it did not before."""
        if self._sinks.pop(name, None) is not None:
            self._sinks_over[name] = self._steady() + OVER_FOR
            self._changed()

    @property
    def failing(self) -> bool:
        """Return True when the disk has refused something and not taken anything since."""
        return self._disk is not None

    @property
    def due(self) -> bool:
        """Return True when it is time to try again."""
        return self.failing and self._steady() >= self._retry_at

    def sit(self, match: int, lost: Lost | None) -> None:
        """Note that a match is on the table, of whose log something may have been set aside."""
        args = {"match": match, "n": lost.lost, "line": lost.kept} if lost is not None else {}
        self._match = Trouble("log-cut", args) if args else None

    def cannot_go_on(self, error: TableError | StoreError) -> None:
        """Note why the match of last time is not on the table. Raises what is no fault of that match."""
        if isinstance(error, StoreError) and error.problem is not StoreProblem.DAMAGED_MATCH:
            raise error
        self._match = Trouble(error.code, error.values)

    def failed(self, error: StoreError) -> None:
        """Note that the disk has refused something. Other errors of the store are no business of all pages."""
        if error.problem not in _OF_THE_DISK:
            return
        said, self._disk = self._disk, Trouble(error.code, error.values)
        self._retry_at = self._steady() + RETRY_AFTER
        self._over_until = 0.0
        if self._disk != said:
            self._changed()

    def try_again(self) -> None:
        """Write something, and say that it is over when that is kept."""
        try:
            with self._store.write():
                self._store.settings.set(_PROBE, "." * _PROBE_LENGTH)
                self._store.settings.remove(_PROBE)
        except StoreError as error:
            self.failed(error)
        else:
            self._disk, self._over_until = None, self._steady() + OVER_FOR
            self._changed()

    async def save_elsewhere(self, at: float) -> None:
        """Write all that was kept to a new file if the old one has gone. Raises ``StoreError`` when that fails.

        Pages and boards go on meanwhile.
        """
        try:
            self._store.look_for_the_file()
        except StoreError as error:
            self.failed(error)
            await asyncio.to_thread(self._store.save_beside, at)
            self._changed()

    def _go_on(self, saved: Path) -> dict[str, str]:
        return {"saved": saved.name, "command": f"lairkeeper {self._verb} --db {shlex.quote(str(saved))}"}

    def look(self) -> None:
        """Look whether the file is still there, and forget after a while that a trouble is over."""
        try:
            self._store.look_for_the_file()
        except StoreError as error:
            if not self.failing:  # what already fails is told, and tried again
                self.failed(error)
        if self._over_until and self._steady() >= self._over_until:
            self._over_until = 0.0
            self._changed()
        said = [name for name, until in self._sinks_over.items() if self._steady() >= until]
        for name in said:
            del self._sinks_over[name]
        if said:
            self._changed()

    # The inbox of the boards

    def receive(self, events: Sequence[BoardEvent]) -> None:
        """Keep events. Raises ``StoreError``, and then says so on every page."""
        try:
            self._store.inbox.receive(events)
        except StoreError as error:
            self.failed(error)
            raise

    def last(self, device: str) -> tuple[str, int] | None:
        """Return the newest boot of a device and its highest seq, or None, as ``Inbox.last``."""
        try:
            return self._store.inbox.last(device)
        except StoreError as error:
            self.failed(error)
            raise


def _not_restored(store: Store) -> Trouble | None:
    """Return what to say of a backup that waited for this start and could not be put in place."""
    why = store.restored
    return Trouble("restore-failed", {"path": why.values["file"]}) if isinstance(why, RestoreError) else None


def _counts(found: Mapping[str, int]) -> dict[str, int]:
    return {table: found.get(table, 0) for table in ("tags", "printed", "settings", "people", "inbox")}
