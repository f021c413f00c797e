"""The live stream of a page: whatever part of it changed, as soon as it changed.

An event is ``data: {"fragments": {element id: html}, "at": "<run>-<version>"}``. What takes longer to make follows in
an event of its own, and an empty event at the end of a change carries its version as its id. A page that comes back
with the id that it saw last gets nothing it has already; with an older id, or one of another run of the host, all
parts.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import Request
from starlette.responses import StreamingResponse

from . import panels
from .site import Site, page_named, site_of

KEEP_ALIVE_S: Final = 15.0
RETRY_MS: Final = 1000


async def events(request: Request) -> StreamingResponse:
    """``GET /events?page=table&since=…``"""
    page = page_named(request.query_params)
    since = request.headers.get("last-event-id") or request.query_params.get("since", "")
    site = site_of(request)
    stream = changes(site, page, site.language(request.scope), since)
    return StreamingResponse(stream, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def changes(site: Site, page: str, lang: str, since: str) -> AsyncIterator[str]:
    """The stream's text, until the server stops."""
    changed = asyncio.Event()
    unsubscribe, unwatch = site.hub.subscribe(changed.set), site.watch(changed.set)
    stopping = asyncio.create_task(site.stop.wait())
    try:
        shown = site.fragments(page, site.tongue_in(lang)) if since == site.since else {}
        answers = site.answers[page]
        if not shown:
            changed.set()
        yield f"retry: {RETRY_MS}\n\n"
        while not site.stop.is_set():
            if not await _next(changed, stopping):
                if not site.stop.is_set():
                    yield ": still here\n\n"
                continue
            changed.clear()
            if site.answers[page] != answers:  # a page may show an answer in between that no stream has sent
                answers = site.answers[page]
                shown = {}
            now, told = site.since, page == "seat"  # what is a seat's own is asked for after each event
            for parts in panels.in_order(page):
                fragments = site.fragments(page, site.tongue_in(lang), parts)
                fresh = {name: html for name, html in fragments.items() if shown.get(name) != html}
                shown |= fragments
                if fresh:
                    told = True
                    yield _data(fresh, now)
            if told:
                yield f"id: {now}\n" + _data({}, now)
    finally:
        unsubscribe()
        unwatch()
        stopping.cancel()


def _data(fragments: dict[str, str], at: str) -> str:
    return f"data: {json.dumps({'fragments': fragments, 'at': at}, ensure_ascii=False)}\n\n"


async def _next(changed: asyncio.Event, stopping: asyncio.Task[bool]) -> bool:
    """True when something changed; False after a while of silence or when the server stops."""
    waiting = asyncio.create_task(changed.wait())
    try:
        await asyncio.wait((waiting, stopping), timeout=KEEP_ALIVE_S, return_when=asyncio.FIRST_COMPLETED)
    finally:
        waiting.cancel()
    return changed.is_set()
