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
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse

from lairkeeper.i18n import LANGUAGES

from . import panels
from .screens import all_screens
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
    stream = changes(site, pages, lang if lang in LANGUAGES else site.language(request.scope), since)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


class _Shown:
    """The parts that one page shows by now."""

    def __init__(self, site: Site, page: str, lang: str, *, fresh: bool) -> None:
        self._site, self.page, self._lang = site, page, lang
        self._answers = site.answers[page]
        self._parts: dict[str, str] = site.fragments(page, site.translator_in(lang)) if fresh else {}

    def look(self) -> None:
        """Send the page anew: it may show an answer in between that no stream has sent."""
        if self._site.answers[self.page] != self._answers:
            self._answers = self._site.answers[self.page]
            self._parts = {}

    def changed(self) -> Iterator[dict[str, str]]:
        """Yield what differs, first what is quickly made."""
        for parts in panels.in_order(self.page):
            fragments = self._site.fragments(self.page, self._site.translator_in(self._lang), parts)
            fresh = {name: html for name, html in fragments.items() if self._parts.get(name) != html}
            self._parts |= fragments
            if fresh:
                yield fresh


async def changes(site: Site, pages: Sequence[str], lang: str, since: str) -> AsyncIterator[str]:
    """Yield the stream's text until the server stops."""
    changed = asyncio.Event()
    unsubscribe, unwatch = site.hub.subscribe(changed.set), site.watch(changed.set)
    room = site.streams.enter()
    stopping = asyncio.create_task(_first_of(site.stop, room))
    looking, screens = ExitStack(), [all_screens()[page] for page in pages]
    try:
        for each in screens:
            if each.watched is not None:
                looking.enter_context(each.watched(site.looking, changed.set))
        shown = [_Shown(site, id, lang, fresh=since == site.since) for id in pages]
        if since != site.since:
            changed.set()
        yield f"retry: {RETRY_MS}\n\n"
        while not site.stop.is_set():
            if room.is_set():
                yield f"retry: {RETRY_LATER_MS}\n\n"
                return
            if not await _next(changed, stopping):
                if not stopping.done():
                    yield ": still here\n\n"
                continue
            changed.clear()
            now, told = site.since, any(each.own for each in screens)  # asked for after each event
            for page in shown:
                page.look()
                for fresh in page.changed():
                    told = True
                    yield _data(fresh, now, page.page)
            if told:
                yield f"id: {now}\n" + _data({}, now)
    finally:
        looking.close()
        site.streams.leave(room)
        unsubscribe()
        unwatch()
        stopping.cancel()


def _data(fragments: dict[str, str], at: str, page: str | None = None) -> str:
    news = {"fragments": fragments, "at": at} | ({"page": page} if page else {})
    return f"data: {json.dumps(news, ensure_ascii=False)}\n\n"


async def _first_of(*events: asyncio.Event) -> None:
    waiting = [asyncio.create_task(each.wait()) for each in events]
    try:
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waiting:
            each.cancel()


async def _next(changed: asyncio.Event, stopping: asyncio.Task[None]) -> bool:
    """Return True when something changed; False after a while of silence or when the server stops."""
    waiting = asyncio.create_task(changed.wait())
    try:
        await asyncio.wait((waiting, stopping), timeout=KEEP_ALIVE_S, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    return changed.is_set()
