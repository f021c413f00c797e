"""The pages of the seats: each for its player's eyes, on that player's own screen."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ..errors import PageError
from ..seat_screen import seat_of
from ..site import site_of, wants_json
from .table import running


async def show(request: Request) -> Response:
    """``GET /seat?name=Bo``; without a name, who is who. For our script what is this player's own, anew."""
    site = site_of(request)
    table = running(site)
    t = site.tongue(request.scope)
    name = request.query_params.get("name")
    seats = table.header.seats
    if name is not None and name not in seats:
        raise PageError(404, "unknown-seat", {"seat": name[:40], "allowed": ", ".join(seats)})
    seat = seat_of(table, name, t) if name is not None else None
    if seat is not None and wants_json(request):
        return JSONResponse({"fragments": {"own": site.part("own", {"t": t, "seat": seat})}})
    title = f"{name or t.ui('seat.pages')} · Lairkeeper"
    return site.page(request, "seat", seat=seat, names=seats, title=title)
