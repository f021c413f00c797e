"""Runs the app on a port: says clearly when the port is taken, and stops at once although streams are open."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
from types import FrameType
from typing import Any, Final

import uvicorn
from starlette.types import ASGIApp

from .limits import AT_ONCE, Connection, sparing_log

_TRIES: Final = 50
MESSAGE_LIMIT: Final = 64 * 1024
"""The most bytes of a message of a WebSocket."""
PING_S: Final = 20.0
"""Seconds between two pings of a WebSocket, and in which each must be answered."""


class WebPortError(OSError):
    """The web port cannot be opened. ``suggestion`` is a free port to use instead, if one was found."""

    def __init__(self, host: str, port: int, why: str, suggestion: int | None) -> None:
        self.host, self.port, self.why, self.suggestion = host, port, why, suggestion
        step = f"; use --port {suggestion}" if suggestion else "; choose another with --port"
        super().__init__(f"cannot open port {port} on {host}: {why}{step}")


def open_port(host: str, port: int) -> socket.socket:
    """Return a listening socket (``port`` 0: any free one).

    Raises ``WebPortError`` that names the next free port.
    """
    if not 0 <= port <= 65535:
        raise WebPortError(host, port, "ports go from 0 to 65535", _free_after(host, 8000))
    try:
        return _bind(host, port)
    except socket.gaierror:
        raise WebPortError(host, port, "no such address on this machine", None) from None
    except OSError as error:
        if error.errno == errno.EADDRNOTAVAIL:
            raise WebPortError(host, port, "no such address on this machine", None) from None
        why = {
            errno.EADDRINUSE: "another program uses it (perhaps Lairkeeper runs already)",
            errno.EACCES: "this user may not open it",
        }.get(error.errno or 0, error.strerror or "refused")
        raise WebPortError(host, port, why, _free_after(host, max(port, 1023))) from None


def _bind(host: str, port: int) -> socket.socket:
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    sock = socket.socket(family, kind, proto)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(128)
        sock.setblocking(False)
    except BaseException:
        sock.close()
        raise
    return sock


def _free_after(host: str, port: int) -> int | None:
    for candidate in range(port + 1, min(port + 1 + _TRIES, 65536)):
        with contextlib.suppress(OSError):
            _bind(host, candidate).close()
            return candidate
    return None


class _Server(uvicorn.Server):
    """uvicorn that tells our streams to end before it waits for them.

    It does not raise the signal again that ended it: whoever serves may have something left to keep.
    """

    def __init__(self, config: uvicorn.Config, stop: asyncio.Event) -> None:
        super().__init__(config)
        self._stop = stop
        self._loop = asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def config_of(app: ASGIApp, **more: Any) -> uvicorn.Config:
    """Return what each server over the app has in common, with ``more`` of uvicorn's own options."""
    return uvicorn.Config(
        app,
        http=Connection,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_LIMIT,
        ws_per_message_deflate=False,  # messages are short, and each connection would keep a window for it
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        backlog=AT_ONCE,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,  # nobody stands in front: such headers would let callers name their own address
        lifespan="off",
        **more,
    )


async def serve(app: ASGIApp, host: str, port: int, stop: asyncio.Event, *, sock: socket.socket | None = None) -> None:
    """Serve ``app`` until ``stop`` is set or the process is told to end (which sets ``stop``).

    ``sock`` is a socket from ``open_port``, for a caller who must know the port first. Raises ``WebPortError``.
    """
    listening = sock or open_port(host, port)
    server = _Server(config_of(app), stop)

    async def end_when_told() -> None:
        await stop.wait()
        server.should_exit = True

    watcher = asyncio.create_task(end_when_told())
    try:
        with sparing_log():
            await server.serve(sockets=[listening])
    finally:
        stop.set()
        watcher.cancel()
        listening.close()
