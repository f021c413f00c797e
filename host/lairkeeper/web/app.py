"""The web application: routes, the guard in front of them, and pages for what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from lairkeeper.store import StoreError

from .errors import PageError
from .oled_screen import lines_of
from .once import counted_once
from .patience import patient
from .routes import new, numbers, piece, prefs, readers, seat, table, tags, virtual
from .security import Guard
from .site import HERE, Notice, Site, site_of
from .sse import events

if TYPE_CHECKING:
    from lairkeeper.table import Hub

_KNOWN = {404: "not-found", 405: "wrong-method"}


def create_app(hub: Hub, *, stop: asyncio.Event | None = None, hosts: Iterable[str] = ()) -> Starlette:
    """Return the app over one hub.

    ``stop`` ends the open streams; ``hosts`` are allowed beside the loopback names.
    """
    site = Site(hub, stop)

    def refuse(scope: Scope, status: int, code: str) -> Response:
        return _error(Request(scope), site, PageError(status, code))

    app = Starlette(
        routes=[
            Route("/", table.show),
            Route("/act", patient(counted_once(table.act)), methods=["POST"]),
            Route("/answer", patient(counted_once(table.answer)), methods=["POST"]),
            Route("/undo", patient(counted_once(table.undo)), methods=["POST"]),
            Route("/redo", patient(counted_once(table.redo)), methods=["POST"]),
            Route("/back", patient(counted_once(table.back)), methods=["POST"]),
            Route("/save", patient(table.save), methods=["POST"]),
            Route("/todo", patient(counted_once(table.todo)), methods=["POST"]),
            Route("/piece", piece.show),
            Route("/seat", seat.show),
            Route("/seat/code", patient(seat.code), methods=["POST"]),
            Route("/seat/open", patient(seat.unlock), methods=["POST"]),
            Route("/seat/leave", patient(seat.leave), methods=["POST"]),
            Route("/piece/name", patient(piece.rename), methods=["POST"]),
            Route("/virtual", virtual.show),
            Route("/virtual/place", patient(counted_once(virtual.place)), methods=["POST"]),
            Route("/virtual/take", patient(counted_once(virtual.take)), methods=["POST"]),
            Route("/readers", readers.show),
            Route("/tags", tags.show),
            Route("/enrol", patient(counted_once(tags.enrol)), methods=["POST"]),
            Route("/enrol/step", patient(counted_once(tags.step)), methods=["POST"]),
            Route("/tags/forget", patient(counted_once(tags.forget)), methods=["POST"]),
            Route("/tags/write", patient(tags.write), methods=["POST"]),
            Route("/numbers", numbers.show),
            Route("/numbers", patient(numbers.save), methods=["POST"]),
            Route("/numbers/file", numbers.download),
            Route("/numbers/import", patient(numbers.take_over), methods=["POST"]),
            Route("/new", new.show),
            Route("/new", patient(counted_once(new.create)), methods=["POST"]),
            Route("/resume", patient(counted_once(new.resume)), methods=["POST"]),
            Route("/prefs", patient(prefs.save), methods=["POST"]),
            Route("/events", events),
            Mount("/static", StaticFiles(directory=HERE / "static")),
        ],
        middleware=[Middleware(Guard, refuse=refuse, hosts=tuple(hosts))],
        exception_handlers={
            PageError: _page_error,
            HTTPException: _http_error,
            StoreError: _store_error,
            Exception: _crash,
        },
    )
    app.state.site = site
    return app


def tell_screens(app: Starlette, hub: Hub) -> None:
    """From now on the boards' small screens say the score and what to do now, in the language that was chosen."""
    site: Site = app.state.site

    def tell() -> None:
        if hub.has_screen:
            hub.show_on_boards(*lines_of(hub, site.translator_in(hub.language)))

    hub.subscribe(tell)


async def _page_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PageError)
    return _error(request, site_of(request), error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _KNOWN.get(error.status_code, "bad-request")
    return _error(request, site_of(request), PageError(error.status_code, code))


async def _store_error(request: Request, error: Exception) -> Response:
    """Report that the disk refused: nothing was done, and every page says what to do."""
    assert isinstance(error, StoreError)
    site = site_of(request)
    site.hub.store_failed(error)
    why = site.translator(request.scope).say("trouble", error.code, error.values)
    return _error(request, site, PageError(503, "store", {"why": why}))


async def _crash(request: Request, error: Exception) -> Response:
    """Ours, not the viewer's: the traceback goes to the log, the page says that nothing was lost."""
    return _error(request, site_of(request), PageError(500, "crash"))


def _error(request: Request, site: Site, error: PageError) -> Response:
    """Return the fault and the next step, as a notice for our script and as a page for everybody else."""
    t = site.translator(request.scope)
    title = t.ui(f"error.{error.code}.title", **error.values)
    step = t.ui(f"error.{error.code}.next", **error.values)
    if "application/json" in request.headers.get("accept", ""):
        notice = site.notice("table", t, Notice("bad", f"{title} {step}", disk=error.code == "store"))
        return JSONResponse({"fragments": {"notice": notice}}, error.status)
    return site.page(request, "error", status=error.status, error_title=title, error_next=step, live=False)
