"""The tags page: enrol one piece, or many in order; scans do not score meanwhile."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import PageError
from ...forms import Form, read_form
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, site_of
from . import model


async def show(request: Request) -> Response:
    """Answer ``GET /tags`` with the tags page."""
    return site_of(request).page(request, "tags")


def choices(request: Request) -> dict[str, Any]:
    """Return the pieces and boxes to choose from."""
    site = site_of(request)
    return model.choices(site.hub, site.translator(request.scope))


async def enrol(request: Request) -> Response:
    """``POST /enrol``: begin with one ``piece`` by name, or with a ``plan`` of a ``game``."""
    site = site_of(request)
    form = await read_form(request)
    game, plan = _plan(site, request, form)
    try:
        refusal = site.hub.start_enrol(game, plan)
    except ValueError as error:
        raise PageError(400, "bad-plan", {"why": str(error)[:200]}) from error
    code = getattr(refusal, "code", None)
    if code is not None and refusal is not None:
        t = site.translator(request.scope)
        return site.done(request, "tags", Notice("bad", t.say("tag", str(code), getattr(refusal, "args", {}))), 409)
    return site.done(request, "tags")


def _plan(site: Site, request: Request, form: Form) -> tuple[str, str]:
    piece = form.text("piece")
    if piece is None:
        game = form.need("game")
        if game != model.SHARED and game not in site.hub.games:
            raise PageError(400, "unknown-game", {"game": game[:40]})
        return game, form.need("plan")
    found = model.find_kind(site.hub, piece, site.translator(request.scope))
    if found is None:
        raise PageError(400, "unknown-kind", {"piece": piece[:40]})
    return found[0], f"{found[1]} x1"


async def step(request: Request) -> Response:
    """``POST /enrol/step``: ``stop``, ``skip``, ``back``, ``insist`` or ``over`` (write over what is on the tag)."""
    site = site_of(request)
    form = await read_form(request)
    what = form.need("do")
    session = site.hub.enrol
    if session is None:
        raise PageError(409, "no-enrolment")
    match what:
        case "stop":
            site.hub.stop_enrol()
        case "skip":
            session.skip()
        case "back":
            session.undo_last()
        case "insist":
            site.hub.enrolment.insist()
        case "over":
            site.hub.enrolment.write_over()
        case _:
            raise PageError(400, "bad-request")
    return site.done(request, "tags")


async def write(request: Request) -> Response:
    """``POST /tags/write``: whether tags are written when they are enrolled, ``on`` 1 or 0."""
    site = site_of(request)
    form = await read_form(request)
    site.hub.enrolment.set_writes_tags(form.need("on") == "1")
    return site.done(request, "tags")


async def forget(request: Request) -> Response:
    """``POST /tags/forget``: the tag ``uid`` stands for nothing from now on."""
    site = site_of(request)
    form = await read_form(request)
    if not site.hub.registry.forget(form.need("uid")):
        raise PageError(409, "unknown-piece", {"uid": form["uid"][:40]})
    return site.done(request, "tags")


ROUTES: Final = (
    Route("/tags", show),
    Route("/enrol", patient(counted_once(enrol)), methods=["POST"]),
    Route("/enrol/step", patient(counted_once(step)), methods=["POST"]),
    Route("/tags/forget", patient(counted_once(forget)), methods=["POST"]),
    Route("/tags/write", patient(write), methods=["POST"]),
)
