"""A link that lives as long as the app: opens its port, runs the session over it, comes back after every loss."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from typing import Any

import msgspec

from lairkeeper.board.commands import OnReply
from lairkeeper.board.events import BoardEvent, Inbox
from lairkeeper.board.serial import Finder, Port, PortError, SerialFinder
from lairkeeper.board.session import HostSession, OnEvents, OnSnapshot, OnStatus
from lairkeeper.board.status import LinkState, LinkStatus

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 4.0
LONGEST_WAIT = 1.0
POLL_WITHOUT_DESCRIPTORS = 0.01


class Link:
    """One board on one serial port. Everything, the callbacks too, happens on the event loop's thread.

    ``port`` is a port's name or a finder. The first board that answers is the one this link belongs to; another one
    on the same port is refused until `forget_device`.
    """

    def __init__(
        self,
        port: str | Finder,
        inbox: Inbox,
        *,
        on_events: OnEvents | None = None,
        on_status: OnStatus | None = None,
        on_snapshot: OnSnapshot | None = None,
        device: str | None = None,
        interpreter: str = "",
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._finder: Finder = SerialFinder(port) if isinstance(port, str) else port
        self.interpreter = interpreter
        self._user_on_status = on_status
        self._session = HostSession(
            inbox, on_events=on_events, on_snapshot=on_snapshot, on_status=self._changed, device=device, wall=wall
        )
        self._port: Port | None = None
        self._rest = b""
        self._wake = asyncio.Event()

    @property
    def status(self) -> LinkStatus:
        """How the link stands now."""
        return msgspec.structs.replace(self._session.status, interpreter=self.interpreter)

    async def run(self, stop: asyncio.Event) -> None:
        """Keep the link until stop is set."""
        stopping = asyncio.ensure_future(stop.wait())
        stopping.add_done_callback(lambda _: self._wake.set())
        pause = FIRST_PAUSE
        try:
            while not stop.is_set():
                try:
                    self._port = await asyncio.to_thread(self._finder.open)
                except PortError as error:
                    self._session.close(error.code, **error.words)
                    self._session.tell()
                    await asyncio.wait([stopping], timeout=pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
                    continue
                pause = FIRST_PAUSE
                error_or_none = await self._serve(self._port, stop)
                self._close(error_or_none)
                await asyncio.wait([stopping], timeout=pause if error_or_none else 0)
        finally:
            stopping.cancel()
            self._close(None)

    def command(self, op: str, *args: Any, on_reply: OnReply | None = None) -> bool:
        """Ask the board for something; False while no session is up."""
        done = self._session.command(op, *args, now_ms=_now_ms(), on_reply=on_reply)
        self._wake.set()
        return done

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        """Show at the reader what became of an event: applied, asked or refused."""
        done = self._session.feedback(event, verdict, _now_ms())
        self._wake.set()
        return done

    def forget_device(self) -> None:
        """Take whichever board answers next."""
        self._session.device = None
        if self._port:
            self._session.open(self._port.name, _now_ms())
            self._wake.set()

    async def _serve(self, port: Port, stop: asyncio.Event) -> PortError | None:
        loop = asyncio.get_running_loop()
        if os.name == "posix":
            loop.add_reader(port.fileno(), self._wake.set)
        self._rest = b""
        self._session.open(self._finder.name, _now_ms())
        try:
            while not stop.is_set():
                self._wake.clear()
                self._step(port)
                await self._sleep()
        except PortError as error:
            return error
        finally:
            if os.name == "posix":
                loop.remove_reader(port.fileno())
        return None

    def _step(self, port: Port) -> None:
        data = port.read()
        now = _now_ms()
        if data:
            self._session.feed(data, now)
        self._session.tick(now)
        self._write(port)
        self._session.tell()
        self._write(port)

    def _write(self, port: Port) -> None:
        self._rest += self._session.outgoing()
        while self._rest:
            taken = port.write(self._rest)
            if not taken:
                return
            self._rest = self._rest[taken:]

    async def _sleep(self) -> None:
        deadline = self._session.deadline()
        wait = LONGEST_WAIT if deadline is None else min(max(deadline - _now_ms(), 0) / 1000, LONGEST_WAIT)
        if self._rest or os.name != "posix":
            wait = min(wait, POLL_WITHOUT_DESCRIPTORS)
        try:
            await asyncio.wait_for(self._wake.wait(), wait)
        except TimeoutError:
            return

    def _close(self, error: PortError | None) -> None:
        if self._port is None:
            return
        self._port.close()
        self._port = None
        if error is None:
            self._session.close()
        else:
            self._session.close(error.code, **error.words)
        self._session.tell()

    def _changed(self, status: LinkStatus) -> None:
        if self._session.device is None and status.state is LinkState.REPLAY:
            self._session.device = status.device
        if self._user_on_status:
            self._user_on_status(self.status)


def _now_ms() -> float:
    return time.monotonic() * 1000
