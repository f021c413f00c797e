"""A short visit at a board: greet it, ask it things, bring it to its prompt. Its scans go to the inbox."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Any

from lairkeeper.board.events import EventInbox
from lairkeeper.board.link import Link
from lairkeeper.board.pairing import Pairings
from lairkeeper.board.repl import Repl, ReplError
from lairkeeper.board.serial import Finder, PortError, SerialFinder, pinned
from lairkeeper.board.status import LinkState, LinkStatus

GREET_SECONDS = 15.0
"""From an open port to an answer: a board that was just plugged in takes four seconds and more to begin."""
PORT_SECONDS = 5.0
"""For a port that is not there, or not ours yet: an operating system needs a moment to make one."""
ANSWER_SECONDS = 5.0
START_SECONDS = 20.0
Tap = Callable[[float, str, bytes], None]
"""Called with ms, ``<`` or ``>``, and the bytes that pass."""
_ANSWERED = (LinkState.UP, LinkState.REPL, LinkState.REFUSED)


class ShortSession:
    """A link to the board at a port, for as long as an ``async with`` lasts."""

    def __init__(
        self, port: str | Finder, inbox: EventInbox, pairings: Pairings | None = None, *, tap: Tap | None = None
    ) -> None:
        self.link = Link(port, inbox, pairings=pairings, tap=tap)
        self._stop = asyncio.Event()
        self._running: asyncio.Future[None] | None = None

    async def __aenter__(self) -> ShortSession:
        self._running = asyncio.ensure_future(self.link.run(self._stop))
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stop.set()
        if self._running is not None:
            await self._running

    @property
    def status(self) -> LinkStatus:
        """Return the status of the link."""
        return self.link.status

    async def greeted(self, seconds: float = GREET_SECONDS) -> LinkStatus:
        """Return the status once the board has answered in any way, or when the time is over.

        A port that cannot be opened is waited for at most `PORT_SECONDS`.
        """
        opened = time.monotonic()

        def over(status: LinkStatus) -> bool:
            nonlocal opened
            if status.state is not LinkState.CLOSED:
                opened = time.monotonic()
            return status.state in _ANSWERED or time.monotonic() - opened >= PORT_SECONDS

        return await self._until(over, seconds)

    async def gone(self, seconds: float = ANSWER_SECONDS) -> LinkStatus:
        """Return the status once the board talks no more, or when the time is over."""
        return await self._until(lambda status: status.state is not LinkState.UP, seconds)

    async def ask(self, op: str, *args: Any) -> tuple[bool, Any]:
        """Return the board's answer to a command.

        Raises ReplError ``no-answer`` when none comes.
        """
        answer: asyncio.Future[tuple[bool, Any]] = asyncio.get_running_loop().create_future()

        def on_reply(ok: bool, value: Any) -> None:
            if not answer.done():
                answer.set_result((ok, value))

        if not self.link.command(op, *args, on_reply=on_reply):
            raise ReplError("no-answer", port=self.status.port)
        try:
            return await asyncio.wait_for(answer, ANSWER_SECONDS)
        except TimeoutError as error:
            raise ReplError("no-answer", port=self.status.port) from error

    async def _until(self, wanted: Any, seconds: float) -> LinkStatus:
        end = time.monotonic() + seconds
        while not wanted(self.status) and time.monotonic() < end:
            await asyncio.sleep(0.02)
        return self.status


async def to_prompt(port: str | SerialFinder, inbox: EventInbox, pairings: Pairings | None = None) -> LinkStatus:
    """Bring the board at ``port`` to its prompt, and return the status that its program had before.

    Raises ReplError ``no-prompt`` when no prompt comes, PortError when the port cannot be opened.
    """
    board = pinned(port) if isinstance(port, str) else port
    async with ShortSession(port, inbox, pairings) as visit:
        before = await visit.greeted()
        if before.state is LinkState.CLOSED and before.message:
            raise PortError(before.message, **before.args)
        if before.state is LinkState.UP:
            ok, value = await visit.ask("reset", "prompt")
            if not ok:
                raise ReplError("board-refused", port=board.name, words=str(value))
            await visit.gone()
    await asyncio.to_thread(_wait_for_prompt, board)
    return before


async def asked_back(port: str, inbox: EventInbox, pairings: Pairings | None = None) -> str | None:
    """Ask the board's program for the release before, and return the folder that it starts now.

    Returns None when no program is there that knows how. Raises ReplError ``no-way-back``.
    """
    async with ShortSession(port, inbox, pairings) as visit:
        if (await visit.greeted()).state is not LinkState.UP:
            return None
        ok, pointer = await visit.ask("fw")
        if not ok or not pointer.get("run"):
            return None
        ok, pointer = await visit.ask("fw", "back")
        if not ok:
            raise ReplError("no-way-back")
        await visit.gone()
        return str(pointer["run"])


def _wait_for_prompt(board: SerialFinder) -> None:
    end = time.monotonic() + START_SECONDS
    while True:
        time.sleep(0.5)
        try:
            with Repl(board.where(), patience=1.5):
                return
        except (ReplError, PortError) as error:
            # A port that has just come back belongs to nobody for a moment.
            in_use = isinstance(error, PortError) and error.code not in (
                "no-port",
                "no-board",
                "unplugged",
                "not-allowed",
            )
            if time.monotonic() > end or in_use:
                raise


async def confirmed(port: str | Finder, inbox: EventInbox, pairings: Pairings | None = None) -> LinkStatus:
    """Return the status of a board that was just started, once its program has greeted or the time is over."""
    end = time.monotonic() + START_SECONDS
    status = LinkStatus()
    while time.monotonic() < end:
        with contextlib.suppress(PortError):
            async with ShortSession(port, inbox, pairings) as visit:
                status = await visit.greeted(end - time.monotonic())
                if status.state is LinkState.UP:
                    # What says that it is good is on its flash before the answer comes.
                    await visit.ask("stat")
                if status.state in _ANSWERED:
                    return status
        await asyncio.sleep(0.2)
    return status
