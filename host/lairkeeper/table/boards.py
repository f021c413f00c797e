"""The links to all boards, and what their readers show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from lairkeeper.board import BoardEvent, EventInbox, Link, LinkState, LinkStatus, ZoneSnapshot
from lairkeeper.board.commands import OnReply
from lairkeeper.board.serial import Finder
from lairkeeper.scans import Armed
from lairkeeper.table.tag_write import TagWrite, code_of


class BoardLink(Protocol):
    """A way to a board; ``Link`` and ``LockstepLink`` are such."""

    @property
    def status(self) -> LinkStatus:
        """Return how the link stands now."""
        ...

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        """Show at the reader what became of an event; False while no session is up."""
        ...

    def command(self, op: str, *args: Any, on_reply: OnReply | None = None) -> bool:
        """Ask the board for something, and tell ``on_reply`` the answer; False while no session is up."""
        ...


class Runs(Protocol):
    """A link that lives on the event loop."""

    async def run(self, stop: asyncio.Event) -> None:
        """Keep the link until ``stop`` is set."""
        ...


class Boards:
    """Verdicts go to the board that saw the scan; armed words to the readers where they were tapped."""

    def __init__(
        self,
        inbox: EventInbox,
        *,
        on_events: Callable[[Sequence[BoardEvent]], None],
        on_snapshot: Callable[[Sequence[ZoneSnapshot]], None],
        on_status: Callable[[LinkStatus], None],
        pairings: Callable[[str], str | None] | None = None,
    ) -> None:
        self._inbox = inbox
        self._on_events = on_events
        self._on_snapshot = on_snapshot
        self._on_status = on_status
        self._pairings = pairings
        self.links: list[BoardLink] = []
        self._running: list[Runs] = []
        self._armed: dict[str, float] = {}
        self._told: set[str] = set()
        self._screens: dict[int, tuple[int, str, str]] = {}
        self._told_time: dict[int, int] = {}

    @property
    def statuses(self) -> tuple[LinkStatus, ...]:
        """Return how each link stands, in the order in which they were added."""
        return tuple(link.status for link in self.links)

    def add(self, link: BoardLink) -> None:
        """Add a link that somebody else keeps going."""
        self.links.append(link)

    def add_port(self, port: str | Finder, interpreter: str = "") -> None:
        """Add a link that ``start`` keeps going."""
        link = Link(
            port,
            self._inbox,
            on_events=self._on_events,
            on_snapshot=self._on_snapshot,
            on_status=self._on_status,
            interpreter=interpreter,
            pairings=self._pairings,
        )
        self.links.append(link)
        self._running.append(link)

    def start(self, stop: asyncio.Event) -> list[asyncio.Future[None]]:
        """Run every link of ours until ``stop`` is set."""
        return [asyncio.ensure_future(link.run(stop)) for link in self._running]

    def feedback(self, event: BoardEvent, verdict: str) -> None:
        """Tell the board that saw a scan what became of it."""
        for link in self.links:
            if link.status.device == event.device:
                link.feedback(event, verdict)
        self._told.add(event.zone)

    def show_armed(self, words: Sequence[Armed], now: float) -> None:
        """Show at each reader where a word waits for its sentence that it waits.

        A reader where the wait ended without a verdict shows that it is ready.
        """
        armed = {each.zone: each.until for each in words}
        for zone, until in armed.items():
            if self._armed.get(zone) != until:
                self._led(zone, "armed", None, max(1, round((until - now) * 1000)))
        for zone in set(self._armed) - set(armed) - self._told:
            self._led(zone, "ready")
        self._armed = armed
        self._told.clear()

    def write(self, writing: TagWrite, force: bool, done: Callable[[TagWrite], None]) -> bool:
        """Have a tag written; ``done`` hears what it came to. False when no board can."""
        able = (link for link in self.links if link.status.device == writing.device and "tag" in link.status.caps)
        link = next(able, None)
        if link is None:
            return False

        def wrote(ok: bool, value: Any) -> None:
            result = replace(writing, code=code_of(ok, value))
            question = result.question
            if question is None or not link.command(*question, on_reply=lambda *said: done(result.answered(*said))):
                done(result)

        return link.command(*writing.command, *([True] if force else []), on_reply=wrote)

    def tell_time(self, unix: float) -> None:
        """Set the clock of each board that has just been greeted: it dates the board's files."""
        for link in self.links:
            status = link.status
            fresh = status.state is LinkState.UP and self._told_time.get(id(link)) != status.sessions
            if fresh and link.command("time", int(unix)):
                self._told_time[id(link)] = status.sessions

    @property
    def has_screen(self) -> bool:
        """Return True when a board with a small screen is there."""
        return any("disp" in link.status.caps for link in self.links)

    def show(self, title: str, text: str) -> None:
        """Put text on the boards' small screens, until something else is shown; a new session gets it anew."""
        for link in self.links:
            status = link.status
            if "disp" not in status.caps or status.state is not LinkState.UP:
                self._screens.pop(id(link), None)
                continue
            wanted = (status.sessions, title, text)
            if self._screens.get(id(link)) != wanted and link.command("disp", text, 0, title):
                self._screens[id(link)] = wanted

    def _led(self, zone: str, *args: Any) -> None:
        for link in self.links:
            if zone in link.status.zones:
                link.command("led", zone, *args)
