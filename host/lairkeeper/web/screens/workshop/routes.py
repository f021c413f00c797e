"""The address of the workshop; what its forms do is in ``actions.py``, as other pages have these forms too."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...once import counted_once
from ...patience import patient
from ...site import site_of
from .network import switch


async def show(request: Request) -> Response:
    """Answer ``GET /workshop`` with the page."""
    return site_of(request).page(request, "workshop")


ROUTES: Final = (
    Route("/workshop", show),
    Route("/workshop/lan", patient(counted_once(switch)), methods=["POST"]),
)
