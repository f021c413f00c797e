"""The readers page: which reader is whose tray, and how well each reader sees its tags."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import PageError
from ...forms import read_form
from ...once import counted_once
from ...patience import patient
from ...site import Site, page_named, site_of
from .seating import MOST, seats_of


async def show(request: Request) -> Response:
    """``GET /readers``. Where no script keeps it live, each load asks the boards for the next one."""
    site = site_of(request)
    if not site.looking.viewers:
        site.hub.devices.survey.ask()
    return site.page(request, "readers")


async def step(request: Request) -> Response:
    """``POST /readers/step``: ``start``, ``skip``, ``back``, ``stop`` or ``forget`` (each is what its name says)."""
    site = site_of(request)
    form = await read_form(request)
    trial = site.hub.trial
    match form.need("do"):
        case "start":
            _ask(site, [n for n, _ in seats_of(site.hub, site.translator(request.scope))])
        case "skip":
            trial.skip()
        case "back":
            if site.hub.enrol is not None:
                raise PageError(409, "enrolling")
            trial.undo()
        case "stop":
            trial.stop()
        case "forget":
            trial.forget()
        case _:
            raise PageError(400, "bad-request")
    return site.done(request, page_named({"page": form.get("page", "readers")}))


async def only(request: Request) -> Response:
    """``POST /readers/only``: ask for the reader of one ``seat``, by its number."""
    site = site_of(request)
    form = await read_form(request)
    _ask(site, [form.need_number("seat", 1, MOST)])
    return site.done(request, "readers")


def _ask(site: Site, seats: list[int]) -> None:
    """Ask for the readers of seats; raise ``PageError`` 409 without a board, or while tags are enrolled."""
    if site.hub.enrol is not None:
        raise PageError(409, "enrolling")
    if not any(status.zones for status in site.hub.boards):
        raise PageError(409, "no-readers")
    site.hub.try_readers(seats)


ROUTES: Final = (
    Route("/readers", show),
    Route("/readers/step", patient(counted_once(step)), methods=["POST"]),
    Route("/readers/only", patient(counted_once(only)), methods=["POST"]),
)
