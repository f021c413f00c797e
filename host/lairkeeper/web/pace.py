"""The form that switches the turn clock and the pause of the match."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lairkeeper.table.pace import CLOCK, PAUSED

from .access.gate import TABLE_ROLES, Allowed
from .errors import PageError
from .forms import read_form
from .once import counted_once
from .patience import patient
from .site import page_named, running, site_of
from .translator import SWITCH


async def pace(request: Request) -> Response:
    """``POST /pace``: ``clock`` or ``paused``, each ``on`` or ``off``."""
    site = site_of(request)
    form = await read_form(request)
    table = running(site)
    wanted = {what: value for what in (CLOCK, PAUSED) if (value := form.text(what)) is not None}
    for what, value in wanted.items():
        if value not in SWITCH:
            raise PageError(400, "bad-choice", {"field": what, "allowed": ", ".join(SWITCH)})
    for what, value in wanted.items():
        site.hub.pace.switch(table, what, value == SWITCH[0])
    return site.done(request, page_named(form))


ALLOWED: Final = {"/pace": Allowed(send=TABLE_ROLES)}
ROUTES: Final = (Route("/pace", patient(counted_once(pace)), methods=["POST"]),)
