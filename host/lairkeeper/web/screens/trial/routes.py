"""The test-tap page and the button that begins and ends the test."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import PageError
from ...forms import read_form
from ...once import counted_once
from ...patience import patient
from ...site import page_named, site_of


async def show(request: Request) -> Response:
    """Answer ``GET /test-tap``."""
    return site_of(request).page(request, "trial")


async def step(request: Request) -> Response:
    """``POST /test-tap/step``: ``start`` or ``stop``."""
    site = site_of(request)
    form = await read_form(request)
    match form.need("do"):
        case "start":
            if site.hub.enrol is not None:
                raise PageError(409, "enrolling")
            site.hub.try_readers()
        case "stop":
            site.hub.trial.stop()
        case _:
            raise PageError(400, "bad-request")
    return site.done(request, page_named({"page": form.get("page", "trial")}))


ROUTES: Final = (Route("/test-tap", show), Route("/test-tap/step", patient(counted_once(step)), methods=["POST"]))
