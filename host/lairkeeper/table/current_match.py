"""The match on the table: begun, resumed or archived."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lairkeeper.core.codec import record_from_json, record_to_json
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.printed import PROXY, Values
from lairkeeper.core.printed import SETUP as NUMBERS
from lairkeeper.core.quick import replace as changed
from lairkeeper.core.result import Refused
from lairkeeper.store import JournalRow, Store, StoreError
from lairkeeper.table.clocks import Clocks
from lairkeeper.table.errors import TableError
from lairkeeper.table.public_records import PublicRecord, records
from lairkeeper.table.replay import FindGame, replayed
from lairkeeper.table.resuming import resumed
from lairkeeper.table.table import Table
from lairkeeper.table.trouble import Troubles

TypedNumbers = Callable[[str], Mapping[str, Values]]
"""A function that returns what was typed from the cards of a game."""


class CurrentMatch:
    """At most one match is on the table. ``pump`` first gives the old one the scans that are its own."""

    def __init__(
        self,
        store: Store,
        clocks: Clocks,
        troubles: Troubles,
        find: FindGame,
        numbers: TypedNumbers,
        *,
        pump: Callable[[], None],
        seated: Callable[[Table], None],
        changed: Callable[[], None],
    ) -> None:
        self.table: Table | None = None
        self._store = store
        self._clocks = clocks
        self._troubles = troubles
        self.find = find
        self._numbers = numbers
        self._pump = pump
        self._seated = seated
        self._changed = changed

    def start(
        self,
        game: str,
        seats: Sequence[str],
        *,
        level: str | None = None,
        ruleset: Mapping[str, Any] | None = None,
        setup: Mapping[str, Any] | None = None,
        proxy: bool | None = None,
    ) -> Table | Refused:
        """Begin a match and archive the one before. Raises ``UnknownGameError``.

        Where numbers are not public: with the invented ones if ``proxy``, with those that were typed if not; None
        takes the typed ones as soon as there are any.
        """
        rules = self.find(game)
        given = dict(setup or {})
        if rules.printed.fields and NUMBERS not in given:
            typed = self._numbers(game)
            given[NUMBERS] = PROXY if proxy or (proxy is None and not typed) else typed
        header = Header(game, tuple(seats), level or rules.default_level, dict(ruleset or {}), given)
        self._pump()
        table = Table.new(self._store, rules, header, clocks=self._clocks)
        return self._sit_down(table) if isinstance(table, Table) else table

    def resume(self, match: int) -> Table:
        """Resume a match and archive the one on the table. Raises ``TableError`` and ``StoreError``."""
        if self.table is not None:
            self._pump()
        return self._sit_down(resumed(self._store, match, self._clocks, self.find))

    def resume_last(self) -> Table | None:
        """Resume the match that was on the table; one that cannot be resumed becomes a trouble of all pages."""
        match = self._store.matches.current()
        if match is None:
            return None
        try:
            return self.resume(match)
        except (TableError, StoreError) as error:
            self._troubles.cannot_go_on(error)
            return None

    def play_on(self, match: int, n: int) -> Table:
        """Begin a new match with the records of another one up to its record ``n``, by the same people.

        What was taken back before goes along, so undo and log are as they were; but of what an edit of the past judged
        again goes along what counts. Raises ``TableError`` when record ``n`` does not count or the match was over
        there, and ``StoreError``.
        """
        self._pump()
        replay = replayed(self._store, match, self.find)
        rows = self._up_to(match, replay.history, n) if n < replay.kept and replay.history.counts(n) else []
        if not rows:
            raise TableError("over-there", f"match {match} cannot be played on from record {n}", {"match": match})
        now = self._clocks.wall()
        with self._store.write():
            self._store.inbox.consume([row.id for row in self._store.inbox.unconsumed()], "before-match")
            new = self._store.matches.create(self._store.matches.get(match).header, now)
            for row in rows:
                self._store.journal.append(new, row.record, at=row.at, who=row.who, why=row.why)
            self._store.matches.came_from(new, match, n, now)
        return self._sit_down(Table.resume(self._store, new, clocks=self._clocks, find=self.find))

    def _up_to(self, match: int, history: History, n: int) -> list[JournalRow]:
        """Return the rows that lead to record ``n`` as it counts now; none when the match was over there."""
        rows = self._store.journal.read(match, 0, n + 1)
        if n < max(history.edits, default=0):
            line = [record for record in history.valid if record.n <= n]
            rows = [
                replace(rows[record.n], n=at, record=record_to_json(changed(record, n=at)))
                for at, record in enumerate(line)
            ]
        told = History(history.game, history.header)
        told.follow(record_from_json(dict(row.record)) for row in rows)
        return [] if told.state.finished else rows

    def close(self) -> None:
        """Archive the match; it stays in the list and can be resumed."""
        if self.table is not None:
            self._store.matches.close(self.table.match, self._clocks.wall())
            self.table = None
            self._changed()

    def records(self, match: int, since: int = 0) -> tuple[PublicRecord, ...]:
        """Return what everybody may know of a match from record ``since`` on, as ``public_records.records``."""
        return records(self._store, match, since, find=self.find)

    def _sit_down(self, table: Table) -> Table:
        self.table = table
        self._seated(table)
        self._troubles.sit(table.match, table.lost)
        self._pump()
        self._changed()
        return table
