"""The forms of somebody who is not let in yet, and the way out again."""

from __future__ import annotations

import secrets
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.ids import Seat

from ...access.device import device_of
from ...access.gate import GUEST_COOKIE, HOMES
from ...access.guests import MONTH_S, hash_of
from ...access.roles import Caller, CallerRole, caller_of
from ...access.short_codes import Pass, Wrong
from ...errors import PageError
from ...forms import read_form
from ...patience import patient
from ...security import cookies_of
from ...site import Site, site_of

ASKED: Final = {"seat": CallerRole.SEAT, "watch": CallerRole.SPECTATOR, "tv": CallerRole.TV, "table": CallerRole.TABLE}
"""The roles that can be asked for, as the form names them."""


async def show(request: Request) -> Response:
    """``GET /join``: what to ask for, or who must answer now; whoever is in goes to the page of their role."""
    site, caller = site_of(request), caller_of(request.scope)
    if caller.role is not CallerRole.STRANGER:
        return RedirectResponse("/phones" if caller.role is CallerRole.HOST else HOMES[caller.role], 303)
    return _page(request, site)


async def ask(request: Request) -> Response:
    """``POST /join``: ``as`` a role, and for a seat its name. Somebody at the table must answer."""
    site, form = site_of(request), await read_form(request)
    _need_stranger(request)
    role = ASKED.get(form.need("as"))
    if role is None:
        raise PageError(400, "bad-choice", {"field": "as", "allowed": ", ".join(ASKED)})
    seat = _seat(site, form.need("name")) if role is CallerRole.SEAT else None
    key = secrets.token_urlsafe(32)
    device = device_of(request.headers.get("user-agent", ""))
    asked = site.hub.joining.ask(hash_of(key), role.value, seat, device, _address(request))
    if asked is None:
        raise PageError(429, "too-many-ask")
    return _with_key(request, RedirectResponse("/join", 303), key)


async def code(request: Request) -> Response:
    """``POST /join/code``: a code from the table was typed."""
    site, form = site_of(request), await read_form(request)
    _need_stranger(request)
    given = site.codes.use(form.get("code", "")[:20], _address(request))
    if isinstance(given, Wrong):
        return _page(request, site, 403, wrong=given)
    key = secrets.token_urlsafe(32)
    _let_in(site, key, given, device_of(request.headers.get("user-agent", "")))
    return _with_key(request, RedirectResponse(HOMES[given.role], 303), key)


async def cancel(request: Request) -> Response:
    """``POST /join/cancel``: this device asks no more."""
    if key := cookies_of(request.scope).get(GUEST_COOKIE):
        site_of(request).hub.joining.forget(hash_of(key))
    return _outside_again()


async def leave(request: Request) -> Response:
    """``POST /join/leave``: this device goes away."""
    caller = caller_of(request.scope)
    if caller.session is not None:
        site_of(request).guests.end(caller.session)
    return _outside_again()


def _outside_again() -> Response:
    answer = RedirectResponse("/join", 303)
    answer.delete_cookie(GUEST_COOKIE, path="/", httponly=True, samesite="strict")
    return answer


def _let_in(site: Site, key: str, given: Pass, device: str) -> Caller:
    guest = site.guests.let_in(hash_of(key), given.role, given.seat, device)
    site.tell()
    return guest.caller


def _page(request: Request, site: Site, status: int = 200, wrong: Wrong | None = None) -> Response:
    table, key = site.hub.table, cookies_of(request.scope).get(GUEST_COOKIE)
    waits = site.hub.joining.of(hash_of(key)) if key else None
    crests = {} if table is None else table.crests
    return site.outside(
        request, "join/page.html", status, seats=() if table is None else table.header.seats, crests=crests,
        waits=waits, wrong=wrong, gone=bool(key) and waits is None,
    )  # fmt: skip


def _seat(site: Site, name: str) -> Seat:
    seats = site.hub.table.header.seats if site.hub.table is not None else ()
    if name not in seats:
        raise PageError(404, "unknown-seat", {"seat": name[:40], "allowed": ", ".join(seats)})
    return name


def _need_stranger(request: Request) -> None:
    """Raise ``PageError`` 409 for somebody who is in already."""
    if caller_of(request.scope).role is not CallerRole.STRANGER:
        raise PageError(409, "already-in")


def _address(request: Request) -> str:
    return request.client.host if request.client is not None else ""


def _with_key(request: Request, answer: RedirectResponse, key: str) -> RedirectResponse:
    secure = request.url.scheme == "https"
    answer.set_cookie(
        GUEST_COOKIE, key, max_age=int(MONTH_S), path="/", samesite="strict", httponly=True, secure=secure
    )
    return answer


ROUTES: Final = (
    Route("/join", show),
    Route("/join", patient(ask), methods=["POST"]),
    Route("/join/code", patient(code), methods=["POST"]),
    Route("/join/cancel", patient(cancel), methods=["POST"]),
    Route("/join/leave", patient(leave), methods=["POST"]),
)
