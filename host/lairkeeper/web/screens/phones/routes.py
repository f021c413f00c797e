"""The forms about devices: let in, refuse, send away, and a code to let one in without anybody at the table."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...access.roles import CallerRole, caller_of
from ...access.short_codes import LIFE_S
from ...errors import PageError
from ...forms import read_form
from ...once import counted_once
from ...patience import patient
from ...site import Site, page_named, running, site_of
from ...translator import SWITCH

GIVEN: Final = {"seat": CallerRole.SEAT, "watch": CallerRole.SPECTATOR, "tv": CallerRole.TV, "table": CallerRole.TABLE}
"""The roles that a code can give, as the form names them."""


async def show(request: Request) -> Response:
    """``GET /phones``: who is in and who asks."""
    return _page(request, site_of(request))


async def answer(request: Request) -> Response:
    """``POST /phones/answer``: let the device of request ``n`` in, or refuse it."""
    site, form = site_of(request), await read_form(request)
    number, do = form.need_number("n", 1, 999_999_999), form.need("do")
    asked = next((each for each in site.hub.joining if each.number == number), None)
    if asked is None:
        raise PageError(409, "asks-no-more")
    if caller_of(request.scope).role is not CallerRole.HOST and asked.role == CallerRole.TABLE:
        raise PageError(403, "not-your-role")
    if do == "in":
        site.hub.joining.grant(number)
    elif do == "no":
        site.hub.joining.refuse(number)
    else:
        raise PageError(400, "bad-choice", {"field": "do", "allowed": "in, no"})
    return site.done(request, page_named(form))


async def end(request: Request) -> Response:
    """``POST /phones/end``: send device ``n`` away; its pages close at once."""
    site, form = site_of(request), await read_form(request)
    if not site.guests.end(form.need_number("n", 1, 999_999_999)):
        raise PageError(409, "gone-already")
    site.tell()
    return RedirectResponse("/phones", 303)


async def end_all(request: Request) -> Response:
    """``POST /phones/end-all``: send everybody away."""
    site = site_of(request)
    await read_form(request)
    site.guests.end_all()
    site.tell()
    return RedirectResponse("/phones", 303)


async def code(request: Request) -> Response:
    """``POST /phones/code``: a code that lets one device in, shown once."""
    site, form = site_of(request), await read_form(request)
    role = GIVEN.get(form.need("as"))
    if role is None:
        raise PageError(400, "bad-choice", {"field": "as", "allowed": ", ".join(GIVEN)})
    seat = form.need("name") if role is CallerRole.SEAT else None
    if seat is not None and seat not in (seats := running(site).header.seats):
        raise PageError(404, "unknown-seat", {"seat": seat[:40], "allowed": ", ".join(seats)})
    fresh = site.codes.new(role, seat)
    return _page(request, site, code=f"{fresh[:4]} {fresh[4:]}", code_role=role.value, code_seat=seat or "")


async def reading(request: Request) -> Response:
    """``POST /phones/reading``: ``read`` ``on`` lets the phones of seats read tags and labels, ``off`` ends it."""
    site, form = site_of(request), await read_form(request)
    wanted = form.need("read")
    if wanted not in SWITCH:
        raise PageError(400, "bad-choice", {"field": "read", "allowed": ", ".join(SWITCH)})
    site.hub.phones.switch(wanted == SWITCH[0])
    return RedirectResponse("/phones", 303)


def _page(request: Request, site: Site, **more: Any) -> Response:
    seats = site.hub.table.header.seats if site.hub.table is not None else ()
    title = f"{site.translator(request.scope).ui('phones.title')} · Lairkeeper"
    values: dict[str, Any] = {"code": "", "code_role": "", "code_seat": "", "seats": seats, "reads": site.hub.phones.on}
    values |= {"minutes": round(LIFE_S / 60), "title": title, **more}
    return site.page(request, "phones", **values)


ROUTES: Final = (
    Route("/phones", show),
    Route("/phones/answer", patient(counted_once(answer)), methods=["POST"]),
    Route("/phones/end", patient(end), methods=["POST"]),
    Route("/phones/end-all", patient(end_all), methods=["POST"]),
    Route("/phones/reading", patient(reading), methods=["POST"]),
    Route("/phones/code", patient(code), methods=["POST"]),
)
