"""The live stream of a browser's pages: whatever part of them changed, as soon as it changed.

An event is ``data: {"fragments": {element id: html}, "at": "<run>-<version>", "page": "table"}``. What takes longer to
make follows in an event of its own, and an empty event at the end of a change carries its version as its id. A browser
that comes back with the id that it saw last gets nothing it has already; with an older id, or one of another run of the
host, all parts.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack
from itertools import chain, zip_longest
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.routing import Route

from lairkeeper.i18n import LANGUAGES
from lairkeeper.store import StoreError

from .access.gate import ANYBODY, HOMES, Allowed
from .access.roles import HOST, STRANGER, Caller, caller_of
from .feed import EVERYTHING, Feed, event_of
from .screens import all_screens, paths
from .site import Site, page_named, site_of

KEEP_ALIVE_S: Final = 15.0
RETRY_MS: Final = 1000
RETRY_LATER_MS: Final = 30_000
"""For a stream that had to make room: if all came back at once, they would push each other out for ever."""


async def events(request: Request) -> StreamingResponse:
    """``GET /events?page=table&page=seat&lang=en&since=…``: one connection for all pages that a browser has open."""
    site = site_of(request)
    pages = tuple(dict.fromkeys(page_named({"page": page}) for page in request.query_params.getlist("page") or [""]))
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    lang = request.query_params.get("lang")
    caller = caller_of(request.scope)
    pages = tuple(page for page in pages if site.gate.may(caller, "GET", paths()[page]))
    if not pages:
        return StreamingResponse(_sent_away(caller), media_type="text/event-stream")
    stream = changes(site, pages, lang if lang in LANGUAGES else site.language(request.scope), since, caller)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


class _Bell:
    """Wakes a stream. Its timer is cheaper than a timeout, of which each stream would make one for each change."""

    def __init__(self) -> None:
        self._woken = asyncio.Event()
        self._rung = False

    def ring(self, *_: object) -> None:
        self._rung = True
        self._woken.set()

    async def heard(self) -> bool:
        """Return True when it was rung since it was heard last; False after a while of silence."""
        if not self._rung:
            timer = asyncio.get_running_loop().call_later(KEEP_ALIVE_S, self._woken.set)
            try:
                await self._woken.wait()
            finally:
                timer.cancel()
        self._woken.clear()
        rung, self._rung = self._rung, False
        return rung


class _Shown:
    """The step of one feed that a viewer has."""

    def __init__(self, site: Site, feed: Feed, *, fresh: bool) -> None:
        self._site, self.feed = site, feed
        self._answers = site.answers[feed.page]
        self._step = feed.look() if fresh else EVERYTHING

    def news(self, at: str) -> str:
        """Return what differs by now; all of it if the page may show an answer that no stream has sent."""
        before = self._step
        if self._site.answers[self.feed.page] != self._answers:
            self._answers, before = self._site.answers[self.feed.page], EVERYTHING
        self._step = self.feed.look()
        return self.feed.since(before, at)


def _shown(site: Site, pages: Sequence[str], lang: str, *, fresh: bool) -> tuple[_Shown, ...]:
    """Return the feeds of all pages, first those of what is quickly made."""
    feeds = zip_longest(*(site.feeds(page, lang) for page in pages))
    return tuple(_Shown(site, feed, fresh=fresh) for feed in chain.from_iterable(feeds) if feed is not None)


async def _sent_away(caller: Caller) -> AsyncIterator[str]:
    """Yield the stream's text for a page that is not for this caller (any more): where to go instead."""
    yield f"retry: {RETRY_LATER_MS}\n\ndata: {json.dumps({'fragments': {}, 'go': HOMES[caller.role]})}\n\n"


async def changes(site: Site, pages: Sequence[str], lang: str, since: str, caller: Caller = HOST) -> AsyncIterator[str]:
    """Yield the stream's text until the server stops, or its caller is sent away."""
    bell = _Bell()
    unsubscribe, unwatch = site.hub.subscribe(bell.ring), site.watch(bell.ring)
    room = site.streams.enter(caller.session)
    stopping = asyncio.create_task(_first_of(site.stop, room))
    stopping.add_done_callback(bell.ring)
    looking, screens = ExitStack(), [all_screens()[page] for page in pages]
    own = any(each.own for each in screens)  # such a page asks for what is its own after each event
    try:
        for each in screens:
            if each.watched is not None:
                looking.enter_context(each.watched(site.looking, bell.ring))
        shown = _shown(site, pages, lang, fresh=since == site.since)
        if since != site.since:
            bell.ring()
        yield f"retry: {RETRY_MS}\n\n"
        while not site.stop.is_set() and not room.is_set():
            if not await bell.heard():
                _is_here(site, caller)
                yield ": still here\n\n"
            elif not stopping.done():
                for text in _told(shown, site.since, own=own):
                    yield text
        if room.is_set() and _is_here(site, caller):
            yield f"retry: {RETRY_LATER_MS}\n\n"
        elif room.is_set():
            async for text in _sent_away(STRANGER):
                yield text
    finally:
        looking.close()
        site.streams.leave(room)
        unsubscribe()
        unwatch()
        stopping.cancel()


def _told(shown: Sequence[_Shown], now: str, *, own: bool) -> Iterator[str]:
    """Yield one change: in one piece as a rule, and what takes longer in pieces of its own."""
    text, told = "", own
    for each in shown:
        if text and each.feed.slow and each.feed.stale:
            yield text
            text = ""
        if news := each.news(now):
            text, told = text + news, True
    if told:
        yield f"{text}id: {now}\n{event_of({}, now)}"


def _is_here(site: Site, caller: Caller) -> bool:
    """Note that a caller is here still; return False for a guest that was sent away."""
    if caller.session is None:
        return True
    known = site.guests.touch(caller.session)
    try:
        site.guests.note_seen()
    except StoreError as error:
        site.hub.troubles.failed(error)
    return known


async def _first_of(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(each.wait()) for each in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()


ALLOWED: Final = {"/events": Allowed(read=ANYBODY)}
ROUTES: Final = (Route("/events", events),)
