"""A stored match as an export may know it: of one that has not ended only what everybody at its table may know.

The log itself names the card behind every tap, also of those that lie face down. Here stand the lines that the players
read instead, and the table as everybody sees it. What is left out cannot be guessed back, so such a file tells of a
match and cannot begin one.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lairkeeper.core.codec import view_to_json
from lairkeeper.core.evolve import fold
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.printed import OWN, SETUP
from lairkeeper.core.view import View
from lairkeeper.store import InboxRow, MatchRow, Store, StoreError
from lairkeeper.table.installation import installation_of, match_id
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
            "id": str(self.uid),
            "match": self.row.id,
            "game": self.row.game,
            "started": iso_time(self.row.started_at),
            "finished": iso_time(self.row.finished_at),
            "numbers": self.numbers,
        }

    @cached_property
    def uid(self) -> uuid.UUID:
        """Return what this match is called in each of its files."""
        try:
            return match_id(self._store, self.id)
        except StoreError:  # read only, and no table ever ran here
            return uuid.uuid5(uuid.NAMESPACE_OID, f"{self.row.started_at} {self.row.header}")

    def person(self, position: int) -> uuid.UUID:
        """Return what the person in a seat (from 1) is called in each file of this installation."""
        sat = self._store.people.seats(self.id).get(position)
        told = f"person {sat.person}" if sat is not None and sat.person else self.row.header["seats"][position - 1]
        try:
            return uuid.uuid5(installation_of(self._store), told)
        except StoreError:
            return uuid.uuid5(self.uid, told)

    @property
    def title(self) -> str:
        """Return the English title of the game."""
        return self._history.game.title["en"]

    @property
    def bgg(self) -> int | None:
        """Return the number of the game at BoardGameGeek; None where nobody is sure of it."""
        return self._history.game.bgg

    @cached_property
    def first(self) -> str | None:
        """Return whose turn it was right after the set-up; None where the game has no turns."""
        game, header = self._history.game, self._history.header
        return game.view(fold(game.blank(header), self._history.record(0).events), TABLE).active

    @cached_property
    def teams(self) -> Mapping[str, str]:
        """Return the side of each seat, by its code; empty where everybody plays alone."""
        return {seat: team.code for team in self._view.scoreboard.teams for seat in team.seats}

    @cached_property
    def roles(self) -> Mapping[str, str]:
        """Return the character of each seat in English words, where the game has any."""
        told = {seat: self._view.extra.get(f"villain.{seat}") for seat in self.row.header["seats"]}
        return {seat: kind.replace("-", " ").title() for seat, kind in told.items() if isinstance(kind, str)}

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
        return self.row.result or result_of(self._view)

    @property
    def view(self) -> Mapping[str, Any]:
        """Return the table as everybody sees it."""
        return view_to_json(self._view)

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
    def _view(self) -> View:
        return self._history.game.view(self._history.state, TABLE)

    @cached_property
    def _history(self) -> History:
        return replayed(self._store, self.id).history


def _scan(row: InboxRow) -> Mapping[str, Any]:
    event = row.event
    return {
        "device": event.device, "boot": event.boot, "seq": event.seq, "at": iso_time(event.at), "kind": event.kind,
        "zone": event.zone, "data": list(event.data),
    }  # fmt: skip
