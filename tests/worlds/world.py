"""One seeded world: a whole match while host, board, line, disk, clock, browsers and people misbehave together.

The players are those of ``lairkeeper demo --auto``: they know the truth, lay pieces on readers, and wait until what
they see is in order again. At the end everything they meant has counted once, whatever went wrong on the way.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from lairkeeper.board import LockstepLink, SimulatedBoard
from lairkeeper.board.events import PLACED, REMOVED, BoardEvent
from lairkeeper.board.status import LinkState
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted
from lairkeeper.scans.explain import ARMED_FOR
from lairkeeper.scans.question import KEEP
from lairkeeper.simulation.acts import Act, Intent, SimulatedMatch, Tap
from lairkeeper.simulation.auto import HOLD_MS, PATIENCE_MS, AutoMatch
from lairkeeper.store import Store, StoreError
from lairkeeper.store.errors import StoreProblem
from lairkeeper.table import Clocks, Hub, Question
from lairkeeper.table.last_scan import LastScan

from .disk import Disk, Killed, after_death, opened
from .faults import Fault, Kind
from .line import Line
from .pages import look_at_pages

STEP_MS: Final = 500
RECOVERY_MS: Final = 60_000
"""Whatever stops for good must be over by then; the players wait no longer."""
PAUSE_MS: Final = 50.0
"""For so long of processor time may the app keep everybody waiting. Some 8 are usual."""
REFUSALS: Final = {
    Kind.FULL: "database or disk is full",
    Kind.BROKEN: "disk I/O error",
    Kind.BUSY: "database is locked",
}


@dataclass(slots=True)
class Verdict:
    """The faults found in a world, one sentence each, and how long the app kept everybody waiting at most."""

    wrong: list[str]
    pause_ms: float
    acts: int


class World(AutoMatch):
    """A match in a folder of its own, with the misfortunes that were drawn for it."""

    def __init__(
        self, evening: SimulatedMatch, board: SimulatedBoard, folder: Path, faults: Sequence[Fault], seed: int
    ) -> None:
        self._disk = Disk()
        self._folder = folder
        self._hosts = 0
        self._faults = tuple(faults)
        self._ends: list[tuple[float, Callable[[], None]]] = []
        self._wall_step = 0.0
        self._cut: int | None = None
        self._pause = 0.0
        self._line_rng = Random(f"line {seed}")
        super().__init__(
            evening, board, opened(self._path, self._disk), Random(f"hands {seed}"), lambda n: None, noise="much"
        )

    @property
    def _path(self) -> Path:
        return self._folder / f"host-{self._hosts}.db"

    # The host -----------------------------------------------------------------------------------------------------

    def _plug_in(self, link: LockstepLink | None = None) -> None:
        self._hub = Hub(self._store, clocks=Clocks(self._time, self._steady))
        self._link = Line(
            self, self._board, self._store.inbox, self._line_rng, on_events=self._received, on_snapshot=self._hub.lying,
            on_status=self._hub.board_changed,
        )  # fmt: skip
        if isinstance(link, Line):
            self._link.follow(link)
        self._hub.add_link(self._link)

    @property
    def line(self) -> Line:
        """The link of the host that is running now."""
        assert isinstance(self._link, Line)
        return self._link

    def close(self) -> None:
        self._link.close()
        self._store.close()

    def _time(self) -> float:
        return super()._time() + self._wall_step

    def survive(self) -> None:
        """Start the next host after a kill: it has only what the killed one had committed."""
        shown, old = self._records(), self._path
        self._store.database.close()
        self._hosts += 1
        after_death(old, self._path)
        self._begin_again()
        if self._records() < shown:
            self._tally.differences.append(f"{shown - self._records()} commands were shown and not kept")

    def _begin_again(self) -> None:
        self._disk.revive()
        self._store = opened(self._path, self._disk)
        self._link.let_go()
        self._plug_in(self._link)
        table = self._hub.resume_last()
        if self._hub.problem is not None:
            raise AssertionError(f"the match did not go on: {self._hub.problem}")
        self.table = table or self._hub.resume(self.table.match)  # it was archived a moment ago
        known = {event.key for event in self._seen}
        self._seen += [event for row in self._store.inbox.after(0) if (event := row.event).key not in known]
        self._told = min(self._told, self._records())

    # Time ---------------------------------------------------------------------------------------------------------

    def passed(self) -> None:
        """End what is over by now."""
        for each in [each for each in self._ends if each[0] <= self._steady()]:
            self._ends.remove(each)
            each[1]()

    def _quiet(self) -> None:
        """End the noise on the line of whichever host runs now: it may have begun on that of an earlier one."""
        self.line.quiet()

    def _for(self, ms: int, undo: Callable[[], None]) -> None:
        self._ends.append((self._steady() + ms / 1000, undo))

    def timed(self, call: Callable[[], Any]) -> Any:
        """Call the app and note for how long it kept everybody waiting: processor time, as machines differ."""
        began = time.thread_time()
        try:
            return call()
        finally:
            self._pause = max(self._pause, time.thread_time() - began)

    def _received(self, events: Sequence[BoardEvent]) -> None:
        self.timed(partial(super()._received, events))

    def _pump(self) -> None:
        try:
            self.timed(self._hub.pump)
        except Killed:
            self.survive()

    def _wait(self, until: Callable[[], bool], ms: int = PATIENCE_MS) -> None:
        """As everybody: the players see that something is out of order, and wait until it is over."""
        super()._wait(until, ms)
        for _ in range(0, RECOVERY_MS, STEP_MS):
            if until() or self._in_order():
                break
            self._link.advance(STEP_MS)
            self._pump()
        super()._wait(until, ms)

    def _in_order(self) -> bool:
        return not self._ends and self._link.status.state is LinkState.UP and self._hub.problem is None

    # The players --------------------------------------------------------------------------------------------------

    def play_all(self, until: int | None = None) -> Verdict:
        """Play the whole match, or end it unfinished with this act."""
        self._link.start()
        self._pump()
        n = 0
        for n, act in enumerate(self._acts()):
            for fault in self._faults:
                if fault.act == n:
                    self._suffer(fault)
            self._act(act)
            self._look(act)
            if n == until:
                break
        self._wait(lambda: False, 0)
        wrong = self._tally.differences + self._tally.leaks
        if until is None:
            view = self.table.view(TABLE)
            wrong += self._simulated.differences(view)
            if not view.finished:
                wrong.append("the match is not over")
        if self._tally.extra:
            wrong.append(f"{self._tally.extra} events that no placing explains")
        if self._pause * 1000 > PAUSE_MS:
            wrong.append(f"the app kept everybody waiting for {self._pause * 1000:.0f} ms")
        return Verdict([*wrong, *self._counted()], self._pause * 1000, n)

    def _counted(self) -> Iterator[str]:
        times = self.times()
        if lost := times.count(0):
            yield f"{lost} taps were lost"
        if doubled := sum(n > 1 for n in times):
            yield f"{doubled} taps were counted twice"

    def _tap_all(self, act: Act) -> None:
        """Begin again while the screen shows that a word of this act has expired: a fault held the hands up."""
        while True:
            begun, told, since = len(self._tally.sent), self.table.last_scan, self._link.now_ms
            for tap in act.taps:
                self._tap(tap, act.intent)
                if self._expired(told, since):
                    break
            else:
                return
            del self._tally.sent[begun:]

    def _expired(self, told: LastScan | None, since: int) -> bool:
        """Return True when the screen says so anew and rightly: a word that expires too soon is a fault of the app."""
        last = self.table.last_scan
        if last is None or last is told or self._link.now_ms - since < ARMED_FOR * 1000:
            return False
        return last.code == "words-expired" or (last.code == "armed" and not self.table.armed)

    def _tap(self, tap: Tap, intent: Intent) -> None:
        if self._cut is None:
            super()._tap(tap, intent)
            return
        after, self._cut = self._cut, None
        uid, kind = self._uid(tap.component)
        begun = len(self._seen)
        self._reach(tap)
        self._board.place(tap.reader, uid, kind)
        self._link.advance(after)
        self._board.kill()
        self._link.advance(STEP_MS)
        self._board.restart()
        self._wait(lambda: self._came(PLACED, uid, begun), 2_000)
        self._link.advance(HOLD_MS[1])
        self._board.take(tap.reader, uid)
        self._wait(lambda: self._came(REMOVED, uid, begun), 2_000)
        self._tapped[tap.component] = (tap.reader, self._link.now_ms)
        self._link.advance(STEP_MS)

    def _answer(self, question: Question, act: Act | None) -> None:
        """Answer, and say it again when told that it could not be kept."""
        asked: Question | None = question
        for _ in range(0, RECOVERY_MS, STEP_MS):
            if asked is None:
                return
            try:
                self.timed(partial(super()._answer, asked, act))
            except StoreError:
                self._link.advance(STEP_MS)
            except Killed:
                self.survive()
                self._wait(lambda: bool(self.table.question) or not self._undecided())
                asked = self.table.question
            else:
                return
        self._tally.differences.append(f"question {question.code} could not be answered in a minute")

    # Misfortunes --------------------------------------------------------------------------------------------------

    def _suffer(self, fault: Fault) -> None:
        try:
            self._meet(fault)
        except Killed:
            self.survive()
        except StoreError:
            self._wait(self._in_order)  # the page says what is wrong, and whoever clicked leaves it

    def _meet(self, fault: Fault) -> None:
        ms = fault.amount
        match fault.kind:
            case Kind.HOST_DIES:
                self._disk.dies_in = ms
            case Kind.HOST_LEAVES:
                self._leave(ms)
            case Kind.POWER:
                self._board.kill()
                self._link.advance(ms)
                self._board.restart()
                self._wait(self._in_order, 5_000)
            case Kind.CUT:
                self._cut = ms
            case Kind.NOISE:
                self._link.noise = 0.02
                self._for(ms, self._quiet)
            case Kind.UNPLUGGED:
                self._link.unplug(ms)
            case Kind.FULL | Kind.BROKEN | Kind.BUSY:
                self._disk.refusal = REFUSALS[fault.kind]
                self._for(ms, self._disk.mend)
            case Kind.SECOND:
                self._second()
            case Kind.CLOCK:
                self._wall_step += ms
            case Kind.PUT_AWAY:
                self._hub.match.close()
                self.table = self._hub.resume(self.table.match)
            case Kind.BACK:
                self._back()
            case Kind.PAGES:
                self._tally.leaks += look_at_pages(self._hub, self._simulated)

    def _leave(self, ms: int) -> None:
        self._store.close()
        self._link.unplug(ms)
        self._link.advance(ms)
        self._begin_again()
        self._wait(self._in_order, 5_000)

    def _second(self) -> None:
        try:
            Store.open(self._path).close()
        except StoreError as error:
            if error.problem is StoreProblem.LOCKED:
                return
            raise
        self._tally.differences.append("a second host opened the database")

    def _back(self) -> None:
        if self.table.question is None and not self.table.armed and self.table.history.can_undo:
            done = self.table.undo()
            if isinstance(done, Accepted):
                again = self.table.redo()
                if not isinstance(again, Accepted):
                    self._tally.differences.append(f"what was taken back could not be done again: {again}")
            elif isinstance(done, Question):
                keep = next(n for n, option in enumerate(done.options) if option.action == KEEP)
                self.table.answer(done.id, keep, "page")
