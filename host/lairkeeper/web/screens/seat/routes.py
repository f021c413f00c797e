"""The pages of the seats: each for its player's eyes, on that player's own screen, once its code was typed there."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, quote, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.ids import Seat

from ...access.roles import Caller, CallerRole, caller_of
from ...errors import PageError
from ...forms import read_form
from ...patience import patient
from ...security import cookies_of
from ...site import Site, running, site_of, wants_json
from .model import SeatPage, locked_of, rows_of, seat_of

if TYPE_CHECKING:
    from lairkeeper.table import Table

KEY_COOKIE: Final = "seat"
_EVENING: Final = 24 * 3600


async def show(request: Request) -> Response:
    """``GET /seat?name=Bo``; without a name, who is who. For our script what is this player's own, anew."""
    site = site_of(request)
    table = running(site)
    t = site.translator(request.scope)
    name = request.query_params.get("name")
    caller = caller_of(request.scope)
    if caller.role is CallerRole.SEAT:
        name = _own_seat(caller, table, name)
    if name is None:
        title = f"{t.ui('seat.pages')} · Lairkeeper"
        return site.page(request, "seat", title=title)
    _check(table, name)
    key = cookies_of(request.scope).get(KEY_COOKIE)
    needed = site.keys.needed(table, name)
    may = not needed or caller.seat == name or site.keys.may_see(table.match, name, key)
    pile = request.query_params.get("pile", "")[:40]
    page = seat_of(table, name, t, caller, keyed=needed, pile=pile) if may else locked_of(table, name, site.keys)
    return _page(request, site, page, 200 if may else 403)


async def code(request: Request) -> Response:
    """``POST /seat/code``: a new code for a seat, shown once. Only on the computer that runs the table."""
    site = site_of(request)
    table = running(site)
    name = (await read_form(request)).need("name")
    _check(table, name)
    t = site.translator(request.scope)
    fresh = site.keys.new_code(table.match, name)
    site.tell()
    title = f"{t.ui('seat.code-title', seat=name)} · Lairkeeper"
    return site.page(
        request, "code", template="seat/code.html", live=False, seat=name, code=f"{fresh[:3]} {fresh[3:]}", title=title
    )


async def unlock(request: Request) -> Response:
    """``POST /seat/open``: the code was typed."""
    site = site_of(request)
    table = running(site)
    form = await read_form(request)
    name = form.need("name")
    _check(table, name)
    key = cookies_of(request.scope).get(KEY_COOKIE) or secrets.token_urlsafe(32)
    shut = site.keys.open(table.match, name, form.get("code", "")[:40], key)
    if shut is not None:
        return _page(request, site, locked_of(table, name, site.keys, shut), 403)
    site.tell()
    answer = RedirectResponse(own_page(name), 303)
    answer.set_cookie(KEY_COOKIE, key, max_age=_EVENING, path="/seat", samesite="strict", httponly=True)
    return answer


async def leave(request: Request) -> Response:
    """``POST /seat/leave``: nobody else at this screen shall see the page."""
    site = site_of(request)
    table = running(site)
    name = (await read_form(request)).need("name")
    _check(table, name)
    site.keys.leave(table.match, name, cookies_of(request.scope).get(KEY_COOKIE))
    site.tell()
    return RedirectResponse("/seat", 303)


def _check(table: Table, name: Seat) -> None:
    seats = table.header.seats
    if name not in seats:
        raise PageError(404, "unknown-seat", {"seat": name[:40], "allowed": ", ".join(seats)})


def _own_seat(caller: Caller, table: Table, asked: str | None) -> Seat | None:
    """Return the seat of a player's phone; it may ask for no other.

    Raises ``PageError`` 403 for another seat, 409 when nobody of this name plays.
    """
    if asked is not None and asked != caller.seat:
        raise PageError(403, "not-your-seat")
    if caller.seat not in table.header.seats:
        raise PageError(409, "seat-not-in-match", {"seat": caller.seat})
    return caller.seat


def _page(request: Request, site: Site, page: SeatPage, status: int) -> Response:
    if wants_json(request):
        t = site.translator(request.scope)
        own = site.part("seat/own.html", {"t": t, "seat": page, "since": site.since})
        return JSONResponse({"fragments": {"own": own}}, status)
    reads = page.guest and site.hub.phones.on
    title = f"{page.name} · Lairkeeper"
    return site.page(request, "seat", status=status, seat=page, names=(), reads=reads, title=title)


def own_page(name: Seat) -> str:
    """Return the address of a player's own page."""
    return f"/seat?name={quote(name)}"


def back(request: Request) -> str:
    """Return the address of the page that a form came from: the player's own, or the list of all."""
    table, name = site_of(request).hub.table, _name_in(request.headers.get("referer", ""))
    return own_page(name) if table is not None and name in table.header.seats else "/seat"


def _name_in(address: str) -> str:
    """Return the name that an address asks for; empty when it asks for no name or cannot be parsed."""
    try:
        return parse_qs(urlsplit(address).query).get("name", [""])[0]
    except ValueError:
        return ""


def listed(request: Request) -> dict[str, Any]:
    """Return who is who, for the page of no seat in particular."""
    site = site_of(request)
    return {"seat": None, "names": rows_of(site.hub.table, site.keys) if site.hub.table is not None else ()}


ROUTES: Final = (
    Route("/seat", show),
    Route("/seat/code", patient(code), methods=["POST"]),
    Route("/seat/open", patient(unlock), methods=["POST"]),
    Route("/seat/leave", patient(leave), methods=["POST"]),
)
