"""A stored match as an export may know it: of one that has not ended only what everybody at its table may know.

The log itself names the card behind every tap, also of those that lie face down. Here stand the lines that the players
read instead, and the table as everybody sees it. What is left out cannot be guessed back, so such a file tells of a
match and cannot begin one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.printed import OWN, SETUP
from lairkeeper.store import InboxRow, MatchRow, Store
from lairkeeper.table.public_records import iso_time, public_json, records
from lairkeeper.table.replay import replayed
from lairkeeper.table.result import result_of


@dataclass(frozen=True)
class ExportMatch:
    """A match for an export. ``whole``: its log may be told, because it has ended or its owner wants it.

    Raises ``StoreError`` for an unknown match, and ``TableError`` where the match must be replayed and cannot go on.
    Of a log that breaks it is what comes before.
    """

    _store: Store
    id: int
    whole: bool

    @cached_property
    def row(self) -> MatchRow:
        """Return the stored match: times in seconds since 1970, UTC."""
        return self._store.matches.get(self.id)

    @cached_property
    def heading(self) -> Mapping[str, Any]:
        """Return which match it is, when it was played and with which numbers."""
        return {
            "match": self.row.id,
            "game": self.row.game,
            "started": iso_time(self.row.started_at),
            "finished": iso_time(self.row.finished_at),
            "numbers": self.numbers,
        }

    @property
    def numbers(self) -> str | None:
        """Return ``proxy`` for invented numbers of cards, ``printed`` for typed ones, None where all are public."""
        given = self.row.header.get("setup", {}).get(SETUP)
        return given if given is None or isinstance(given, str) else OWN

    @cached_property
    def header(self) -> Mapping[str, Any]:
        """Return the header. Unless ``whole``, of the set-up only the printed numbers stay: it may name hands."""
        if self.whole:
            return self.row.header
        setup = {name: value for name, value in self.row.header.get("setup", {}).items() if name == SETUP}
        return {**self.row.header, "setup": setup}

    @cached_property
    def result(self) -> Mapping[str, Any]:
        """Return the stored result; of a match that has not ended how it stands."""
        return self.row.result or result_of(self._history.game.view(self._history.state, TABLE))

    @property
    def view(self) -> Mapping[str, Any]:
        """Return the table as everybody sees it."""
        return view_to_json(self._history.game.view(self._history.state, TABLE))

    @property
    def records(self) -> Sequence[Mapping[str, Any]]:
        """Return who did what, when and why. If ``whole``, with the record and its scans, otherwise with its line."""
        if self.whole:
            return [
                {
                    "n": each.n, "at": iso_time(each.at), "who": each.who, "why": each.why, "record": each.record,
                    "scans": [_scan(scan) for scan in self._store.inbox.get(each.consumed)],
                }
                for each in self._store.journal.up_to_break(self.id)
            ]  # fmt: skip
        return [public_json(each) for each in records(self._store, self.id, limit=len(self._history))]

    @property
    def set_aside(self) -> Sequence[Mapping[str, Any]]:
        """Return what was damaged and set aside, as far as it can be read; nothing unless ``whole``."""
        if not self.whole:
            return ()
        found = self._store.salvage.of(self.id)
        return [{"n": each.n, "why": each.why, "found": iso_time(each.found_at), "line": each.line} for each in found]

    @cached_property
    def _history(self) -> History:
        return replayed(self._store, self.id).history


def _scan(row: InboxRow) -> Mapping[str, Any]:
    event = row.event
    return {
        "device": event.device, "boot": event.boot, "seq": event.seq, "at": iso_time(event.at), "kind": event.kind,
        "zone": event.zone, "data": list(event.data),
    }  # fmt: skip
