"""The tags page: enrol a pile of a box, one piece, or a list; scans do not score meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lairkeeper.core.pieces import SHARED

from ...errors import PageError
from ...forms import Form, read_form
from ...label_signs import label_sheet
from ...once import counted_once
from ...patience import patient
from ...site import Notice, Site, page_named, site_of
from . import files, model

if TYPE_CHECKING:
    from lairkeeper.table import TagRefusal


PAPERS: Final = ("a4", "letter")
"""The papers of labels, as ``labels.py`` has them."""


async def show(request: Request) -> Response:
    """Answer ``GET /tags?box=``: the tags page with the piles of one box open."""
    return site_of(request).page(request, "tags")


def choices(request: Request) -> dict[str, Any]:
    """Return the pieces and boxes to choose from, and the box that is open first."""
    site = site_of(request)
    box = model.usual_box(site.hub, request.query_params.get("box", "")[:40])
    return {**model.choices(site.hub, site.translator(request.scope)), "box": box}


async def enrol(request: Request) -> Response:
    """``POST /enrol``: begin with a ``pile`` or a ``plan`` of a ``game`` (``table``: shared), or one ``piece``."""
    site = site_of(request)
    form = await read_form(request)
    try:
        refusal = _begin(site, request, form)
    except ValueError as error:
        raise PageError(400, "bad-plan", {"why": str(error)[:200]}) from error
    code = getattr(refusal, "code", None)
    if code is not None and refusal is not None:
        t = site.translator(request.scope)
        return site.done(request, "tags", Notice("bad", t.say("tag", str(code), getattr(refusal, "args", {}))), 409)
    return site.done(request, "tags")


def _begin(site: Site, request: Request, form: Form) -> TagRefusal | None:
    """Begin the enrolment that a form asks for. Raises ``PageError``, and ``ValueError`` for a list."""
    t, hub = site.translator(request.scope), site.hub
    piece = form.text("piece")
    if piece is not None:
        found = model.find_kind(hub, piece, t)
        if found is None:
            raise PageError(400, "unknown-kind", {"piece": piece[:40]})
        return hub.start_enrol(found[0], f"{found[1]} x1")
    game, key = form.need("game"), form.text("pile")
    if game != SHARED and game not in hub.games:
        raise PageError(400, "unknown-game", {"game": game[:40]})
    if key is None:
        return hub.start_enrol(game, form.need("plan"))
    pile = model.find_pile(hub, game, key, t.lang)
    if pile is None:
        raise PageError(400, "no-pile", {"pile": key[:40]})
    if not pile.missing:
        raise PageError(409, "pile-done", {"pile": pile.title})
    return hub.start_enrol(game, pile.plan, pile=key, tagged=0 if pile.total is None else pile.have)


async def step(request: Request) -> Response:
    """``POST /enrol/step``: ``stop``, ``skip``, ``back``, ``next`` (pile), ``insist`` or ``over`` (write over)."""
    site = site_of(request)
    form = await read_form(request)
    what = form.need("do")
    page = page_named({"page": form.get("page", "tags")})
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
        case "next":
            pile = model.next_pile(site.hub, session, site.language(request.scope))
            if pile is None:
                raise PageError(409, "no-enrolment")
            site.hub.start_enrol(session.game, pile.plan, pile=pile.key, tagged=pile.have)
        case "insist":
            site.hub.enrolment.insist()
        case "over":
            site.hub.enrolment.write_over()
        case _:
            raise PageError(400, "bad-request")
    return site.done(request, page)


async def write(request: Request) -> Response:
    """``POST /tags/write``: whether tags are written when they are enrolled, ``on`` 1 or 0."""
    site = site_of(request)
    form = await read_form(request)
    site.hub.enrolment.set_writes_tags(form.need("on") == "1")
    return site.done(request, "tags")


async def labels(request: Request) -> Response:
    """``GET /tags/labels?box=&paper=a4|letter``: a PDF of labels for the pieces of a box, in the viewer's language."""
    site = site_of(request)
    box, paper = request.query_params.get("box", SHARED), request.query_params.get("paper", "a4")
    if box != SHARED and box not in site.hub.games:
        raise PageError(400, "unknown-game", {"game": box[:40]})
    if paper not in PAPERS:
        raise PageError(400, "bad-choice", {"field": "paper", "allowed": ", ".join(PAPERS)})
    pdf = label_sheet(site.hub, box, site.hub.stock(box).components(unlimited=1), site.language(request.scope), paper)
    return Response(
        pdf, media_type="application/pdf", headers={"content-disposition": f'inline; filename="labels-{box}.pdf"'}
    )


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
    Route("/tags/labels", labels),
    Route("/tags/forget", patient(counted_once(forget)), methods=["POST"]),
    Route("/tags/file", files.download),
    Route(files.IMPORT, patient(files.take), methods=["POST"]),
    Route("/tags/write", patient(write), methods=["POST"]),
)
