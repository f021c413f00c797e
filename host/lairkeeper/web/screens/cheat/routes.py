"""The cheat sheet as a page and as a PDF."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...cheat_sheet import CheatSheet
from ...label_signs import cheat_pdf_if_any
from ...site import site_of
from . import model


async def show(request: Request) -> Response:
    """``GET /cheat?game=&level=``: the sheet, by default that of the match on the table."""
    return site_of(request).page(request, "cheat")


def _sheet(request: Request) -> CheatSheet:
    site, query = site_of(request), request.query_params
    return model.sheet_of(site.hub, query.get("game", ""), query.get("level", ""), site.language(request.scope))


def values(request: Request) -> dict[str, Any]:
    """Return the sheet that is asked for, and the others."""
    site, sheet = site_of(request), _sheet(request)
    games, levels = model.choices(site.hub, sheet.game, site.language(request.scope))
    return {"sheet": sheet, "games": games, "levels": levels}


def address(request: Request) -> str:
    """Return the address of the sheet that is shown."""
    return f"/cheat?{urlencode(request.query_params)}"


async def pdf(request: Request) -> Response:
    """``GET /cheat/pdf?game=&level=``: the same as one page of A4; in a script that the PDF lacks, the page itself."""
    sheet = _sheet(request)
    t = site_of(request).translator(request.scope)
    name = {"content-disposition": f'inline; filename="cheat-{sheet.game}-{sheet.level}.pdf"'}
    if (printed := cheat_pdf_if_any(sheet, t)) is None:
        return RedirectResponse(address(request), 303)
    return Response(printed, media_type="application/pdf", headers=name)


ROUTES: Final = (Route("/cheat", show), Route("/cheat/pdf", pdf))
