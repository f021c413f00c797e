"""The address of the overlay."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...site import site_of


async def show(request: Request) -> Response:
    """Answer ``GET /overlay`` with the page: no controls, and nothing that does not lie open."""
    return site_of(request).page(request, "overlay")


ROUTES: Final = (Route("/overlay", show),)
