"""A link that lives as long as the app: one board, over one line or several, coming back after every loss."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from lairkeeper.board.ble import BleFinder, Radio
from lairkeeper.board.commands import OnReply
from lairkeeper.board.events import BoardEvent, EventInbox
from lairkeeper.board.line import LineSupervisor, now_ms
from lairkeeper.board.pairing_proof import Secrets
from lairkeeper.board.serial import Finder, SerialFinder
from lairkeeper.board.session import ANSWERED, HostSession, OnEvents, OnSnapshot, OnStatus
from lairkeeper.board.status import LinkState, LinkStatus

BLE = "ble:"
RADIO = Radio()
"""Of this computer: one for all links that are named and not handed a finder."""


class Link:
    """One board. Everything, the callbacks too, happens on the event loop's thread.

    ``port`` is a port's name (``COM3``, ``ble:lair-1``, or both with a ``+`` between), a finder, or several finders,
    the best line first: the best one that is answered has the events, the others stay greeted and step in when it is
    lost. The first board that answers is the one this link belongs to; another one is refused until `forget_device`.
    ``pairings`` gives a board's secret, for lines that strangers can reach. ``tap`` hears every byte.
    """

    def __init__(
        self,
        port: str | Finder | list[Finder] | tuple[Finder, ...],
        inbox: EventInbox,
        *,
        on_events: OnEvents | None = None,
        on_status: OnStatus | None = None,
        on_snapshot: OnSnapshot | None = None,
        device: str | None = None,
        interpreter: str = "",
        wall: Callable[[], float] = time.time,
        pairings: Secrets | None = None,
        tap: Callable[[float, str, bytes], None] | None = None,
    ) -> None:
        self.interpreter = interpreter
        self._user_on_status = on_status
        self._lines: list[LineSupervisor] = []
        for finder in _finders(port):
            session = HostSession(
                inbox,
                on_events=on_events,
                on_snapshot=on_snapshot,
                on_status=partial(self._changed, len(self._lines)),
                device=device,
                wall=wall,
                pairings=pairings,
                guarded=finder.guarded,
            )
            session.hold = bool(self._lines)
            self._lines.append(LineSupervisor(finder, session, tap))

    @property
    def status(self) -> LinkStatus:
        """Return the status of the line that has the events, else of the one that is nearest to it."""
        return msgspec.structs.replace(self._shown().status, interpreter=self.interpreter)

    @property
    def statuses(self) -> tuple[LinkStatus, ...]:
        """Return the status of each line, the best first."""
        return tuple(line.session.status for line in self._lines)

    async def run(self, stop: asyncio.Event) -> None:
        """Keep the link until stop is set."""
        async with asyncio.TaskGroup() as lines:
            for line in self._lines:
                lines.create_task(line.run(stop))

    def command(self, op: str, *args: Any, on_reply: OnReply | None = None) -> bool:
        """Ask the board for something; return False while no session is up."""
        return self._on_shown(lambda session: session.command(op, *args, now_ms=now_ms(), on_reply=on_reply))

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        """Show at the reader what became of an event: applied, asked or refused."""
        return self._on_shown(lambda session: session.feedback(event, verdict, now_ms()))

    def forget_device(self) -> None:
        """Take whichever board answers next."""
        for line in self._lines:
            line.session.device = None
        for line in self._lines:
            line.reopen()

    def _on_shown(self, do: Callable[[HostSession], bool]) -> bool:
        session = self._shown()
        done = do(session)
        for line in self._lines:
            if line.session is session:
                line.wake()
        return done

    def _shown(self) -> HostSession:
        order = (LinkState.UP, LinkState.REPLAY, LinkState.STANDBY, LinkState.REPL, LinkState.REFUSED,
                 LinkState.GREETING, LinkState.CLOSED)  # fmt: skip
        sessions = [line.session for line in self._lines]
        return min(sessions, key=lambda session: order.index(session.status.state))

    def _changed(self, number: int, status: LinkStatus) -> None:
        if status.state in (LinkState.REPLAY, LinkState.STANDBY):
            for line in self._lines:
                line.session.device = line.session.device or status.device
        self._share_out()
        if self._user_on_status:
            self._user_on_status(self.status)

    def _share_out(self) -> None:
        """Give the events to the best line that is answered; all others give way first."""
        answered = [line for line in self._lines if line.session.status.state in ANSWERED]
        if not answered:
            return
        best = answered[0]
        for line in self._lines:
            if line is not best and not line.session.hold:
                line.session.give_way()
        if best.session.hold:
            best.session.go_on(now_ms())
            best.wake()


def _finders(port: str | Finder | list[Finder] | tuple[Finder, ...]) -> tuple[Finder, ...]:
    if isinstance(port, str):
        return tuple(_finder(one) for one in port.split("+"))
    return tuple(port) if isinstance(port, list | tuple) else (port,)


def _finder(name: str) -> Finder:
    return BleFinder(RADIO, name.removeprefix(BLE)) if name.startswith(BLE) else SerialFinder(name)
