"""A second server over the app, on an address of the home network. It marks each request that comes from there."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.server import ServerState

from ..access.roles import FROM_LAN
from ..limits import Connection, most_connections
from ..server import config_of
from .handshakes import Handshakes

HANDSHAKE_S: Final = 10.0
"""Seconds in which a caller by https must have agreed on a key."""


@dataclass(frozen=True, slots=True)
class CertificateFiles:
    """A certificate with its key, as files in PEM format."""

    cert: Path
    key: Path


class LanConnection(Connection):
    """A connection from the home network. They get half of the room, so that they never shut out this computer."""

    @staticmethod
    def most() -> int:
        """Return how many may be open."""
        return max(8, most_connections() // 2)


class SecureConnection(LanConnection):
    """A connection by https, made when both sides have agreed on a key."""

    def __init__(self, handshakes: Handshakes, config: uvicorn.Config, state: ServerState) -> None:
        super().__init__(config=config, server_state=state, app_state={})
        self._handshakes = handshakes

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the handshake no more, and the connection instead."""
        self._handshakes.finished(transport.get_extra_info("peername"))
        super().connection_made(transport)


class _Server(uvicorn.Server):
    """uvicorn that leaves signals to the server of the loopback address, and waits for no handshake for long."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen as uvicorn does with sockets. Who opens a connection by https and says nothing is cut off soon."""
        self.servers = [await self._listen(sock) for sock in sockets or ()]
        self.started = True

    async def _listen(self, sock: socket.socket) -> asyncio.Server:
        loop, config, state = asyncio.get_running_loop(), self.config, self.server_state
        if config.ssl is None:
            return await loop.create_server(
                lambda: LanConnection(config=config, server_state=state, app_state={}),
                sock=sock,
                backlog=config.backlog,
            )
        handshakes = Handshakes(sock)
        return await loop.create_server(
            lambda: SecureConnection(handshakes, config, state),
            sock=handshakes, ssl=config.ssl, backlog=config.backlog, ssl_handshake_timeout=HANDSHAKE_S,
        )  # fmt: skip

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class LanListener:
    """One listening socket on the home network. ``close`` ends each stream that was opened through it."""

    def __init__(
        self,
        app: ASGIApp,
        sock: socket.socket,
        *,
        files: CertificateFiles | None = None,
        came: Callable[[str], None] = lambda peer: None,
    ) -> None:
        self._app, self._sock, self._came = app, sock, came
        self._closing = asyncio.Event()
        secure = {"ssl_certfile": files.cert, "ssl_keyfile": files.key} if files is not None else {}
        self._server = _Server(config_of(self, **secure))
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to answer. Returns when the server does."""
        self._task = asyncio.create_task(self._server.serve(sockets=[self._sock]))
        while not self._server.started and not self._task.done():
            await asyncio.sleep(0.01)
        if self._task.done():
            await self._task

    async def close(self) -> None:
        """End all streams and the server."""
        self._closing.set()
        self._server.should_exit = True
        if self._task is not None:
            await self._task
        self._sock.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Implement the ASGI call: pass the request on, marked, and end it when this listener closes."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope[FROM_LAN] = True
        client = scope.get("client")
        self._came(client[0] if client else "")
        await _Ending(self._closing, scope["type"], receive, send).run(self._app, scope)


class _Ending:
    """A request that is told that its caller has gone as soon as the listener closes."""

    def __init__(self, closing: asyncio.Event, kind: str, receive: Receive, send: Send) -> None:
        self._closing, self._kind = closing, kind
        self._receive, self._send = receive, send
        self._unfinished = False

    async def run(self, app: ASGIApp, scope: Scope) -> None:
        """Call the app. A stream that was cut off ends as if it had been complete."""
        await app(scope, self.receive, self.send)
        if self._unfinished and self._closing.is_set():
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def send(self, message: Message) -> None:
        """Pass a message on, and note whether more belongs to the answer."""
        if self._kind == "http" and message["type"].startswith("http.response"):
            self._unfinished = message["type"] == "http.response.start" or message.get("more_body", False)
        await self._send(message)

    async def receive(self) -> Message:
        """Return the next message; at the end of the listener the one of a caller that has gone."""
        coming, ending = asyncio.ensure_future(self._receive()), asyncio.ensure_future(self._closing.wait())
        try:
            await asyncio.wait((coming, ending), return_when=asyncio.FIRST_COMPLETED)
            if coming.done():
                return coming.result()
        finally:
            coming.cancel()
            ending.cancel()
        return {"type": f"{self._kind}.disconnect", "code": 1001}
