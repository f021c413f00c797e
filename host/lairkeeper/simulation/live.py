"""Simulated players at the virtual table: they play a match before the eyes of whoever watches, at a human speed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random, SystemRandom
from typing import Any, Final

from lairkeeper.board.events import PLACED, REMOVED
from lairkeeper.core.ids import TABLE
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.result import Refused
from lairkeeper.store import StoreError
from lairkeeper.table import Hub, LiveError, LiveState, LogLine, Table, Virtual, demo_uid

from .acts import Act, FixedRules, Overfull, ReadsView, SimulatedMatch, Tap
from .auto import COMMANDS
from .installed import levels_of
from .meant import flickered, option_meant
from .noise import NOISES
from .readers import LAYOUTS

SETTLED_S: Final = 1.0
"""Longer than a board takes to tell that a piece has gone."""
WHO: Final = "players"
"""The log's ``who`` for the answers that the players choose."""
LOOK_S: Final = 0.03
EVENT_S: Final = 6.0
"""Seconds to wait for an event of the board."""
PATIENCE_S: Final = 15.0
"""Seconds to wait for the app before the players give up: longer than any word stays armed."""
REACH_S: Final = 0.4
"""A hand does not lay the same piece down again sooner than this after it has left."""
WAY_S: Final = 2.2
"""Longer than a piece counts as being on its way from one reader to the next."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Speed:
    """Seconds that a piece lies on its reader, and those between two acts."""

    hold: float
    rest: float


SPEED: Final[Mapping[str, Speed]] = {"slow": Speed(1.4, 3.0), "normal": Speed(0.8, 1.2), "fast": Speed(0.25, 0.0)}


@dataclass(slots=True)
class _Thread:
    """The match that the players play, and where its log stood when they had last done something."""

    match: SimulatedMatch
    table: Table
    acts: Iterator[Act]
    live: tuple[int, int] = (0, 0)
    row: int = 0
    own: set[str] = field(default_factory=set)
    """The tags that the players have laid on a reader since that row of the inbox."""
    begun: Act | None = None
    """The act that they are at, until what they meant has come of it."""
    records: int = 0
    """The records there were when they began it."""
    robbed: bool = False
    """True when somebody else has answered what the app asked them."""

    def note(self, hub: Hub) -> None:
        """Remember that all taps so far are known."""
        self.row = _newest(hub)
        self.own.clear()

    def begin(self, act: Act, hub: Hub) -> None:
        """Remember how the match stands before an act."""
        self.note(hub)
        self.begun, self.records, self.robbed = act, len(self.table.history), False

    def done(self) -> None:
        """Remember that what was meant has come of the act."""
        self.begun, self.live = None, _live(self.table)

    @property
    def came(self) -> bool:
        """Return True when all that counts since the act began are the commands that the players meant."""
        live, meant = self.table.history.live, self.begun.commands if self.begun is not None else 0
        if not meant or len(live) != self.live[0] + meant:
            return False
        theirs = {line.n for line in self._lines() if self._theirs(line)}
        return live[-meant - 1].n == self.live[1] and all(record.n in theirs for record in live[-meant:])

    @property
    def crossed(self) -> bool:
        """Return True when somebody else did something to the match while the players were at an act."""
        return self.robbed or not all(map(self._theirs, self._lines()))

    def _lines(self) -> tuple[LogLine, ...]:
        """Return what the log says since the act began."""
        return self.table.log(limit=len(self.table.history) - self.records)

    def _theirs(self, line: LogLine) -> bool:
        return line.who == WHO or (line.uid or "").lower() in self.own


class LivePlay:
    """Implement ``LivePlayers`` over a hub with a virtual table. The same ``seed`` plays the same match."""

    def __init__(self, hub: Hub, *, seed: int | None = None, speed: str = "normal") -> None:
        self._hub = hub
        self._seed = seed
        self._speed = speed
        self._state = LiveState.IDLE
        self._thread: _Thread | None = None
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._steps = 0
        self._acting = False
        """True from the first tap of an act until what came of it is known."""
        self._lies: tuple[str, str] | None = None
        self._left: dict[str, tuple[str, float]] = {}
        """By piece: the reader that it left last, and when."""

    @property
    def state(self) -> LiveState:
        """Return what the players do."""
        return self._state

    @property
    def speed(self) -> str:
        """Return how fast they play."""
        return self._speed

    @property
    def trouble(self) -> str:
        """Return why they cannot play the match on the table; empty when they can."""
        table = self._hub.table
        if table is None:
            return "no-match"
        if self._hub.enrol is not None:
            return "enrolling"
        return "" if table.view().level in levels_of(table.game.id) else "no-players"

    def begin(self) -> None:
        """Put the match on the table away, begin a new one like it and play it."""
        if self.trouble:
            raise LiveError(self.trouble)
        self.stop()
        self._task = asyncio.get_running_loop().create_task(self._run(self._seated()))
        self._become(LiveState.PLAYING)

    def pause(self) -> None:
        """Finish what has begun and wait."""
        if self._state is LiveState.PLAYING:
            self._become(LiveState.PAUSED)

    def go_on(self) -> None:
        """Go on after a pause, if the match stands as the players left it."""
        self._ready()
        self._become(LiveState.PLAYING)

    def step(self) -> None:
        """Do one thing and wait again."""
        self._ready()
        self._steps = 1
        self._become(LiveState.PAUSED)

    def stop(self) -> None:
        """Leave the match as it is and play no more."""
        if self._task is not None:
            self._task.cancel()
        self._task = self._thread = None
        self._lift()
        if self._state is not LiveState.IDLE:
            self._become(LiveState.IDLE)

    def set_speed(self, speed: str) -> None:
        """Play at another speed from the next tap on."""
        if speed not in SPEED:
            raise LiveError("no-speed")
        self._speed = speed
        self._virtual.tell()

    # Before the match

    @property
    def _virtual(self) -> Virtual:
        virtual = self._hub.virtual
        assert virtual is not None
        return virtual

    def _seated(self) -> SimulatedMatch:
        """Return simulated players for the people, game, level and house rules on the table."""
        table = self._hub.table
        assert table is not None
        header, seed = table.header, self._seed if self._seed is not None else SystemRandom().getrandbits(32)
        zones: Mapping[str, str] = self._hub.store.settings.get("zones", {})
        there = {name for name in self._virtual.readers if zones.get(name, name) == name}
        for layout in reversed(LAYOUTS):
            for rules in (header.ruleset, {}):
                made = levels_of(header.game)[table.view().level].seat(header.seats, Random(seed), layout, rules)
                if set(made.readers) <= there and _simulates(made, rules):
                    return made
        raise LiveError("no-reader")

    async def _opened(self, match: SimulatedMatch) -> _Thread:
        """Clear the readers, and begin the match when no scan of the one before can come any more."""
        self._clear()
        await asyncio.sleep(SETTLED_S)
        header = match.header
        self._hub.enrol_demo_set(header.game, match.more_cards if isinstance(match, Overfull) else ())
        table = self._hub.start(
            header.game, header.seats, level=header.level, ruleset=header.ruleset, setup=header.setup, proxy=True
        )
        if isinstance(table, Refused):
            raise ValueError(f"the match cannot begin: {table.code}")
        if isinstance(match, ReadsView):
            match.watch(lambda: thread.table.view(TABLE))
        acts = NOISES["none"].over(match.acts(), match.readers, Random(self._seed))
        thread = _Thread(match, table, acts, _live(table), _newest(self._hub))
        self._left.clear()
        return thread

    def _clear(self) -> None:
        """Take everything off the readers."""
        for reader, uids in self._virtual.tags().items():
            for uid in uids:
                self._virtual.take(reader, uid)

    # While they play

    def _become(self, state: LiveState) -> None:
        self._state = state
        self._wake.set()
        self._virtual.tell()

    def _ready(self) -> None:
        """Raise ``LiveError`` when the players have nothing to go on with, or the match has gone another way."""
        thread = self._thread
        if self._state not in (LiveState.PAUSED, LiveState.DISTURBED):
            raise LiveError("not-paused")
        if self._acting or thread is None:
            return
        if self._hub.table is None or self._hub.table.match != thread.table.match:
            raise LiveError("other-match")
        thread.table = self._hub.table
        if thread.table.question:
            raise LiveError("question")
        if thread.came:
            thread.done()
        if _live(thread.table) != thread.live:
            raise LiveError("other-way")
        thread.row = _newest(self._hub)

    async def _run(self, match: SimulatedMatch) -> None:
        """Play until the match is over, somebody stops it, or something else happens than was meant."""
        end = LiveState.LOST
        try:
            self._acting = True
            self._thread = thread = await self._opened(match)
            self._acting = False
            end = await self._play(thread)
        except (ValueError, StoreError):
            _log.exception("the simulated players cannot go on")
        except asyncio.CancelledError:
            end = LiveState.IDLE
            raise
        finally:
            self._acting = False
            self._lift()
            if end is not LiveState.IDLE:
                self._thread = self._task = None
                self._become(end)

    async def _play(self, thread: _Thread) -> LiveState:
        """Do one act after the other; ``LOST`` when by itself something else came of one than was meant."""
        for act in thread.acts:
            while not await self._done(thread, act):
                if self._hub.table is thread.table and not (thread.crossed or self._foreign(thread)):
                    return LiveState.LOST
                self._become(LiveState.DISTURBED)
            await self._rest(SPEED[self._speed].rest)
        return LiveState.ENDED

    async def _done(self, thread: _Thread, act: Act) -> bool:
        """Do an act when it is the players' turn, if it was not done before; True when what was meant came of it."""
        again = thread.begun is act
        await self._turn(thread)
        if again and thread.begun is None:
            return True
        if not await self._quiet(thread):
            return False
        self._acting = True
        thread.begin(act, self._hub)
        went, self._acting = await self._act(thread, act), False
        if went:
            thread.done()
        return went

    async def _quiet(self, thread: _Thread) -> bool:
        """Wait until no word of the act before is armed; False when something else has come of it."""
        await self._until(lambda: self._decided(thread.table), PATIENCE_S)
        return _live(thread.table) == thread.live and thread.table.question is None

    async def _turn(self, thread: _Thread) -> None:
        """Wait while the players have a break, and begin one when somebody else has done something."""
        while True:
            if self._state is LiveState.PLAYING and self._disturbed(thread):
                self._become(LiveState.DISTURBED)
            if self._state is LiveState.PLAYING:
                return
            if self._steps:
                self._steps = 0
                return
            self._wake.clear()
            await self._wake.wait()

    def _disturbed(self, thread: _Thread) -> bool:
        """Return True when taps or commands have come that the players did not make."""
        return self._hub.table is not thread.table or _live(thread.table) != thread.live or self._foreign(thread)

    def _foreign(self, thread: _Thread) -> bool:
        """Return True when a piece was laid down that the players did not lay."""
        events = (row.event for row in self._hub.store.inbox.after(thread.row))
        return any(event.kind == PLACED and event.uid not in thread.own for event in events)

    async def _act(self, thread: _Thread, act: Act) -> bool:
        """Make the taps of an act and answer what the app asks; True when exactly what was meant came of it."""
        table, records, meant = thread.table, len(thread.table.history), act.intent in COMMANDS
        for tap in act.taps:
            if self._hub.table is not table:
                return False
            await self._tap(thread, tap)
        await self._until(lambda: table.question is not None or self._decided(table), PATIENCE_S)
        question = table.question
        if question is not None:
            await self._rest(SPEED[self._speed].rest)
            option = option_meant(question, act if meant else None)
            thread.robbed = table.question is None or table.question.id != question.id
            if option is None or thread.robbed:
                return False
            table.answer(question.id, option, WHO)
            await self._until(lambda: self._decided(table), PATIENCE_S)
        return self._hub.table is table and len(table.history) - records == act.commands

    async def _tap(self, thread: _Thread, tap: Tap) -> None:
        """Lay a piece on a reader for a moment; once more where the app says that it cannot tell it from the last."""
        table = thread.table
        uid = demo_uid(SHARED if piece(tap.component) else table.game.id, tap.component)
        thread.own.add(uid.lower())
        await self._reach(tap)
        if self._hub.table is not table:
            return
        before = table.last_scan
        await self._lay(tap, uid)
        if flickered(table.last_scan, before, tap.component):
            await self._take(tap, uid)
            await asyncio.sleep(WAY_S)
            await self._lay(tap, uid)
        await self._take(tap, uid)

    async def _reach(self, tap: Tap) -> None:
        """Wait until a piece that was tapped before counts as tapped anew."""
        reader, left = self._left.get(tap.component, (tap.reader, 0.0))
        wait = REACH_S if reader == tap.reader else WAY_S
        await asyncio.sleep(max(0.0, left + wait - _now()))

    async def _lay(self, tap: Tap, uid: str) -> None:
        row = _newest(self._hub)
        self._lies = (tap.reader, uid)
        self._virtual.place(tap.reader, uid)
        await self._until(lambda: self._came(PLACED, uid, row), EVENT_S)
        await asyncio.sleep(SPEED[self._speed].hold)

    async def _take(self, tap: Tap, uid: str) -> None:
        row = _newest(self._hub)
        self._lift()
        await self._until(lambda: self._came(REMOVED, uid, row), EVENT_S)
        self._left[tap.component] = (tap.reader, _now())

    def _lift(self) -> None:
        """Take away the piece that the players hold on a reader, unless somebody else has."""
        lies, self._lies = self._lies, None
        if lies is not None and lies[1] in self._virtual.tags().get(lies[0], ()):
            self._virtual.take(*lies)

    def _came(self, kind: str, uid: str, row: int) -> bool:
        events = (each.event for each in self._hub.store.inbox.after(row))
        return any(event.kind == kind and event.uid == uid.lower() for event in events)

    def _decided(self, table: Table) -> bool:
        return not table.armed and not self._hub.store.inbox.unconsumed()

    async def _rest(self, seconds: float) -> None:
        """Let time pass; a pause ends it."""
        await self._until(lambda: self._state is not LiveState.PLAYING, seconds)

    async def _until(self, met: Callable[[], bool], seconds: float) -> None:
        """Wait until something is so, at most for so long."""
        end = _now() + seconds
        while not met() and _now() < end:
            await asyncio.sleep(LOOK_S)


def _simulates(match: SimulatedMatch, rules: Mapping[str, Any]) -> bool:
    """Return True when the players know these house rules."""
    return not isinstance(match, FixedRules) or set(rules) <= match.house_rules


def _live(table: Table) -> tuple[int, int]:
    """Return how many records count, and the number of the last one."""
    live = table.history.live
    return len(live), live[-1].n


def _newest(hub: Hub) -> int:
    return max((row.id for row in hub.store.inbox.recent(1)), default=0)


def _now() -> float:
    return asyncio.get_running_loop().time()
