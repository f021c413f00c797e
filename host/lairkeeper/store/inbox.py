"""Every event that a board ever sent, once, and what became of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from lairkeeper.store.database import Database


class EventLike(Protocol):
    """What a board event must have; the board's own type has it."""

    @property
    def device(self) -> str: ...
    @property
    def boot(self) -> str: ...
    @property
    def seq(self) -> int: ...
    @property
    def ms(self) -> int: ...
    @property
    def at(self) -> float: ...
    @property
    def kind(self) -> str: ...
    @property
    def zone(self) -> str: ...
    @property
    def data(self) -> tuple[Any, ...]: ...


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One event in the order received (``id``). ``outcome`` is None while it waits for the rules."""

    id: int
    device: str
    boot: str
    seq: int
    ms: int
    at: float
    kind: str
    zone: str
    data: tuple[Any, ...]
    outcome: str | None = None


_COLUMNS = "id, device, boot, seq, ms, at, kind, zone, data, outcome"


class Inbox:
    """Unique on (device, boot, seq). ``receive`` is on the disk before it returns, so its caller may acknowledge."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def receive(self, events: Sequence[EventLike]) -> None:
        """Keep the events in one transaction; those already kept are ignored."""
        rows = [
            (e.device, e.boot, e.seq, e.ms, e.at, e.kind, e.zone, json.dumps(e.data, separators=(",", ":")))
            for e in events
        ]
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO inbox (device, boot, seq, ms, at, kind, zone, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (device, boot, seq) DO NOTHING",
                rows,
            )

    def last(self, device: str) -> tuple[str, int] | None:
        """The (boot, seq) up to which this device's newest boot is kept without a hole, or None."""
        newest = self._database.read("SELECT boot FROM inbox WHERE device = ? ORDER BY id DESC LIMIT 1", (device,))
        if not newest:
            return None
        boot = str(newest[0]["boot"])
        # The first seq without a successor: everything before it is there.
        found = self._database.read(
            "SELECT min(a.seq) AS seq FROM inbox a WHERE a.device = ?1 AND a.boot = ?2 AND NOT EXISTS"
            " (SELECT 1 FROM inbox b WHERE b.device = ?1 AND b.boot = ?2 AND b.seq = a.seq + 1)",
            (device, boot),
        )
        return boot, int(found[0]["seq"])

    def unconsumed(self) -> list[InboxRow]:
        """The events that nothing was made of yet, in the order received."""
        return [_row(r) for r in self._database.read(f"SELECT {_COLUMNS} FROM inbox WHERE outcome IS NULL ORDER BY id")]

    def after(self, row: int) -> list[InboxRow]:
        """Everything received after this row, consumed or not, in the order received."""
        return [_row(r) for r in self._database.read(f"SELECT {_COLUMNS} FROM inbox WHERE id > ? ORDER BY id", (row,))]

    def recent(self, limit: int) -> list[InboxRow]:
        """The newest ``limit`` events, oldest first, consumed or not."""
        rows = self._database.read(f"SELECT {_COLUMNS} FROM inbox ORDER BY id DESC LIMIT ?", (limit,))
        return [_row(row) for row in reversed(rows)]

    def get(self, ids: Sequence[int]) -> list[InboxRow]:
        """These events, in the order received."""
        marks = ",".join("?" * len(ids))
        return [
            _row(r) for r in self._database.read(f"SELECT {_COLUMNS} FROM inbox WHERE id IN ({marks}) ORDER BY id", ids)
        ]

    def consume(self, ids: Sequence[int], outcome: str) -> None:
        """Mark events that led to no record, with what was said of them. Those already consumed stay as they are."""
        with self._database.write() as connection:
            mark(connection, ids, outcome)

    def count(self) -> dict[str, int]:
        """How many events there are: ``all`` and ``waiting``."""
        row = self._database.read("SELECT count(*) AS n, count(*) FILTER (WHERE outcome IS NULL) AS w FROM inbox")[0]
        return {"all": int(row["n"]), "waiting": int(row["w"])}


def mark(
    connection: sqlite3.Connection,
    ids: Sequence[int],
    outcome: str,
    match: int | None = None,
    record: int | None = None,
) -> int:
    """Mark the waiting ones among ``ids``; returns how many there were. For use inside a transaction."""
    changed = 0
    for each in ids:
        changed += connection.execute(
            "UPDATE inbox SET outcome = ?, match = ?, record = ? WHERE id = ? AND outcome IS NULL",
            (outcome, match, record, each),
        ).rowcount
    return changed


def _row(row: sqlite3.Row) -> InboxRow:
    return InboxRow(
        id=int(row["id"]),
        device=str(row["device"]),
        boot=str(row["boot"]),
        seq=int(row["seq"]),
        ms=int(row["ms"]),
        at=float(row["at"]),
        kind=str(row["kind"]),
        zone=str(row["zone"]),
        data=tuple(json.loads(row["data"])),
        outcome=row["outcome"],
    )
