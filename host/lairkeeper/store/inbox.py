"""Every event that a board ever sent, once, and what became of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from lairkeeper.board.events import BoardEvent
from lairkeeper.store.checks import sound
from lairkeeper.store.database import Database


@dataclass(frozen=True, slots=True)
class InboxRow:
    """An event of a board in the order received (``id``). ``outcome`` is None while it waits for the rules."""

    id: int
    event: BoardEvent
    outcome: str | None = None


_SOUND = sound("inbox")
_COLUMNS = "id, device, boot, seq, ms, at, kind, zone, data, CAST(outcome AS BLOB) AS outcome"
"""No checksum covers the outcome, which is written later: where it is damaged, it need not be text any more."""


class Inbox:
    """Unique on (device, boot, seq). ``receive`` is on the disk before it returns, so its caller may acknowledge."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def receive(self, events: Sequence[BoardEvent]) -> None:
        """Keep the events in one transaction; those already kept are ignored."""
        rows = [
            (_text(e.device), _text(e.boot), _whole(e.seq), _whole(e.ms), e.at, _text(e.kind), _text(e.zone), _json(e))
            for e in events
        ]
        with self._database.write() as connection:
            connection.executemany(
                "INSERT INTO inbox (device, boot, seq, ms, at, kind, zone, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (device, boot, seq) DO NOTHING",
                rows,
            )

    def last(self, device: str) -> tuple[str, int] | None:
        """Return the newest boot of this device and its highest seq, or None.

        A link brings a boot's events in order.
        """
        # A boot is as new as its first event: a board may bring left-over events of an older boot later.
        for where in ("1", _SOUND):  # looking at every checksum takes long in a big inbox, and is seldom needed
            found = self._database.read(
                "SELECT CAST(boot AS BLOB) AS boot, max(seq) AS seq FROM inbox"
                f" WHERE device = ? AND {where} GROUP BY inbox.boot ORDER BY min(id) DESC LIMIT 1",
                (device,),
            )
            if not found:
                return None
            boot, seq = found[0]["boot"].decode("utf-8", "replace"), int(found[0]["seq"])
            if self._database.read(
                f"SELECT 1 FROM inbox WHERE device = ? AND boot = ? AND seq = ? AND {_SOUND}", (device, boot, seq)
            ):
                return boot, seq
        return None

    def unconsumed(self) -> list[InboxRow]:
        """Return the events that nothing was made of yet, in the order received."""
        return self._found("outcome IS NULL")

    def after(self, row: int) -> list[InboxRow]:
        """Return everything received after this row, consumed or not, in the order received."""
        return self._found("id > ?", row)

    def recent(self, limit: int) -> list[InboxRow]:
        """Return the newest ``limit`` events, oldest first, consumed or not."""
        rows = self._database.read(f"SELECT {_COLUMNS} FROM inbox WHERE {_SOUND} ORDER BY id DESC LIMIT ?", (limit,))
        return [_row(row) for row in reversed(rows)]

    def get(self, ids: Sequence[int]) -> list[InboxRow]:
        """Return these events, in the order received."""
        return self._found(f"id IN ({','.join('?' * len(ids))})", *ids)

    def _found(self, where: str, *values: int) -> list[InboxRow]:
        rows = self._database.read(f"SELECT {_COLUMNS} FROM inbox WHERE {where} AND {_SOUND} ORDER BY id", values)
        return [_row(row) for row in rows]

    def consume(self, ids: Sequence[int], outcome: str) -> None:
        """Mark events that led to no record, with what was said of them. Those already consumed stay as they are."""
        with self._database.write() as connection:
            mark(connection, ids, outcome)

    def count(self) -> dict[str, int]:
        """Count the events: ``all`` and ``waiting``."""
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


def _text(text: str) -> str:
    """Return text that SQLite can hold: half a surrogate pair from a broken frame becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def _whole(number: int) -> int:
    """Return the nearest number within SQLite's 64 bits."""
    return max(-(2**63), min(number, 2**63 - 1))


def _json(event: BoardEvent) -> str:
    return json.dumps(event.data, separators=(",", ":"))


def _row(row: sqlite3.Row) -> InboxRow:
    event = BoardEvent(
        device=str(row["device"]),
        boot=str(row["boot"]),
        seq=int(row["seq"]),
        ms=int(row["ms"]),
        at=float(row["at"]),
        kind=str(row["kind"]),
        zone=str(row["zone"]),
        data=tuple(json.loads(row["data"])),
    )
    outcome = row["outcome"].decode("utf-8", "replace") if row["outcome"] is not None else None
    return InboxRow(int(row["id"]), event, outcome)
