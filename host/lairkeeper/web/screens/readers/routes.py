"""The readers page: how well each reader sees its tags, live, for who places antennas."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...site import site_of


async def show(request: Request) -> Response:
    """``GET /readers``. Where no script keeps it live, each load asks the boards for the next one."""
    site = site_of(request)
    if not site.looking.viewers:
        site.hub.devices.survey.ask()
    return site.page(request, "readers")


ROUTES: Final = (Route("/readers", show),)
