"""A hub in memory and a browser-like client in front of the app, on the thread of the test as the store wants it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx2
import pytest
from starlette.types import ASGIApp

from lairkeeper.table import Hub
from lairkeeper.web import create_app

from .situations import QuietBoard, begun, hub_of

ORIGIN = "http://127.0.0.1:8000"


@pytest.fixture
def hub() -> Iterator[Hub]:
    """Yield a hub with a match of three and a virtual table."""
    hub = hub_of(board=QuietBoard())
    begun(hub, seats=("Ana", "Bo", "Cleo"))
    yield hub
    hub.store.close()


class Body(httpx2.AsyncByteStream):
    """The content of a request, in the pieces in which the client gives it."""

    def __init__(self, stream: httpx2.SyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self._stream:
            yield piece


class OnThisThread(httpx2.BaseTransport):
    """Asks the app in a loop of its own."""

    def __init__(self, app: ASGIApp, at: str) -> None:
        self._transport = httpx2.ASGITransport(app, raise_app_exceptions=False, client=(at, 50_000))

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        async def ask() -> httpx2.Response:
            assert isinstance(request.stream, httpx2.SyncByteStream)
            asked = httpx2.Request(request.method, request.url, headers=request.headers, stream=Body(request.stream))
            answer = await self._transport.handle_async_request(asked)
            raw = b"".join([part async for part in answer.aiter_raw()])
            return httpx2.Response(answer.status_code, headers=answer.headers, content=raw)

        return asyncio.run(ask())


class Client(httpx2.Client):
    """Sends what a browser sends with a form of our own page."""

    def __init__(self, app: ASGIApp, at: str = "127.0.0.1", cookies: dict[str, str] | None = None) -> None:
        super().__init__(transport=OnThisThread(app, at), base_url=ORIGIN, follow_redirects=True, cookies=cookies)
        self.app: Any = app

    def send_form(
        self, path: str, follow: bool = False, json: bool = False, seen_at: str = "", **fields: str | list[str]
    ):
        headers = {"origin": ORIGIN, "sec-fetch-site": "same-origin", "referer": ORIGIN + seen_at}
        if json:
            headers["accept"] = "application/json"
        return self.post(path, data=fields, headers=headers, follow_redirects=follow)

    def begin(self, *names: str, **fields: str):
        """Send the form of a new match for people of these names."""
        form = {"game": "forever-evil", "level": "score", **fields}
        return self.send_form("/new", seat=[f"+{name}" for name in names], **form)

    def code(self, seat: str) -> str:
        """Return a new code for a seat, as its player reads it off the screen."""
        page = self.send_form("/seat/code", name=seat).text
        found = re.search(r"<output[^>]*>([0-9]{3} [0-9]{3})</output>", page)
        assert found is not None, page
        return found[1]

    def unlock(self, seat: str) -> None:
        """Open the seat's page in this browser."""
        assert self.send_form("/seat/open", name=seat, code=self.code(seat)).status_code == 303


def client_for(hub: Hub, *, session: bool = True) -> Client:
    client = Client(create_app(hub))
    if session:
        assert client.get("/table").status_code == 200
    return client


@pytest.fixture
def client(hub: Hub) -> Client:
    return client_for(hub)
