"""The web application: routes, the guard in front of them, and pages for what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount
from starlette.types import Scope

from lairkeeper.store import StoreError

from . import actions, manifest, pace, phone_tap, prefs, sse
from .access.gate import HOMES, Gate, gathered
from .access.guests import Guests
from .access.roles import CallerRole, caller_of
from .api import call, problems
from .api import routes as api
from .errors import PageError
from .oled_screen import lines_of
from .screens import all_screens
from .security import Guard
from .site import Notice, Site, site_of, wants_json

if TYPE_CHECKING:
    from lairkeeper.table import Hub

_KNOWN = {404: "not-found", 405: "wrong-method"}


def create_app(hub: Hub, *, stop: asyncio.Event | None = None, hosts: Callable[[], Iterable[str]] = tuple) -> Starlette:
    """Return the app over one hub.

    ``stop`` ends the open streams; ``hosts`` returns the names that are allowed beside those of loopback and the home
    network.
    """
    screens = all_screens().values()
    shared = (each.ALLOWED.items() for each in (actions, manifest, pace, phone_tap, prefs, sse))
    gate = Gate(
        Guests(hub.store.settings, lambda: hub.wall), gathered(*(each.allowed.items() for each in screens), *shared)
    )
    site = Site(hub, stop, gate)
    long_forms = frozenset().union(*(each.long_forms for each in screens))
    uploads = {path: most for each in screens for path, most in each.uploads.items()}

    def refuse(scope: Scope, status: int, code: str) -> Response:
        return _error(Request(scope), site, PageError(status, code))

    app = Starlette(
        routes=[
            *(route for each in screens for route in each.routes),
            *actions.ROUTES,
            *prefs.ROUTES,
            *manifest.ROUTES,
            *pace.ROUTES,
            *phone_tap.ROUTES,
            *sse.ROUTES,
            *api.routes(),
            Mount("/static", site.assets),
        ],
        middleware=[
            Middleware(
                Guard,
                refuse=refuse,
                gate=gate,
                hosts=lambda: (*hosts(), *site.lan.host_names()),
                long_forms=long_forms,
                uploads=uploads,
            ),
            # Live streams are left out: their events must not wait for one another.
            Middleware(GZipMiddleware, compresslevel=6),
        ],
        exception_handlers={
            PageError: _page_error,
            HTTPException: _http_error,
            StoreError: _store_error,
            Exception: _crash,
        },
    )
    app.state.site = site
    site.lan.app = app
    return app


def tell_screens(app: Starlette, hub: Hub) -> None:
    """From now on the boards' small screens say the score and what to do now, in the language that was chosen."""
    site: Site = app.state.site

    def tell() -> None:
        if hub.devices.boards.has_screen:
            hub.devices.boards.show(*lines_of(hub, site.translator_in(hub.language)))

    hub.subscribe(tell)


async def _page_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, PageError)
    return _error(request, site_of(request), error)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _KNOWN.get(error.status_code, "bad-request")
    allowed = (error.headers or {}).get("allow", "")
    return _error(request, site_of(request), PageError(error.status_code, code), allowed)


async def _store_error(request: Request, error: Exception) -> Response:
    """Report that the disk refused: nothing was done, and every page says what to do."""
    assert isinstance(error, StoreError)
    site = site_of(request)
    site.hub.troubles.failed(error)
    why = site.translator(request.scope).say("trouble", error.code, error.values)
    return _error(request, site, PageError(503, "store", {"why": why}))


async def _crash(request: Request, error: Exception) -> Response:
    """Ours, not the viewer's: the traceback goes to the log, the page says that nothing was lost."""
    return _error(request, site_of(request), PageError(500, "crash"))


def _error(request: Request, site: Site, error: PageError, allowed: str = "") -> Response:
    """Return the fault and the next step: for programs a problem, for our script a notice, else a page."""
    if api.is_api(request.scope):
        return problems.answer_of(error, call.language(site, request.scope), allowed)
    outside = caller_of(request.scope).role is CallerRole.STRANGER
    if outside and error.code == "not-let-in" and request.method == "GET" and not wants_json(request):
        return RedirectResponse("/join", 303)
    if error.code == "not-your-role" and request.url.path == "/" and request.method == "GET":
        return RedirectResponse(HOMES[caller_of(request.scope).role], 303)
    t = site.translator(request.scope)
    title = t.ui(f"error.{error.code}.title", **error.values)
    step = t.ui(f"error.{error.code}.next", **error.values)
    if wants_json(request):
        notice = site.notice("table", t, _notice(site, error, f"{title} {step}"))
        return JSONResponse({"fragments": {"notice": notice}}, error.status)
    if outside:
        return site.outside(request, "outside_error.html", error.status, error_title=title, error_next=step)
    return site.page(
        request, "error", template="error.html", status=error.status, error_title=title, error_next=step, live=False
    )


def _notice(site: Site, error: PageError, text: str) -> Notice:
    """Return a fault as a notice; what the match refused goes when it has gone on."""
    return Notice("bad", text, disk=error.code == "store", log=site.log if error.status == 409 else "")
