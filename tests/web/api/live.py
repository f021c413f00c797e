"""The app on a port of its own, in the loop of the test, and programs that connect to it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from lairkeeper.table import Hub
from lairkeeper.web import create_app, open_port, serve
from lairkeeper.web.api.scopes import TokenScope

PATIENCE_S = 5.0


class Live:
    """A served hub."""

    def __init__(self, hub: Hub, app: Any, port: int, stop: asyncio.Event) -> None:
        self.hub, self.port, self.stop = hub, port, stop
        self.site: Any = app.state.site
        self.at = f"127.0.0.1:{port}"

    def token(self, *scopes: str, seat: str | None = None) -> tuple[int, str]:
        """Return the number and the secret of a new token."""
        made, secret = self.site.api.tokens.create("x", [TokenScope(each) for each in scopes], seat=seat)
        return made.number, secret

    @asynccontextmanager
    async def events(self, secret: str, last: str | None = None, query: str = "") -> AsyncIterator[AsyncIterator[Any]]:
        """Yield the events of a stream, each with its kind, its id and its JSON."""
        headers = {"authorization": f"Bearer {secret}"} | ({"last-event-id": last} if last else {})
        async with (
            httpx2.AsyncClient(timeout=PATIENCE_S) as client,
            client.stream("GET", f"http://{self.at}/api/v1/events{query}", headers=headers) as stream,
        ):
            assert stream.status_code == 200
            yield told(stream.aiter_lines())

    def socket(self, secret: str | None = None, **more: Any) -> connect:
        """Return a WebSocket to ``async with``."""
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        headers |= more.pop("headers", {})
        at = more.pop("at", self.at)
        address = {"host": "127.0.0.1", "port": self.port}
        return connect(f"ws://{at}/api/v1/ws", additional_headers=headers, open_timeout=PATIENCE_S, **address, **more)


async def told(lines: AsyncIterator[str]) -> AsyncIterator[tuple[str, str, Any]]:
    fields: dict[str, str] = {}
    async for line in lines:
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif fields:
            if "data" in fields:
                yield fields["event"], fields.get("id", ""), json.loads(fields["data"])
            fields = {}


async def said(socket: ClientConnection, kind: str) -> Any:
    """Return the next message of this type."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            message = json.loads(await socket.recv())
            if message["type"] == kind:
                return message


@asynccontextmanager
async def live(hub: Hub) -> AsyncIterator[Live]:
    """Serve a hub on loopback until the ``async with`` ends."""
    stop, sock = asyncio.Event(), open_port("127.0.0.1", 0)
    port, app = sock.getsockname()[1], create_app(hub, stop=stop)
    serving = asyncio.create_task(serve(app, "127.0.0.1", port, stop, sock=sock))
    try:
        yield Live(hub, app, port, stop)
    finally:
        stop.set()
        await asyncio.wait_for(serving, PATIENCE_S)
