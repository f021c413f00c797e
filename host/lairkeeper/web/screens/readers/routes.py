"""The readers page: how well each reader sees its tags, live, for who places antennas."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...site import Site, site_of


async def show(request: Request) -> Response:
    """``GET /readers``. Where no script keeps it live, each load asks the boards for the next one."""
    site = site_of(request)
    if not site.looking.viewers:
        site.hub.devices.survey.ask()
    return site.page(request, "readers")


def watched(site: Site, changed: Callable[[], None]) -> AbstractContextManager[None]:
    """Ask the boards while a live page is open."""
    return site.looking.watched(changed)


ROUTES: Final = (Route("/readers", show),)
