"""The addresses of the past: each form changes the draft alone, until ``confirm`` makes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.core.result import Refused
from lairkeeper.table import EditPlan, EditRefusal

from ...actions import WHO, command_of
from ...commands import fields_of
from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, refusal_notice, running, site_of
from . import model

if TYPE_CHECKING:
    from lairkeeper.table import Table

MOST: Final = 999_999_999


def values(request: Request) -> Mapping[str, Any]:
    """Return what the page shows: the draft if there is one, else the command ``?n=``, else the log."""
    site = site_of(request)
    table, t = site.hub.table, site.translator(request.scope)
    found: dict[str, Any] = {"draft": None, "moment": None, "lines": None}
    if table is None:
        return found
    plan = table.edits.plan
    if isinstance(plan, Refused):  # what it was about has been taken back meanwhile
        table.edits.cancel()
    if isinstance(plan, EditPlan):
        return found | {"draft": model.draft_of(table, plan, t)}
    n = request.query_params.get("n", "")
    moment = model.moment_of(table, int(n), t) if n.isascii() and n.isdigit() and len(n) < 10 else None
    everything = bool(request.query_params.get("all"))
    return found | ({"moment": moment} if moment else {"lines": model.lines_of(table, t, everything=everything)})


async def show(request: Request) -> Response:
    """``GET /past?n=12&all=1``: the log, one command of it, or what was drafted."""
    return site_of(request).page(request, "past")


async def correct(request: Request) -> Response:
    """``POST /past/correct``: another command in the place of command ``n``; with ``force`` the table insists."""
    site, form, table, n = await _asked(request)
    command = command_of(form, table, site.translator(request.scope), table.edits.possible(_there(table, n)))
    refused = table.edits.begin(n, command)
    if refused is None:
        return _on(request)
    t = site.translator(request.scope)
    moment = model.moment_of(table, n, t, refused)
    if moment is None or refused.code in set(EditRefusal):
        return _said(request, site, refused)
    insist = fields_of(command) if refused.forcible else ()
    return site.page(
        request, "past", status=409, draft=None, lines=None, moment=replace(moment, insist=insist),
        notice=refusal_notice(refused, t),
    )  # fmt: skip


async def remove(request: Request) -> Response:
    """``POST /past/remove``: command ``n`` is left out."""
    site, _, table, n = await _asked(request)
    return _done(request, site, table.edits.begin(_there(table, n), None))


async def put_back(request: Request) -> Response:
    """``POST /past/put-back``: command ``n``, which was left out, counts again."""
    site, _, table, n = await _asked(request)
    return _done(request, site, table.edits.put_back(_there(table, n)))


async def keep(request: Request) -> Response:
    """``POST /past/keep``: command ``n`` does not fit and happened all the same, for this ``reason``."""
    site, form, table, n = await _asked(request)
    return _done(request, site, table.edits.keep(n, form.need("reason")[:120]))


async def drop(request: Request) -> Response:
    """``POST /past/drop``: command ``n`` is left out; with ``rest`` so is whatever else does not fit."""
    site, form, table, n = await _asked(request)
    if form.text("rest"):
        table.edits.drop_rest()
        return _on(request)
    return _done(request, site, table.edits.choose(n, None))


async def change(request: Request) -> Response:
    """``POST /past/change``: another command in the place of command ``n``, which does not fit."""
    site, form, table, n = await _asked(request)
    command = command_of(form, table, site.translator(request.scope), table.edits.possible(_there(table, n)))
    return _done(request, site, table.edits.choose(n, command))


async def cancel(request: Request) -> Response:
    """``POST /past/cancel``: forget the draft."""
    running(site_of(request)).edits.cancel()
    return _on(request)


async def confirm(request: Request) -> Response:
    """``POST /past/confirm``: make the change. ``records`` is the length of the log that the page showed."""
    site = site_of(request)
    form = await read_form(request)
    table = running(site)
    if table.edits.each_agrees and set(form.all("agree")) != set(table.header.seats):
        raise PageError(409, "not-agreed")
    records, reason = form.need_number("records", 0, MOST), form.get("reason", "")[:120]
    refused = table.edits.make(records, reason, WHO, hands=form.get("hands", "") == "move")
    if isinstance(refused, Refused):
        return _said(request, site, refused)
    return RedirectResponse("/table", 303)


async def _asked(request: Request) -> tuple[Site, Form, Table, int]:
    site = site_of(request)
    form = await read_form(request)
    return site, form, running(site), form.need_number("n", 0, MOST)


def _there(table: Table, n: int) -> int:
    """Return the number of a command that can be changed; raise ``PageError`` 409 for any other."""
    if table.edits.record(n) is None:
        raise PageError(409, "past-not-there")
    return n


def _done(request: Request, site: Site, refused: Refused | None) -> Response:
    return _on(request) if refused is None else _said(request, site, refused)


def _said(request: Request, site: Site, refused: Refused) -> Response:
    """Return the page with the reason why nothing has changed."""
    if refused.code == EditRefusal.NOTHING_CHANGES:
        raise PageError(409, "past-nothing-changes")
    if refused.code == EditRefusal.STILL_OPEN:
        raise PageError(409, "past-still-open")
    if refused.code == EditRefusal.NOT_THERE:
        raise PageError(409, "past-not-there")
    notice: Notice = refusal_notice(refused, site.translator(request.scope))
    return site.page(request, "past", notice=notice, status=409)


def _on(request: Request) -> Response:
    return RedirectResponse("/past", 303)


def _posted(path: str, handler: Callable[[Request], Awaitable[Response]]) -> Route:
    return Route(path, patient(counted_once(handler)), methods=["POST"])


ROUTES: Final = (
    Route("/past", show),
    _posted("/past/correct", correct),
    _posted("/past/remove", remove),
    _posted("/past/put-back", put_back),
    _posted("/past/keep", keep),
    _posted("/past/drop", drop),
    _posted("/past/change", change),
    _posted("/past/cancel", cancel),
    _posted("/past/confirm", confirm),
)
