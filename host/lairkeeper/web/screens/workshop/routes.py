"""The address of the workshop; what its forms do is in ``actions.py``, as other pages have these forms too."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...site import site_of


async def show(request: Request) -> Response:
    """Answer ``GET /workshop`` with the page."""
    return site_of(request).page(request, "workshop")


ROUTES: Final = (Route("/workshop", show),)
