"""A match and its log on the disk: nothing is in the one that is not in the other."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.command import Command
from lairkeeper.core.editing import EditPlan
from lairkeeper.core.game import Game
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games import get_game
from lairkeeper.scans import Instruction, Sighting
from lairkeeper.scans.turn_memory import TurnMemory
from lairkeeper.store import Store, StoreError
from lairkeeper.table.clocks import Clock
from lairkeeper.table.hands import lines_back, lines_forth, lines_of_edit
from lairkeeper.table.inbox_rows import sighting_of
from lairkeeper.table.log import Cause, LogLine, lines
from lairkeeper.table.past import MatchPast
from lairkeeper.table.pending import Pending, load, save
from lairkeeper.table.replay import FindGame, Lost, replayed, salvage
from lairkeeper.table.result import result_of
from lairkeeper.table.turn_index import index_of, keep_index
from lairkeeper.tags import Registry


class _NotAllError(Exception):
    """A command of several was refused: none of them happens."""


class MatchLog:
    """Every change is written before ``history`` shows it, together with the scans that caused it."""

    def __init__(self, store: Store, match: int, history: History, clock: Clock) -> None:
        self.store = store
        self.match = match
        self.history = history
        self.aside = load(store, match)
        self.lost: Lost | None = None
        """The records that had to be set aside when the match was resumed."""
        self._clock = clock
        self._past = MatchPast(store, match, history.game, history.header)
        self._causes: dict[int, Cause] = {}

    @classmethod
    def begin(cls, store: Store, game: Game, header: Header, clock: Clock) -> MatchLog | Refused:
        """Begin a new match, or return why this header cannot be played. Scans received before it are used up."""
        history = History.start(game, header)
        if isinstance(history, Refused):
            return history
        now = clock()
        with store.write():
            store.inbox.consume([row.id for row in store.inbox.unconsumed()], "before-match")
            match = store.matches.create(header_to_json(header), now)
            store.journal.append(match, record_to_json(history.last), at=now, who="page", why="start")
            store.people.sit_down(match, header.seats, now)
        return cls(store, match, history, clock)

    @classmethod
    def open(cls, store: Store, match: int, clock: Clock, find: FindGame = get_game) -> MatchLog:
        """Open a match as its log tells it, up to where that breaks; what cannot be read is set aside.

        Raises ``TableError`` and ``StoreError``.
        """
        replay = replayed(store, match, find)
        lost = salvage(store, match, replay, clock)
        book = cls(store, match, replay.history, clock)
        book.lost = lost
        return book

    def submit(
        self, commands: Sequence[Command], who: str, why: str, rows: Sequence[int] = (), seen: Sighting | None = None
    ) -> Accepted | Refused:
        """Do all of the commands or none, in one transaction with the scans ``rows`` behind them."""
        before = len(self.history)
        decision: Accepted | Refused = Accepted(())
        try:
            with self.store.write():
                turns = self.aside.turns.after(self.history.state, commands)
                for at, command in enumerate(commands):
                    decision = self.history.submit(command)
                    if isinstance(decision, Refused):
                        raise _NotAllError
                    last = at + 1 == len(commands)
                    self._keep(self.history.last, who, why, () if at else rows, seen, (), turns if last else None)
        except _NotAllError:
            if len(self.history) > before:
                self.reload()
        except StoreError:
            self.reload()
            raise
        return decision

    def undo(
        self, n: int, who: str, why: str, rows: Sequence[int] = (), seen: Sighting | None = None
    ) -> Accepted | Refused:
        """Take the last ``n`` commands back, as one record."""
        lines = lines_back(self.history, n) if 0 < n < len(self.history.live) else ()
        return self._step(self.history.undo(n, who), lines, who, why, rows, seen)

    def instead(
        self, n: int, command: Command, who: str, rows: Sequence[int], seen: Sighting | None
    ) -> Accepted | Refused:
        """Take the last ``n`` commands back and do another one: what hands did was this, so the list stays as it is."""
        todo, agreed = self.aside.todo, self.aside.turns.agreed
        try:
            with self.store.write():
                done = self.undo(n, who, "chosen")
                if isinstance(done, Refused):
                    return done
                turns = replace(self.aside.turns, agreed=agreed)
                self.set_aside(replace(self.aside, todo=todo, turns=turns))
                done = self.submit((command,), who, "chosen", rows, seen)
                if isinstance(done, Refused):
                    raise _NotAllError
        except _NotAllError:
            self.reload()
        except StoreError:
            self.reload()
            raise
        return done

    def redo(self, who: str, why: str) -> Accepted | Refused:
        """Bring back all that the last undo took back, as one record."""
        record = self.history.redo(by=who)
        lines = () if isinstance(record, Refused) else lines_forth(self.history, len(record.span))
        return self._step(record, lines, who, why, (), None)

    def edit(self, plan: EditPlan, who: str) -> Accepted | Refused:
        """Change the past as planned, as one record; a list for hands only if the table was not right before."""
        record = self.history.edit(plan.edit, plan.after)
        return self._step(record, lines_of_edit(self.history, plan.edit), who, "edited", (), None)

    def set_aside(self, aside: Pending, rows: Sequence[int] = (), outcome: str = "") -> None:
        """Keep what is beside the log, and that these scans were used up for it."""
        with self.store.write():
            save(self.store, self.match, aside)
            if rows:
                self.store.inbox.consume(rows, outcome)
        self.aside = aside

    def lines(self, limit: int) -> tuple[LogLine, ...]:
        """Return the newest lines of the log, newest first."""
        first = max(0, len(self.history) - limit)
        end = min(self._causes, default=len(self.history))
        if first < end:
            self._causes |= self._read_causes(first, end)
        return lines(self.history, self._causes, limit)

    def reload(self) -> None:
        """Read the match from its log: what could not be kept did not happen."""
        game = self.history.game
        replay = replayed(self.store, self.match, lambda _: game)
        self.history = replay.history
        with suppress(StoreError):  # the disk may still refuse everything
            self.lost = salvage(self.store, self.match, replay, self._clock) or self.lost
        self.aside = load(self.store, self.match)
        self._causes.clear()

    def _step(
        self,
        record: Record | Refused,
        lines: Sequence[Instruction],
        who: str,
        why: str,
        rows: Sequence[int],
        seen: Sighting | None,
    ) -> Accepted | Refused:
        if isinstance(record, Refused):
            return record
        try:
            self._keep(record, who, why, rows, seen, lines)
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
        turns: TurnMemory | None = None,
    ) -> None:
        """Write a record, its scans, what it asks hands to do, and the result that it brings or takes away."""
        now = self._clock()
        aside = self.aside.after(record, lines)
        aside = replace(aside, turns=(turns or aside.turns).back(self.history.state))
        with self.store.write():
            self.store.journal.append(self.match, record_to_json(record), at=now, who=who, why=why, consumed=rows)
            finished = self.store.matches.get(self.match).finished_at is not None
            if self.history.state.finished and not finished:
                self.store.matches.finish(self.match, result_of(self.history.game.view(self.history.state, TABLE)), now)
                keep_index(self.store, self.match, self._past, index_of(self.history, len(self.history)))
            elif finished and not self.history.state.finished:
                self.store.matches.reopen(self.match)
            if aside != self.aside:
                save(self.store, self.match, aside)
            self._past.keep(self.history)
        self.aside = aside
        self._causes[record.n] = _cause(now, who, why, seen)

    def _read_causes(self, first: int, end: int) -> dict[int, Cause]:
        registry = Registry(self.store.tags, self._clock)
        causes = {}
        for row in self.store.journal.read(self.match, first, end):
            scans = self.store.inbox.get(row.consumed) if row.consumed else []
            causes[row.n] = _cause(row.at, row.who, row.why, sighting_of(scans[-1], registry) if scans else None)
        return causes


def _cause(at: float, who: str, why: str, seen: Sighting | None) -> Cause:
    return Cause(at, who, why, seen.uid if seen else None, seen.zone if seen else None)
