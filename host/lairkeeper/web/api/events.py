"""``GET /api/v1/events``: what happens, as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from lairkeeper.store import StoreError

from .call import Call
from .endpoint import Endpoint
from .follow import Follower, News, is_id
from .problems import ApiError
from .scopes import READERS
from .types import EventsQuery

if TYPE_CHECKING:
    from ..site import Site

KEEP_ALIVE_S: Final = 15.0
RETRY_MS: Final = 1000
LAST_EVENT: Final = "last-event-id"
MEDIA_TYPE: Final = "text/event-stream"


class Life:
    """The life of a stream: until the app stops, its token dies, or it must make room for others."""

    def __init__(self, site: Site, token: int) -> None:
        self.changed = asyncio.Event()
        """Set when there may be news, or when it is over."""
        self._site, self._token = site, token
        self._room = site.api.streams.enter()
        self._ends = ExitStack()

    def __enter__(self) -> Life:
        site, changed = self._site, self.changed
        self._ends.callback(site.api.streams.leave, self._room)
        self._ends.callback(site.hub.subscribe(changed.set))
        self._ends.callback(site.api.tokens.watch(changed.set))
        for event in (site.stop, self._room):
            waiting = asyncio.ensure_future(event.wait())
            waiting.add_done_callback(lambda _: changed.set())
            self._ends.callback(waiting.cancel)
        return self

    def __exit__(self, *_: object) -> None:
        self._ends.close()

    @property
    def over(self) -> bool:
        """Return True when the stream must end."""
        return self._site.stop.is_set() or self._room.is_set() or not self._site.api.tokens.is_live(self._token)

    async def news(self, within: float) -> bool:
        """Wait for a change, at most so many seconds; return False when there was none."""
        try:
            async with asyncio.timeout(within):
                await self.changed.wait()
        except TimeoutError:
            return False
        self.changed.clear()
        return True


def last_in(request: Request) -> str | None:
    """Return the header Last-Event-ID. Raises ``ApiError`` (bad-header)."""
    last = request.headers.get(LAST_EVENT)
    if last is not None and not is_id(last):
        raise ApiError("bad-header", {"header": "Last-Event-ID"})
    return last


def events(request: Request, call: Call) -> Response:
    """Answer with the stream."""
    query: EventsQuery = call.query
    last = last_in(request)
    follower = Follower(call.site, call.t, last)
    return StreamingResponse(
        _stream(call, follower, query.seconds), media_type=MEDIA_TYPE, headers={"x-accel-buffering": "no"}
    )


async def _stream(call: Call, follower: Follower, seconds: int | None) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    until = None if seconds is None else loop.time() + seconds
    with Life(call.site, call.token.number) as life:
        yield f"retry: {RETRY_MS}\n\n"
        while not life.over:
            try:
                for news in follower.news():
                    yield _text(news)
            except StoreError as error:  # what was not told is told at the next change
                call.site.hub.troubles.failed(error)
            left = KEEP_ALIVE_S if until is None else min(KEEP_ALIVE_S, until - loop.time())
            if left <= 0:
                return
            if not await life.news(left) and left == KEEP_ALIVE_S:
                yield ": still here\n\n"


def _text(news: News) -> str:
    at = f"id: {news.id}\n" if news.id else ""
    return f"{at}event: {news.event}\ndata: {news.data}\n\n"


ENDPOINTS: Final = (
    Endpoint(
        method="GET", path="/events", name="followEvents", summary="What happens, as server-sent events",
        needs=READERS, stream=events, media=MEDIA_TYPE, query=EventsQuery, refuses=("bad-header",),
    ),
)  # fmt: skip
