"""From the table to one sink: each record at least once and in order, whatever the sink does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from lairkeeper.store import StoreError, StoreProblem
from lairkeeper.table import Hub, PublicRecord, UnknownGameError

from .position import Positions
from .sink import Shows, Sink, SinkError
from .standing import Standing, standing_of
from .worker import Worker

FIRST_WAIT: Final = 1.0
LONGEST_WAIT: Final = 60.0
"""Seconds after which a sink that failed is tried again: each time twice as many, up to the longest."""
SLOW: Final = 20.0
"""Seconds after which a sink that neither takes records nor fails is reported."""
GRACE: Final = 2.0
"""Seconds that a sink may still take when the app ends."""
_LOG: Final = logging.getLogger(__name__)


class Delivery:
    """Sends the records of the match on the table, and those of earlier matches that are missing, to one sink.

    The sink works in a thread of its own. The log on the disk is the queue, so a sink that is away costs no memory.
    """

    def __init__(self, hub: Hub, sink: Sink) -> None:
        self._hub = hub
        self._sink = sink
        self._positions = Positions(hub.store, sink.key)
        self._behind = dict.fromkeys(self._positions.matches)
        """Matches that may have records for the sink, in their order."""
        self._changed = asyncio.Event()
        self._fails = 0
        self._standing: tuple[Standing | None] | None = None
        """The standing that was shown last."""

    async def run(self, stop: asyncio.Event) -> None:
        """Deliver until ``stop`` is set. Raises nothing: a sink is no reason to end a match."""
        worker = Worker(self._sink.name)
        stopping = asyncio.ensure_future(stop.wait())
        unsubscribe = self._hub.subscribe(self._changed.set)
        try:
            while not stop.is_set():
                await self._step(worker, stopping)
        finally:
            unsubscribe()
            stopping.cancel()
            closing = worker.do(self._sink.close)
            await asyncio.wait({closing}, timeout=GRACE)
            if closing.done() and (error := closing.exception()) is not None:
                _LOG.warning("%s was not closed: %s", self._sink.name, error)
            worker.end()

    async def _step(self, worker: Worker, stopping: asyncio.Future[Any]) -> None:
        """Send what is due, or wait for it."""
        self._changed.clear()
        try:
            due = self._due()
            if not due and not await self._shown(worker, stopping):
                await self._wait(stopping)
            elif due and await self._done(worker, partial(self._sink.send, due), stopping):
                self._over()
                self._positions.take(due[-1])
                self._positions.keep()
        except StoreError as error:
            self._hub.troubles.failed(error)
            await asyncio.wait({stopping}, timeout=FIRST_WAIT)
        except Exception as error:  # such as a mistake in another package's sink
            if not (self._fails or isinstance(error, SinkError)):
                _LOG.exception("%s has a mistake", self._sink.name)
            self._hub.troubles.sink_failed(self._sink.name, str(error) or type(error).__name__)
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(self._fails, 10))
            self._fails += 1
            await asyncio.wait({stopping}, timeout=wait)

    async def _shown(self, worker: Worker, stopping: asyncio.Future[Any]) -> bool:
        """Let a sink that shows the match show what is new; return False when there is nothing new."""
        if not isinstance(self._sink, Shows):
            return False
        standing = standing_of(self._hub)
        if self._standing == (standing,):
            return False
        if await self._done(worker, partial(self._sink.show, standing), stopping):
            self._over()
            self._standing = (standing,)
        return True

    async def _done(self, worker: Worker, work: Callable[[], None], stopping: asyncio.Future[Any]) -> bool:
        """Return True when the sink has done the work; False when the app ends before that."""
        sending = worker.do(work)
        await asyncio.wait({sending, stopping}, timeout=SLOW, return_when=asyncio.FIRST_COMPLETED)
        if not sending.done() and not stopping.done():
            self._hub.troubles.sink_failed(self._sink.name, "no answer")
            await asyncio.wait({sending, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not sending.done():
            await asyncio.wait({sending}, timeout=GRACE)
        if not sending.done():
            return False
        sending.result()
        return True

    async def _wait(self, stopping: asyncio.Future[Any]) -> None:
        """Wait until something has changed at the table, or the app ends."""
        changing = asyncio.ensure_future(self._changed.wait())
        await asyncio.wait({changing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        changing.cancel()

    def _due(self) -> tuple[PublicRecord, ...]:
        """Return the next records for the sink: first those of earlier matches. Raises ``StoreError``."""
        current = self._hub.table.match if self._hub.table is not None else None
        if current is not None:
            self._behind |= dict.fromkeys(self._positions.begin(current))
            self._positions.keep()
        for match in tuple(self._behind):
            if found := self._after(match):
                return found
            if match != current:
                del self._behind[match]
        return ()

    def _after(self, match: int) -> tuple[PublicRecord, ...]:
        """Return the next records of a match. One that cannot be read, or whose game is not there, has none."""
        try:
            found = self._positions.after(match, self._hub.match.records(match, self._positions.since(match)))
            return self._hub.match.records(match) if found is None else found
        except UnknownGameError:
            return ()
        except StoreError as error:
            if error.problem in (StoreProblem.UNKNOWN_MATCH, StoreProblem.DAMAGED_MATCH):
                return ()
            raise

    def _over(self) -> None:
        self._fails = 0
        self._hub.troubles.sink_over(self._sink.name)
