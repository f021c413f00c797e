"""The addresses of the table page; what its forms do is in ``actions.py``, as other pages have these forms too."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...site import site_of
from .model import names_of


async def show(request: Request) -> Response:
    """Answer ``GET /table`` with the page."""
    return site_of(request).page(request, "table")


def names(request: Request) -> dict[str, Any]:
    """Return the names that the search for a piece suggests."""
    site = site_of(request)
    return {"names": names_of(site.hub, site.translator(request.scope))}


ROUTES: Final = (Route("/table", show),)
