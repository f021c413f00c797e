"""Past matches to look at: the table as it was after any record that counts, for any viewer."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lairkeeper.core.codec import record_from_json
from lairkeeper.core.game import Game
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.state import State
from lairkeeper.core.view import View
from lairkeeper.games import get_game
from lairkeeper.store import JournalRow, MatchRow, Store, StoreError

from .crests import crests_of
from .errors import TableError
from .log import Line, line_of
from .past import MatchPast
from .replay import FindGame, replayed, set_up
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

    def _index(self, match: int, past: MatchPast) -> TurnIndex:
        count = self._store.journal.count(match)
        code, records, index = self._indexes.get(match, ("", -1, None))
        if index is None or (code, records) != (past.code, count):
            index = kept_index(self._store, match, past) or self._made(match, past)
            self._indexes[match] = past.code, count, index
            if len(self._indexes) > OPEN:
                self._indexes.popitem(last=False)
        self._indexes.move_to_end(match)
        return index

    def _made(self, match: int, past: MatchPast) -> TurnIndex:
        """Read the whole log once, and keep what came of it unless the match goes on."""
        replay = replayed(self._store, match, self._find)
        if not replay.kept:
            raise TableError("log-gone", f"no record of match {match} can be read", {"n": 0})
        index = index_of(replay.history, replay.kept)
        if self._store.matches.current() != match:
            with suppress(StoreError):
                past.fill(replay.kept)
            keep_index(self._store, match, past, index)
        return index


def _all_known(state: State) -> State:
    """Return the state with every card known to everybody, for a match that is over."""
    known = {card: (TABLE,) for path in state.zones for card in state.zone(path)}
    return state._replace(known={**state.known, **known})
