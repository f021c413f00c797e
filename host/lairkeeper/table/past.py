"""Earlier records and snapshots, as they are kept: a running match does not hold them in memory."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from lairkeeper import __version__
from lairkeeper.core.codec import LogError, header_to_json, record_from_json, snapshot_from_json, snapshot_to_json
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record, Snapshot
from lairkeeper.core.state import State
from lairkeeper.store import Store, StoreProblem
from lairkeeper.store.errors import problem
from lairkeeper.store.snapshots import SnapshotRow

EVERY: Final = 100
"""Records from one snapshot to the next: what a resumed match replays at most."""


@dataclass(frozen=True, slots=True)
class PackedSnapshot:
    """A snapshot as it is kept: after record ``n``, with ``live`` records that were not taken back."""

    n: int
    live: int
    data: bytes


def packed_snapshot(history: History) -> PackedSnapshot | None:
    """Return the snapshot of the present if one is due; None also where a state holds what JSON cannot."""
    if len(history) != MatchPast.due(len(history)):
        return None
    now = history.snapshot
    try:
        data = json.dumps(snapshot_to_json(now), separators=(",", ":"))
        if snapshot_from_json(json.loads(data), history.game.blank(history.header)) != now:
            return None
    except (TypeError, ValueError):
        return None
    return PackedSnapshot(now.n, len(now.live), data.encode())


class MatchPast:
    """The log and the snapshots of one match. The log is the truth: a snapshot that does not fit is not there."""

    def __init__(self, store: Store, match: int, game: Game, header: Header) -> None:
        self._store = store
        self._match = match
        self.game = game
        self.header = header
        head = zlib.crc32(json.dumps(header_to_json(header), sort_keys=True).encode())
        self.code = f"{game.id} {game.version} {header.version} {_folding()} {head:08x}"

    def after(self, n: int) -> Iterator[Record]:
        """Yield the records from ``n`` on, up to a missing or damaged one.

        Raises ``LogError`` at one that cannot be a record.
        """
        for row in self._store.journal.up_to_break(self._match, n):
            yield record_from_json(dict(row.record))

    def records(self, first: int, end: int) -> Sequence[Record]:
        """Return records of a log that was looked through. Raises ``StoreError`` when one cannot be read any more."""
        try:
            return [record_from_json(dict(row.record)) for row in self._store.journal.read(self._match, first, end)]
        except LogError as error:
            raise problem(StoreProblem.BROKEN, self._store.path, str(error)) from None

    def newest(self) -> Snapshot | None:
        """Return the last snapshot that the log leads to."""
        return self._read(self._store.snapshots.newest(self._match, self.code))

    def snapshot(self, before: int, live: int) -> Snapshot | None:
        """Return the last one after a record before ``before`` with at most ``live`` that count; None: the start."""
        return self._read(self._store.snapshots.before(self._match, self.code, before, live))

    @staticmethod
    def due(count: int) -> int:
        """Return where the last snapshot of a log of ``count`` records belongs: its length then."""
        return count - count % EVERY

    def keep(self, history: History) -> None:
        """Keep a snapshot if one is due; call inside the transaction of the last record."""
        packed = packed_snapshot(history)
        if packed is not None:
            self.put(packed)

    def put(self, packed: PackedSnapshot) -> None:
        """Keep a snapshot; call inside a transaction."""
        self._store.snapshots.put(self._match, packed.n, self.code, packed.data, packed.live)

    def state_after(self, n: int) -> State | None:
        """Return the state after record ``n``, which counts; None when the log does not lead there any more."""
        history = self.history_after(n)
        return None if history is None else history.state

    def history_after(self, n: int) -> History | None:
        """Return the match as it stood right after record ``n``; None when the log does not lead there any more."""
        snapshot = self.snapshot(n + 1, n + 1)
        history = (
            History(self.game, self.header)
            if snapshot is None
            else History.resume(self.game, self.header, snapshot, self)
        )
        rows = self._store.journal.up_to_break(self._match, len(history), n + 1)
        try:
            refusal = history.follow(record_from_json(dict(row.record)) for row in rows)
        except (ValueError, TypeError, LookupError, AttributeError):
            return None
        return history if refusal is None and len(history) == n + 1 else None

    def _read(self, row: SnapshotRow | None) -> Snapshot | None:
        try:
            found = row and snapshot_from_json(json.loads(row.data), self.game.blank(self.header))
            if found:
                self.game.check_frames(found.state)
        except (ValueError, LookupError, TypeError, AttributeError, zlib.error):
            return None  # the log tells the same, and what is wrong with it
        return found or None


@cache
def _folding() -> str:
    """Return a code for what turns logs into states: this version, and for those who change it, its text."""
    text = 0
    for name in sorted(each.name for each in files("lairkeeper.core").iterdir() if each.name.endswith(".py")):
        text = zlib.crc32(files("lairkeeper.core").joinpath(name).read_bytes(), text)
    return f"{__version__} {text:08x}"
