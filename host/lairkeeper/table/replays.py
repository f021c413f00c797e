"""Past matches to look at: the table as it was after any record that counts, for any viewer."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lairkeeper.core.codec import LogError, record_from_json
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import State
from lairkeeper.core.view import View
from lairkeeper.games import get_game
from lairkeeper.store import JournalRow, MatchRow, Store, StoreError

from .crests import crests_of
from .errors import TableError
from .log import Line, line_of
from .past import MatchPast, PackedSnapshot, packed_snapshot
from .replay import FindGame, cannot_go_on, set_up
from .turn_index import TurnIndex, index_of, keep_index, kept_index

OPEN: Final = 8
"""Matches whose index stays at hand."""


@dataclass(frozen=True, slots=True)
class Stand:
    """One state of a match."""

    state: State


@dataclass(frozen=True, slots=True)
class PastTable:
    """A table as it was; of a match whose secrets may be told, with every card face up."""

    game: Game
    crests: Mapping[Seat, int]
    history: Stand

    def view(self, viewer: str = TABLE) -> View:
        """Return the table as this viewer may know it."""
        return self.game.view(self.history.state, viewer)


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """The line of the log at a position; ``at``: when it was done, in seconds since 1970."""

    position: int
    at: float
    line: Line


class PlayedMatch:
    """A match to look at. Every method raises ``StoreError`` when the database cannot be read."""

    def __init__(self, store: Store, row: MatchRow, game: Game, past: MatchPast, index: TurnIndex) -> None:
        self.row = row
        self.game = game
        self.index = index
        self.seats: tuple[Seat, ...] = tuple(str(each) for each in row.header.get("seats", ()))
        self.crests = crests_of(store, row.id, self.seats)
        self.rules_then = int(row.header.get("version", 1))
        """The version of the rules with which the match began."""
        self.broken = store.journal.missing(row.id, index.kept) is not None
        """True when records of the log are missing or damaged: it can be shown up to these."""
        self.running_kin = store.past.running_kin(row.id)
        """A match with the same beginning that has not ended: what it hides, this one may not tell."""
        self._store = store
        self._past = past

    @property
    def opened(self) -> bool:
        """Return True when secrets may be told: this match has ended, and so has each that began with it."""
        return self.row.finished_at is not None and self.running_kin is None

    def at(self, position: int) -> PastTable:
        """Return the table after the record at a position. Raises ``TableError`` when the log is damaged before it."""
        n = self.index.valid[position]
        state = self._past.state_after(n) if n > self.index.edited else self._judged_after(position)
        if state is None:
            raise TableError("log-gone", f"record {n} of match {self.row.id} cannot be read any more", {"n": n})
        return PastTable(self.game, self.crests, Stand(_all_known(state) if self.opened else state))

    def lines(self, first: int, last: int) -> tuple[PlayedLine, ...]:
        """Return the lines from one position to another, both among them; they say only what everybody may know."""
        numbers = {n: at for at, n in enumerate(self.index.valid[first : last + 1], first)}
        if not numbers:
            return ()
        history = self._edited if min(numbers) < self.index.edited else None
        rows = self._store.journal.up_to_break(self.row.id, min(numbers), max(numbers) + 1)
        return tuple(
            PlayedLine(numbers[row.n], row.at, line_of(self.game, self._record(row, history)))
            for row in rows
            if row.n in numbers
        )

    @cached_property
    def _edited(self) -> History | None:
        """Return the match right after the last edit of the past; None when the log does not lead there."""
        return self._past.history_after(self.index.edited)

    def _judged_after(self, position: int) -> State | None:
        """Return the state after a record that lies before the last edit, as that judged it."""
        if self._edited is None:
            return None
        following = self.index.valid[position + 1 : position + 2]
        inside = bool(following) and following[0] < self.index.edited
        return self._edited.state_before(following[0]) if inside else self._edited.state

    def _record(self, row: JournalRow, history: History | None) -> Record:
        inside = history is not None and row.n < self.index.edited
        return history.judged(row.n) if history is not None and inside else record_from_json(dict(row.record))


class Replays:
    """Opens past matches. What it works out of a match is kept in the store, so that it is quick the next time."""

    def __init__(self, store: Store, find: FindGame = get_game) -> None:
        self._store = store
        self._find = find
        self._indexes: OrderedDict[int, tuple[str, int, TurnIndex]] = OrderedDict()

    def open(self, match: int) -> PlayedMatch:
        """Return a match to look at, running or over. Raises ``TableError`` and ``StoreError``."""
        game, header = set_up(self._store, match, self._find)
        past = MatchPast(self._store, match, game, header)
        return PlayedMatch(self._store, self._store.matches.get(match), game, past, self._index(match, past))

    async def prepare(self, match: int) -> None:
        """Work out in another thread what is not kept of a match yet: taps count meanwhile.

        ``open`` does the same if nobody did it before. Raises ``TableError`` and ``StoreError``.
        """
        game, header = set_up(self._store, match, self._find)
        past = MatchPast(self._store, match, game, header)
        if self._known(match, past) is None:
            rows, count = self._store.journal.up_to_break(match), self._store.journal.count(match)
            self._keep(match, past, count, await asyncio.to_thread(_worked_out, match, game, header, rows))

    def _index(self, match: int, past: MatchPast) -> TurnIndex:
        index = self._known(match, past)
        if index is None:
            rows, count = self._store.journal.up_to_break(match), self._store.journal.count(match)
            index = self._keep(match, past, count, _worked_out(match, past.game, past.header, rows))
        return index

    def _known(self, match: int, past: MatchPast) -> TurnIndex | None:
        """Return the index of the log as it is now, if it is at hand or kept."""
        count = self._store.journal.count(match)
        code, records, index = self._indexes.get(match, ("", -1, None))
        if index is None or (code, records) != (past.code, count):
            index = kept_index(self._store, match, past)
            if index is not None:
                self._remember(match, past, count, index)
        return index

    def _keep(self, match: int, past: MatchPast, count: int, worked: _Worked) -> TurnIndex:
        """Keep what came of reading a whole log, on the disk unless the match goes on."""
        if self._store.matches.current() != match and self._store.journal.count(match) == count:
            with suppress(StoreError), self._store.write():
                for each in worked.snapshots:
                    past.put(each)
            keep_index(self._store, match, past, worked.index)
        self._remember(match, past, count, worked.index)
        return worked.index

    def _remember(self, match: int, past: MatchPast, count: int, index: TurnIndex) -> None:
        self._indexes[match] = past.code, count, index
        self._indexes.move_to_end(match)
        if len(self._indexes) > OPEN:
            self._indexes.popitem(last=False)


@dataclass(frozen=True, slots=True)
class _Worked:
    """The outcome of reading a whole log, as far as it can be read."""

    index: TurnIndex
    snapshots: tuple[PackedSnapshot, ...]


def _worked_out(match: int, game: Game, header: Header, rows: Sequence[JournalRow]) -> _Worked:
    """Read a whole log, up to what cannot be true. Only values come in and go out: any thread may do it.

    Raises ``TableError`` for a log of a newer Lairkeeper, and where nothing can be read.
    """
    history, snapshots = History(game, header), []
    try:
        for row in rows:
            if history.follow((record_from_json(dict(row.record)),)) is not None:
                break
            packed = packed_snapshot(history)
            if packed is not None:
                snapshots.append(packed)
    except LogError as error:
        if error.refusal.code == CoreRefusal.LOG_FROM_FUTURE:
            raise cannot_go_on(match, error.refusal) from None
    except (ValueError, TypeError, LookupError, AttributeError):  # a record like no record that was ever written
        pass
    if not len(history):
        raise TableError("log-gone", f"no record of match {match} can be read", {"n": 0})
    return _Worked(index_of(history, len(history)), tuple(snapshots))


def _all_known(state: State) -> State:
    """Return the state with every card known to everybody, for a match that is over."""
    known = {card: (TABLE,) for path in state.zones for card in state.zone(path)}
    return state._replace(known={**state.known, **known})
