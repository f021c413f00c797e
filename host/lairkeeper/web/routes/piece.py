"""The sheet of a piece or place: opened over the page by our script, a page of its own without it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..sheet import sheet_of
from ..site import page_named, site_of, wants_json
from .table import running


async def show(request: Request) -> Response:
    """``GET /piece?piece=catwoman%231``, ``?place=discard.Ana`` or ``?find=catw``; ``page``: over which page."""
    site = site_of(request)
    table = running(site)
    t = site.tongue(request.scope)
    asked = {name: request.query_params.get(name, "")[:80] for name in ("piece", "place", "find")}
    sheet = sheet_of(table, t, **asked)
    page = page_named(request.query_params)
    if wants_json(request):
        return JSONResponse({"fragments": {"piece": site.part("piece", {"t": t, "page": page, "sheet": sheet})}})
    return site.page(request, "piece", sheet=sheet, page=page, live=False)
