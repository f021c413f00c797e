"""A link to a simulated board in simulated time: hours pass in seconds, the same way each time."""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from typing import Any

import msgspec

from lairkeeper.board.commands import OnReply
from lairkeeper.board.events import BoardEvent, EventInbox
from lairkeeper.board.serial import PortError, SerialPort
from lairkeeper.board.session import HostSession, OnEvents, OnSnapshot, OnStatus
from lairkeeper.board.simulated import SimulatedBoard, SimulationError
from lairkeeper.board.status import LinkState, LinkStatus

LINE_SECONDS = 5.0
START_MS = 3000


class LockstepLink:
    """As `Link`, but time moves only in `advance`, on the caller's thread.

    Goes through the same pseudo-terminal, pyserial and session. ``epoch`` is the time of day when it begins; change it,
    and somebody has set the clock of the computer.
    """

    def __init__(
        self,
        board: SimulatedBoard,
        inbox: EventInbox,
        *,
        on_events: OnEvents | None = None,
        on_status: OnStatus | None = None,
        on_snapshot: OnSnapshot | None = None,
        epoch: float = 0.0,
    ) -> None:
        self._board = board
        self.epoch = epoch
        self._base = 0  # host's clock at the board's start
        self._boot = 0
        self._wrote = 0
        self._read = 0
        self._port: SerialPort | None = None
        self.now_ms = 0
        self._session = HostSession(
            inbox, on_events=on_events, on_snapshot=on_snapshot, on_status=on_status, wall=self.time
        )

    def time(self) -> float:
        """Return the seconds since the epoch, by the simulated clock."""
        return self.epoch + self.now_ms / 1000

    @property
    def status(self) -> LinkStatus:
        """Return the status of the link now."""
        return msgspec.structs.replace(self._session.status, interpreter=self._board.interpreter)

    def start(self) -> None:
        """Let time pass until the link is up and what lay on the readers was told. Raises SimulationError."""
        self.advance(START_MS)
        if self.status.state is not LinkState.UP:
            raise SimulationError(f"the simulated board did not greet: {self.status.message} {self.status.console}")

    def advance(self, ms: int, until: Callable[[], bool] | None = None) -> bool:
        """Let ms pass, or less when ``until()`` becomes true; return True when it did."""
        self._plugged_in()
        end = self.now_ms + ms
        while self.now_ms < end and not (until and until()):
            if not self._plugged_in():
                self.now_ms = end
                break
            self._step(end)
        return bool(until and until())

    def command(self, op: str, *args: Any, on_reply: OnReply | None = None) -> bool:
        """Ask the board for something; return False while no session is up."""
        return self._session.command(op, *args, now_ms=self.now_ms, on_reply=on_reply)

    def feedback(self, event: BoardEvent, verdict: str) -> bool:
        """Show at the reader what became of an event: applied, asked or refused."""
        return self._session.feedback(event, verdict, self.now_ms)

    def close(self) -> None:
        """Let go of the port; the board goes on."""
        if self._port:
            self._port.close()
            self._port = None
            self._session.close()
            self._session.tell()

    def _plugged_in(self) -> bool:
        self._board.revive()
        if self._port and (not self._board.alive or self._boot != self._board.boots):
            self._port.close()
            self._port = None
            self._session.close("unplugged", port=self._board.port)
            self._session.tell()
        if not self._port and self._board.alive:
            self._port = SerialPort(self._board.port)
            self._read = self._board.sent  # opening throws away what nobody has read
            if self._boot != self._board.boots:
                self._boot = self._board.boots
                self._base = self.now_ms
                self._wrote = 0
            self.now_ms = self._base + self._board.now_ms
            self._session.open(self._board.port, self.now_ms)
        return self._port is not None

    def _step(self, end: int) -> None:
        assert self._port is not None
        self._write()
        deadline = self._session.deadline()
        grant = max(1, min(end, end if deadline is None else int(deadline) + 1) - self.now_ms)
        try:
            now, sent = self._board.advance(grant, self._wrote)
        except SimulationError:
            if self._board.alive:
                raise
            return  # it has no power any more, as `_plugged_in` will see
        self.now_ms = self._base + now
        data = self._receive(sent - self._read)
        self._read = sent
        if data:
            self._session.feed(data, self.now_ms)
        self._session.tick(self.now_ms)
        self._write()
        self._session.tell()

    def _write(self) -> None:
        assert self._port is not None
        data = self._session.outgoing()
        give_up = time.monotonic() + LINE_SECONDS
        while data:
            taken = self._port.write(data)
            self._wrote += taken
            data = data[taken:]
            if time.monotonic() > give_up:
                raise PortError("unplugged", port=self._port.name)

    def _receive(self, n: int) -> bytes:
        assert self._port is not None
        data = b""
        while len(data) < n:
            if not select.select([self._port.fileno()], [], [], LINE_SECONDS)[0]:
                raise PortError("unplugged", port=self._port.name)
            data += self._port.read()
        return data
