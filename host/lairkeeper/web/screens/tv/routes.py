"""The address of the TV page."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...site import site_of


async def show(request: Request) -> Response:
    """Answer ``GET /tv`` with the page: what everybody at the table may see, as large as the screen allows."""
    return site_of(request).page(request, "tv")


ROUTES: Final = (Route("/tv", show),)
