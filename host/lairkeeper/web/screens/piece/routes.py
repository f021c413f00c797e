"""The sheet of a piece or place: opened over the page by our script, a page of its own without it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ...access.roles import caller_of
from ...errors import PageError
from ...forms import read_form
from ...patience import patient
from ...site import page_named, running, site_of, wants_json
from .model import sheet_of


async def show(request: Request) -> Response:
    """``GET /piece?piece=catwoman%231``, ``?place=discard.Ana``, ``?seat=Ana`` or ``?find=catw``.

    ``page`` says over which page it lies.
    """
    site = site_of(request)
    table = running(site)
    t = site.translator(request.scope)
    asked = {name: request.query_params.get(name, "")[:80] for name in ("piece", "place", "find", "seat")}
    sheet = sheet_of(table, site.hub.stock(table.game.id).copies, t, **asked, puts=caller_of(request.scope).runs_table)
    page = page_named(request.query_params)
    label = sheet.asks.removeprefix("piece=").partition("#")[0]
    if label in site.hub.names.missing(table.game, t.lang):
        sheet = replace(sheet, named=label)
    if wants_json(request):
        values = {"t": t, "page": page, "sheet": sheet, "crests": table.crests}
        return JSONResponse({"fragments": {"piece": site.part("piece/piece.html", values)}})
    return site.page(request, "piece", sheet=sheet, page=page, live=False)


async def rename(request: Request) -> Response:
    """``POST /piece/name``: what the ``kind`` is called in the owner's printing, in the viewer's language."""
    site = site_of(request)
    table = running(site)
    form = await read_form(request)
    t = site.translator(request.scope)
    if not site.hub.pieces.set_name(table.game.id, t.lang, form.need("kind"), form.get("name", "")):
        raise PageError(400, "bad-name")
    return RedirectResponse("/virtual" if form.get("page", "") == "virtual" else "/table", 303)


ROUTES: Final = (Route("/piece", show), Route("/piece/name", patient(rename), methods=["POST"]))
