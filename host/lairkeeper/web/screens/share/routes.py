"""The addresses of a match to share, and of one that comes from elsewhere."""

from __future__ import annotations

import asyncio
import hmac
from typing import Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.exports import bg_stats_link, export, match_schema
from lairkeeper.store import StoreError
from lairkeeper.table import TableError

from ...errors import PageError
from ...result_picture import result_picture
from ...site import site_of
from .coming import IMPORT, KEEP, keep, look, offer
from .model import SHORT, code_of, finale_in, shared_of

MOST_DIGITS: Final = 9


async def show(request: Request) -> Response:
    """``GET /history/N/share``: a match to share."""
    site = site_of(request)
    shared, t = await shared_of(site, _number(request.path_params["match"]), site.language(request.scope))
    title = f"{t.ui('share.title')} · Lairkeeper"
    return site.page(request, "share", translator=t, shared=shared, title=title, live=False)


async def picture(request: Request) -> Response:
    """``GET /history/N/picture.png``: the result as a picture."""
    site = site_of(request)
    number = _number(request.path_params["match"])
    finale, note = await finale_in(site, number, site.language(request.scope))
    told = await asyncio.to_thread(result_picture, finale, note)  # a second's work: taps count meanwhile
    name = {"content-disposition": f'inline; filename="lairkeeper-{number}.png"'}
    return Response(told, media_type="image/png", headers=name)


async def whole(request: Request) -> Response:
    """``GET /history/N/match.json``: the whole log for another installation, with what is hidden; the page says so."""
    number = _number(request.path_params["match"])
    try:
        text = export(site_of(request).hub.store, number, "json", secrets=True)
    except (StoreError, TableError):
        raise PageError(404, "no-such-match", {"match": number}) from None
    name = {"content-disposition": f'attachment; filename="lairkeeper-match-{number}.json"'}
    return Response(text, media_type="application/json", headers=name)


async def schema(request: Request) -> Response:
    """``GET /history/match.schema.json``: what such a file holds, as JSON Schema."""
    return Response(match_schema(), media_type="application/schema+json")


async def lead_on(request: Request) -> Response:
    """``GET /share/bg-stats?match=&code=``: lead a phone that scanned the code on to BG Stats."""
    site, asked = site_of(request), request.query_params
    number = _number(asked.get("match", ""))
    if not hmac.compare_digest(code_of(site.hub, number).encode(), asked.get("code", "").encode()):
        raise PageError(404, "no-such-match", {"match": number})
    try:
        return RedirectResponse(bg_stats_link(site.hub.store, number), 303)
    except (StoreError, TableError, ValueError):
        raise PageError(404, "no-such-match", {"match": number}) from None


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0


ROUTES: Final = (
    Route("/history/match.schema.json", schema),
    Route(IMPORT, offer),
    Route(IMPORT, look, methods=["POST"]),
    Route(KEEP, keep, methods=["POST"]),
    Route("/history/{match}/share", show),
    Route("/history/{match}/picture.png", picture),
    Route("/history/{match}/match.json", whole),
    Route(SHORT, lead_on),
)
