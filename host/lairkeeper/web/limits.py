"""Limits on what is open at once and on what is logged, so that a flood leaves room for the people at the table."""

from __future__ import annotations

import asyncio
import errno
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

try:
    import resource
except ImportError:  # Windows, where sockets have no such limit
    resource = None  # type: ignore[assignment]

from uvicorn.protocols.http.h11_impl import H11Protocol

OWN_DESCRIPTORS: Final = 64
"""Descriptors left for everything but connections: database, boards, files of pages."""
AT_ONCE: Final = 32
"""Connections that the event loop accepts before it looks at any; the next ones come before those are closed."""
MOST_CONNECTIONS: Final = 1024
FIRST_REQUEST_S: Final = 30.0
"""Seconds that a connection may be open without having asked for anything."""
SAME_LINES: Final = 5
"""Lines of one kind that are logged in ``PER_S`` seconds."""
PER_S: Final = 60.0
NO_ROOM: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
FULL: Final = (
    "Nothing more can be opened (%s): new connections wait for a second. If this goes on, close other programs or "
    "raise the limit of open files (ulimit -n)."
)


def most_connections() -> int:
    """Return how many connections may be open: as many as there are descriptors for them."""
    if resource is None:
        return MOST_CONNECTIONS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_CONNECTIONS if soft < 0 else max(16, min(MOST_CONNECTIONS, soft - OWN_DESCRIPTORS - 2 * AT_ONCE))


class Streams:
    """The open live streams, the oldest first. One too many ends the oldest of a guest, else the oldest of the host."""

    def __init__(self, most: Callable[[], int] = lambda: most_connections() // 2) -> None:
        self._most = most
        self._open: dict[asyncio.Event, int | None] = {}

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, guest: int | None = None) -> asyncio.Event:
        """Return the event that ends the new stream, of the guest of this number or of the host."""
        end = asyncio.Event()
        self._open[end] = guest
        while len(self._open) > self._most():
            guests = (each for each, owner in self._open.items() if owner is not None)
            oldest = next(guests, next(iter(self._open)))
            del self._open[oldest]
            oldest.set()
        return end

    def end(self, guest: int) -> None:
        """End all streams of a guest."""
        for end in [each for each, owner in self._open.items() if owner == guest]:
            del self._open[end]
            end.set()

    def leave(self, end: asyncio.Event) -> None:
        """Forget a stream that has ended."""
        self._open.pop(end, None)


class Connection(H11Protocol):
    """A connection that makes room: of too many, the one that has asked for nothing for longest is closed."""

    asked_at = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the ``FIRST_REQUEST_S`` timeout, and make room when too many connections are open.

        Of the others, the one that has asked for nothing for longest is closed; busy ones come last.
        """
        super().connection_made(transport)
        self.asked_at = self.loop.time()
        self.timeout_keep_alive_task = self.loop.call_later(FIRST_REQUEST_S, self.timeout_keep_alive_handler)
        if len(self.connections) > self.most():
            others = [each for each in self.connections if isinstance(each, Connection) and each is not self]
            oldest = min(others, key=lambda each: (each.is_busy, each.asked_at), default=None)
            if oldest is not None:
                oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Note when the client last sent something, then read ``data`` as uvicorn does."""
        self.asked_at = self.loop.time()
        super().data_received(data)

    @staticmethod
    def most() -> int:
        """Return how many connections may be open at this server."""
        return most_connections()

    @property
    def is_busy(self) -> bool:
        """Return whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete


class Sparing(logging.Filter):
    """Lets a few lines of one kind pass a minute, and says afterwards how many more there were."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return True for the first ``SAME_LINES`` lines of one kind in ``PER_S`` seconds.

        Implements `logging.Filter.filter`. The first line after that time also says how many were left out.
        """
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            record.msg, record.args, record.exc_info = FULL, (error.strerror,), None  # where it happened helps nobody
        kind, now = str(record.msg)[:80], self._clock()
        if len(self._seen) > 100:  # kinds that a caller makes up must not pile up either
            self._seen.clear()
        since, count = self._seen.get(kind, (now, 0))
        if now - since >= PER_S:
            since, left_out, count = now, max(0, count - SAME_LINES), 0
            if left_out:
                record.msg = f"{record.msg} ({left_out} more of these were left out)"
        self._seen[kind] = (since, count + 1)
        return count < SAME_LINES


@contextmanager
def sparing_log() -> Iterator[None]:
    """Limit what the server and the event loop log."""
    loggers, sparing = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")], Sparing()
    for logger in loggers:
        logger.addFilter(sparing)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(sparing)
