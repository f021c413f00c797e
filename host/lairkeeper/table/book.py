"""A match and its log on the disk: nothing is in the one that is not in the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lairkeeper.core.codec import LogError, header_from_json, header_to_json, record_from_json, record_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import State
from lairkeeper.games import UnknownGameError, get_game
from lairkeeper.sense import Instruction, Sighting, chores
from lairkeeper.store import Store, StoreError
from lairkeeper.table.aside import Aside, load, save
from lairkeeper.table.errors import TableError
from lairkeeper.table.log import Cause, LogLine, lines
from lairkeeper.table.result import result_of
from lairkeeper.table.rows import sighting_of
from lairkeeper.tags import Registry

Clock = Callable[[], float]
FindGame = Callable[[str], Game]


class _NotAllError(Exception):
    """A command of several was refused: none of them happens."""


class Book:
    """Every change is written before ``history`` shows it, together with the scans that caused it."""

    def __init__(self, store: Store, match: int, history: History, clock: Clock) -> None:
        self.store = store
        self.match = match
        self.history = history
        self.aside = load(store, match)
        self._clock = clock
        self._causes: list[Cause] = []
        self._read_causes()

    @classmethod
    def begin(cls, store: Store, game: Game, header: Header, clock: Clock) -> Book | Refused:
        """A new match, or why this header cannot be played. Scans received before it are used up."""
        history = History.start(game, header)
        if isinstance(history, Refused):
            return history
        now = clock()
        with store.write():
            store.inbox.consume([row.id for row in store.inbox.unconsumed()], "before-match")
            match = store.matches.create(header_to_json(header), now)
            store.journal.append(match, record_to_json(history.last), at=now, who="page", why="start")
            store.players.seen(header.seats, now)
        return cls(store, match, history, clock)

    @classmethod
    def open(cls, store: Store, match: int, clock: Clock, find: FindGame = get_game) -> Book:
        """A match as its log tells it. Raises ``TableError`` and ``StoreError``."""
        return cls(store, match, _replay(store, match, find), clock)

    def submit(
        self, commands: Sequence[Command], who: str, why: str, rows: Sequence[int] = (), seen: Sighting | None = None
    ) -> Accepted | Refused:
        """All of the commands or none, in one transaction with the scans ``rows`` behind them."""
        before = len(self.history.records)
        decision: Accepted | Refused = Accepted(())
        try:
            with self.store.write():
                for at, command in enumerate(commands):
                    decision = self.history.submit(command)
                    if isinstance(decision, Refused):
                        raise _NotAllError
                    self._keep(self.history.last, who, why, () if at else rows, seen, ())
        except _NotAllError:
            if len(self.history.records) > before:
                self.reload()
        except StoreError:
            self.reload()
            raise
        return decision

    def undo(
        self, n: int, who: str, why: str, rows: Sequence[int] = (), seen: Sighting | None = None
    ) -> Accepted | Refused:
        """Take the last ``n`` commands back, as one record."""
        before = self.history.state
        return self._step(self.history.undo(n, who), before, who, why, rows, seen)

    def redo(self, who: str, why: str) -> Accepted | Refused:
        """Bring back what was taken back last."""
        before = self.history.state
        return self._step(self.history.redo(who), before, who, why, (), None)

    def set_aside(self, aside: Aside, rows: Sequence[int] = (), outcome: str = "") -> None:
        """Keep what is beside the log, and that these scans were used up for it."""
        with self.store.write():
            save(self.store, self.match, aside)
            if rows:
                self.store.inbox.consume(rows, outcome)
        self.aside = aside

    def lines(self, limit: int) -> tuple[LogLine, ...]:
        """The newest lines of the log, newest first."""
        return lines(self.history, self._causes, limit)

    def reload(self) -> None:
        """What could not be kept did not happen: the match is what its log says."""
        game = self.history.game
        self.history = _replay(self.store, self.match, lambda _: game)
        self.aside = load(self.store, self.match)
        self._read_causes()

    def _step(
        self,
        record: Record | Refused,
        before: State,
        who: str,
        why: str,
        rows: Sequence[int],
        seen: Sighting | None,
    ) -> Accepted | Refused:
        if isinstance(record, Refused):
            return record
        try:
            self._keep(record, who, why, rows, seen, chores(self.history.game, before, self.history.state))
        except StoreError:
            self.reload()
            raise
        return Accepted(record.events)

    def _keep(
        self,
        record: Record,
        who: str,
        why: str,
        rows: Sequence[int],
        seen: Sighting | None,
        lines: Sequence[Instruction],
    ) -> None:
        """Write a record, its scans, what it asks hands to do, and the result that it brings or takes away."""
        now = self._clock()
        aside = self.aside.after(record, lines)
        with self.store.write():
            self.store.journal.append(self.match, record_to_json(record), at=now, who=who, why=why, consumed=rows)
            finished = self.store.matches.get(self.match).finished_at is not None
            if self.history.state.finished and not finished:
                self.store.matches.finish(self.match, result_of(self.history.game.view(self.history.state, TABLE)), now)
            elif finished and not self.history.state.finished:
                self.store.matches.reopen(self.match)
            if aside != self.aside:
                save(self.store, self.match, aside)
        self.aside = aside
        self._causes.append(_cause(now, who, why, seen))

    def _read_causes(self) -> None:
        registry = Registry(self.store.tags, self._clock)
        self._causes = []
        for row in self.store.journal.read(self.match):
            scans = self.store.inbox.get(row.consumed) if row.consumed else []
            self._causes.append(_cause(row.at, row.who, row.why, sighting_of(scans[-1], registry) if scans else None))


def _cause(at: float, who: str, why: str, seen: Sighting | None) -> Cause:
    return Cause(at, who, why, seen.uid if seen else None, seen.zone if seen else None)


def _replay(store: Store, match: int, find: FindGame) -> History:
    """The history that a log tells. Raises ``TableError`` and ``StoreError``."""
    row = store.matches.get(match)
    hint = f"`lairkeeper export {match} --with-secrets` saves the log as it is; begin a new match meanwhile"
    try:
        game = find(row.game)
        header = header_from_json(dict(row.header))
        records = [record_from_json(dict(each.record)) for each in store.journal.read(match)]
        history: History | Refused = History.replay(game, header, records)
    except UnknownGameError as error:
        raise TableError("unknown-game", f"match {match} cannot go on: {error}. Install the game again") from None
    except LogError as error:
        raise TableError(error.refusal.code, f"match {match} cannot go on: {error}. {hint}") from None
    except ValueError as error:
        raise TableError("log-broken", f"match {match} cannot go on: {error}. {hint}") from None
    if isinstance(history, Refused):
        raise TableError(history.code, f"match {match} cannot go on: {history.code} {dict(history.args)}. {hint}")
    return history
