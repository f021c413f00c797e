"""One way to a board: a port that is opened again and again, and the session over it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from lairkeeper.board.serial import Finder, Port, PortError
from lairkeeper.board.session import HostSession
from lairkeeper.board.status import LinkState

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 4.0
LONGEST_WAIT = 1.0
TURNED_AWAY_SECONDS = 30.0
"""Between two tries at a board that does not let this host in, over a line that others want too."""
TURNED_AWAY = frozenset({"not-paired", "board-unpaired", "stranger-board", "wrong-proof"})
POLL_WITHOUT_DESCRIPTORS = 0.01


class LineSupervisor:
    """Keeps one line alive. ``tap`` hears all bytes: (now in ms, ``<`` from or ``>`` to the board, bytes)."""

    def __init__(
        self, finder: Finder, session: HostSession, tap: Callable[[float, str, bytes], None] | None = None
    ) -> None:
        self.session = session
        self.finder = finder
        self._tap = tap
        self._port: Port | None = None
        self._rest = b""
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Wake `run`, because there is something to send."""
        self._wake.set()

    async def run(self, stop: asyncio.Event) -> None:
        """Keep the line alive until stop is set."""
        stopping = asyncio.ensure_future(stop.wait())
        stopping.add_done_callback(lambda _: self._wake.set())
        pause = FIRST_PAUSE
        try:
            while not stop.is_set():
                try:
                    self._port = await self._connect(stopping)
                except PortError as error:
                    self.session.close(error.code, **error.words)
                    self.session.tell()
                    await asyncio.wait([stopping], timeout=pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
                    continue
                if self._port is None:
                    return
                pause = FIRST_PAUSE
                error_or_none = await self._serve(self._port, stop)
                if self._turned_away() and not stop.is_set():
                    await self._hang_up(stopping)
                    continue
                self._close(error_or_none)
                await asyncio.wait([stopping], timeout=pause if error_or_none else 0)
        finally:
            stopping.cancel()
            self._close(None)

    def reopen(self) -> None:
        """Greet anew on the open port."""
        if self._port:
            self.session.open(self._port.name, now_ms())
            self.wake()

    async def _connect(self, stopping: asyncio.Future[Any]) -> Port | None:
        connecting: asyncio.Future[Any] = asyncio.ensure_future(self.finder.connect())
        await asyncio.wait([connecting, stopping], return_when=asyncio.FIRST_COMPLETED)
        if not connecting.done():
            connecting.cancel()
            await asyncio.wait([connecting])
        if connecting.cancelled():
            return None
        port: Port = connecting.result()
        return port

    async def _serve(self, port: Port, stop: asyncio.Event) -> PortError | None:
        port.watch(self._wake.set)
        self._rest = b""
        self.session.open(self.finder.name, now_ms())
        try:
            while not stop.is_set():
                self._wake.clear()
                self._step(port)
                if self._unanswered() and self.finder.other():
                    return PortError("greeting", port=port.name)
                if self._turned_away():
                    return None
                await self._sleep(port)
        except PortError as error:
            return error
        finally:
            port.unwatch()
        return None

    def _unanswered(self) -> bool:
        status = self.session.status
        return status.state is LinkState.REPL or status.message == "no-answer"

    def _turned_away(self) -> bool:
        """Return True when the board does not let this host in, on a line that a paired host may be waiting for."""
        status = self.session.status
        return self.finder.guarded and status.state is LinkState.REFUSED and status.message in TURNED_AWAY

    async def _hang_up(self, stopping: asyncio.Future[Any]) -> None:
        """Let go of the line, keep the status that says why, and stay away for a while."""
        if self._port is not None:
            self._port.close()
            self._port = None
        await asyncio.wait([stopping], timeout=TURNED_AWAY_SECONDS)

    def _step(self, port: Port) -> None:
        data = port.read()
        now = now_ms()
        if data:
            if self._tap:
                self._tap(now, "<", data)
            self.session.feed(data, now)
        self.session.tick(now)
        self._write(port)
        self.session.tell()
        self._write(port)

    def _write(self, port: Port) -> None:
        fresh = self.session.outgoing()
        if fresh and self._tap:
            self._tap(now_ms(), ">", fresh)
        self._rest += fresh
        while self._rest:
            taken = port.write(self._rest)
            if not taken:
                return
            self._rest = self._rest[taken:]

    async def _sleep(self, port: Port) -> None:
        deadline = self.session.deadline()
        wait = LONGEST_WAIT if deadline is None else min(max(deadline - now_ms(), 0) / 1000, LONGEST_WAIT)
        if self._rest or not port.can_watch:
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
            self.session.close()
        else:
            self.session.close(error.code, **error.words)
        self.session.tell()


def now_ms() -> float:
    """Return the time of the steady clock of every link in this process, in ms."""
    return time.monotonic() * 1000
