"""Whole matches by hand: the taps of a simulated evening, made with clicks on the virtual table in Chromium."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from playwright.sync_api import Page, expect

from lairkeeper.board import SimulatedBoard
from lairkeeper.core.ids import TABLE
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.view import View
from lairkeeper.scans.question import PUT_BACK
from lairkeeper.simulation.acts import Act, ReadsView, SimulatedMatch, Tap
from lairkeeper.simulation.auto import COMMANDS
from lairkeeper.store import Store
from lairkeeper.table import Hub, Question, Table, demo_uid
from lairkeeper.table.virtual import BLANKS, PHONE
from lairkeeper.web import create_app, open_port, serve

T = TypeVar("T")
PATIENCE_S = 40.0
"""Seconds that a player waits for the app; words stay armed for eight."""

A_HAND_S = 0.5
"""For how long a hand lifts a token to tap it again; an antenna that flickers finds it sooner."""


A_WAY_S = 3.0
"""Seconds that a hand takes from one reader to another; what is faster was carried past, and is asked about."""

PACE_S = 0.05
"""The period at which a condition is looked at that no page announces."""


def lift() -> None:
    """Hold a token off the antenna. How long a hand takes is what the app measures, so this time really passes."""
    time.sleep(A_HAND_S)


def until(condition: Callable[[], bool]) -> None:
    """Wait for what no page announces; raise `AssertionError` after ``PATIENCE_S``."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(PACE_S)


class Ways:
    """When each piece was last lifted, and where: a hand takes its time to the next reader."""

    def __init__(self) -> None:
        self._left: dict[str, tuple[str, float]] = {}

    def go(self, component: str, reader: str) -> None:
        """Take a piece to a reader, slowly enough for it to be another tap."""
        last, left = self._left.get(component, (reader, 0.0))
        if last != reader:
            time.sleep(max(0.0, left + A_WAY_S - time.monotonic()))

    def leave(self, component: str, reader: str) -> None:
        """Note that the piece was lifted there just now."""
        self._left[component] = (reader, time.monotonic())


class House:
    """The match of an evening with its pages and a simulated board, in a thread of its own."""

    def __init__(self, evening: SimulatedMatch, db: Path, lang: str) -> None:
        self._stop = asyncio.Event()
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._sock = open_port("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._sock.getsockname()[1]}"
        self._thread = threading.Thread(target=lambda: self._loop.run_until_complete(self._main(evening, db, lang)))

    def __enter__(self) -> House:
        self._thread.start()
        assert self._ready.wait(60), "the board did not start"
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(30)

    async def _main(self, evening: SimulatedMatch, db: Path, lang: str) -> None:
        head = evening.header
        with Store.open(db) as store, SimulatedBoard(evening.readers) as board:
            self.hub = Hub(store, simulated=board)
            self.hub.set_language(lang)
            self.hub.enrol_demo_set(head.game)
            begun = self.hub.start(head.game, head.seats, level=head.level, ruleset=head.ruleset, setup=head.setup)
            assert isinstance(begun, Table), begun
            self.match = begun
            self._ready.set()
            app = create_app(self.hub, stop=self._stop)
            await asyncio.gather(self.hub.run(self._stop), serve(app, "127.0.0.1", 0, self._stop, sock=self._sock))

    def ask(self, look: Callable[[], T]) -> T:
        """Something that the app knows, asked in its own thread."""

        async def looked() -> T:
            return look()

        return asyncio.run_coroutine_threadsafe(looked(), self._loop).result(30)


class Hands:
    """Somebody who plays an evening on the virtual table, and reads what the table page says.

    ``read`` is given every new text of the page's *now*.
    """

    def __init__(
        self, evening: SimulatedMatch, house: House, table: Page, virtual: Page, read: Callable[[str], None]
    ) -> None:
        self._evening, self._house, self._match = evening, house, house.match
        self._table, self._virtual = table, virtual
        self._read = read
        self._last = ""
        self._tapped: Tap | None = None
        self._ways = Ways()
        if isinstance(evening, ReadsView):
            evening.watch(self._view)

    def play(self) -> None:
        """Every act of the evening; what came of each must be what was meant."""
        for act in self._evening.acts():
            self._act(act)
        assert self._evening.differences(self._view()) == []

    def _view(self) -> View:
        return self._house.ask(lambda: self._match.view(TABLE))

    def _act(self, act: Act) -> None:
        records = self._records()
        for tap in act.taps:
            self._tap(tap)
        self._wait(lambda: bool(self._match.question) or self._decided())
        question = self._house.ask(lambda: self._match.question)
        if question is not None:
            self.look()
            self._answer(question, act)
            self._wait(self._decided)
        came = self._records() - records
        assert came == act.commands, f"{act}: {came} commands; {self._match.last_scan}"
        self.look()

    def _tap(self, tap: Tap) -> None:
        """Find this very copy, press a reader: it lies there for a moment and is lifted again."""
        uid = self._uid(tap.component)
        self._virtual.get_by_role("searchbox").fill("" if tap.component in ("phone", "stranger") else tap.component)
        thing = self._virtual.locator(f'.bank [data-uid="{uid}"]')
        if not thing.is_visible():
            thing.evaluate("each => { each.closest('details').open = true }")
        thing.click()
        if tap == self._tapped:
            lift()
        self._tapped = tap
        self._ways.go(tap.component, tap.reader)
        before = self._events()
        self._virtual.locator(f'[data-reader="{tap.reader}"] .pad').click()
        self._wait(lambda: len(self._house.hub.store.inbox.after(before)) >= 2)
        expect(self._virtual.locator(f'[data-reader="{tap.reader}"] ul button')).to_have_count(0, timeout=40_000)
        self._ways.leave(tap.component, tap.reader)

    def _uid(self, component: str) -> str:
        if component == "phone":
            return PHONE
        if component == "stranger":
            return BLANKS[0]
        return demo_uid(SHARED if piece(component) else self._evening.header.game, component)

    def _answer(self, question: Question, act: Act) -> None:
        """Click the button that was meant, or "put it back" for what was never meant."""
        meant = act.intent in COMMANDS
        for n, option in enumerate(question.options):
            command = option.command
            if (
                all(getattr(command, key) == value for key, value in (act.choose or {}).items())
                if meant and command is not None and (option.first is not None) == bool(act.ends)
                else not meant and option.action == PUT_BACK
            ):
                self._table.locator("#now .answers button").nth(n).click()
                return
        raise AssertionError(f"{question.code} has no option that was meant by {act}")

    def look(self) -> None:
        """Read what the table page says now."""
        said = self._table.locator("#now").inner_text()
        if said != self._last:
            self._last = said
            self._read(said)

    def _wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not self._house.ask(until):
            assert time.monotonic() < end, f"nothing came of it; {self._match.last_scan}"
            time.sleep(PACE_S)

    def _decided(self) -> bool:
        return not self._match.armed and not self._house.hub.store.inbox.unconsumed()

    def _events(self) -> int:
        """Return the newest row of the inbox: a tag that comes makes one more, a tag that goes another."""
        return self._house.ask(lambda: max((row.id for row in self._house.hub.store.inbox.recent(1)), default=0))

    def _records(self) -> int:
        return self._house.ask(lambda: len(self._match.history.records))
