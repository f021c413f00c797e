"""Commands to a board: numbered, sent again until answered.

The board remembers its answers to the newest eight numbers, so no command is sent before the one eight earlier is
answered: then a resend can never make it do a thing twice.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeAlias

OnReply: TypeAlias = Callable[[bool, Any], None]

AT_ONCE = 8
RETRY_MS = 500
LOST = "link lost"


class PendingCommand:
    """One command on the way."""

    __slots__ = ("due", "frame", "number", "on_reply")

    def __init__(self, number: int, frame: list[Any], on_reply: OnReply | None, due: float) -> None:
        self.number = number
        self.frame = frame
        self.on_reply = on_reply
        self.due = due


class CommandQueue:
    """The host's commands of one session."""

    def __init__(self, send: Callable[[list[Any]], None]) -> None:
        self._send = send
        self._next = 1
        self._flying: dict[int, PendingCommand] = {}
        self._waiting: deque[tuple[str, tuple[Any, ...], OnReply | None]] = deque(maxlen=256)

    def add(self, op: str, args: tuple[Any, ...], on_reply: OnReply | None, now_ms: float) -> None:
        """Send a command as soon as the window has room."""
        self._waiting.append((op, args, on_reply))
        self._fill(now_ms)

    def reply(self, number: int, ok: bool, value: Any, now_ms: float) -> None:
        """Take the board's answer to a command; ignore a second answer to the same one."""
        pending = self._flying.pop(number, None)
        self._fill(now_ms)
        if pending and pending.on_reply:
            pending.on_reply(ok, value)

    def tick(self, now_ms: float) -> None:
        """Send again what was not answered in time."""
        for pending in self._flying.values():
            if now_ms >= pending.due:
                pending.due = now_ms + RETRY_MS
                self._send(pending.frame)

    def deadline(self) -> float | None:
        """Return the time in ms at which `tick` has something to do, or None when no command is on the way."""
        return min((pending.due for pending in self._flying.values()), default=None)

    def lost(self) -> None:
        """Answer every command with (False, "link lost"), because the session is over."""
        over = [pending.on_reply for pending in self._flying.values()]
        over += [on_reply for _, _, on_reply in self._waiting]
        self._flying.clear()
        self._waiting.clear()
        self._next = 1
        for on_reply in over:
            if on_reply:
                on_reply(False, LOST)

    def _fill(self, now_ms: float) -> None:
        while self._waiting and self._next < min(self._flying, default=self._next) + AT_ONCE:
            op, args, on_reply = self._waiting.popleft()
            pending = PendingCommand(self._next, ["C", self._next, op, *args], on_reply, now_ms + RETRY_MS)
            self._next += 1
            self._flying[pending.number] = pending
            self._send(pending.frame)
