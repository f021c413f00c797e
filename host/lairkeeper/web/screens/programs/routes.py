"""The page of tokens, and its two forms. Only the host reads it: no role but that is let in."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ...api.scopes import TokenScope
from ...api.tokens import LONGEST_NAME
from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...patience import patient
from ...site import Site, site_of
from .model import rows_of

DAYS: Final = 3650
"""The most days that a token may be good for."""


async def show(request: Request) -> Response:
    """``GET /programs``: the tokens that there are, and the form of a new one."""
    return _page(request, site_of(request))


async def create(request: Request) -> Response:
    """``POST /programs``: a token with a ``name``, each ``scope`` and perhaps a ``seat``, shown once."""
    site, form = site_of(request), await read_form(request)
    name, scopes, seat = form.get("name", ""), _scopes(form), form.text("seat")
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise PageError(400, "bad-token-name", {"n": LONGEST_NAME})
    if seat is not None and TokenScope.MANAGE in scopes:
        raise PageError(400, "table-scope")
    try:
        token, secret = site.api.tokens.create(name, scopes, seat=seat, days=form.number("days", 1, DAYS))
    except ValueError:  # the fields are good: it is the one token too many
        raise PageError(409, "too-many-tokens") from None
    return _page(request, site, given=token.name, secret=secret)


async def revoke(request: Request) -> Response:
    """``POST /programs/revoke``: token ``n`` is worthless at once, and its streams end."""
    site, form = site_of(request), await read_form(request)
    if not site.api.tokens.revoke(form.need_number("n", 1, 999_999_999)):
        raise PageError(409, "no-such-token")
    return RedirectResponse("/programs", 303)


def _scopes(form: Form) -> tuple[TokenScope, ...]:
    """Return the scopes that were ticked. Raises ``PageError`` for none, and for one that there is not."""
    try:
        scopes = tuple(TokenScope(each) for each in form.all("scope"))
    except ValueError:
        raise PageError(400, "bad-choice", {"field": "scope", "allowed": ", ".join(TokenScope)}) from None
    if not scopes:
        raise PageError(400, "no-scope")
    if TokenScope.READ_SEAT in scopes and form.text("seat") is None:
        raise PageError(400, "seat-scope")
    return scopes


def _page(request: Request, site: Site, **more: Any) -> Response:
    t = site.translator(request.scope)
    seats = site.hub.table.header.seats if site.hub.table is not None else ()
    values: dict[str, Any] = {"rows": rows_of(site, t), "seats": seats, "given": "", "secret": ""}
    values |= {"title": f"{t.ui('programs.title')} · Lairkeeper", **more}
    return site.page(request, "programs", **values)


ROUTES: Final = (
    Route("/programs", show),
    Route("/programs", patient(counted_once(create)), methods=["POST"]),
    Route("/programs/revoke", patient(revoke), methods=["POST"]),
)
