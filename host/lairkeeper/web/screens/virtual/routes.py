"""The virtual table: putting things on simulated readers and taking them off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from lairkeeper.table import LiveError

from ...errors import PageError
from ...forms import read_form
from ...once import counted_once
from ...patience import patient
from ...security import cookies_of
from ...site import Site, site_of
from .bank import groups_of
from .watch import DEEDS, press

if TYPE_CHECKING:
    from lairkeeper.table import Virtual


GUIDE_COOKIE: Final = "guide"
_CLOSED: Final = "closed"
_YEAR: Final = 365 * 24 * 3600


async def show(request: Request) -> Response:
    """Answer ``GET /virtual`` with the page of the virtual table."""
    return site_of(request).page(request, "virtual")


def fixed(request: Request) -> dict[str, Any]:
    """Return the pieces that can be put on readers, as far as ``?q=`` finds them, and True while the guide is open."""
    site, query = site_of(request), request.query_params.get("q", "")[:80]
    return {
        "virtual": site.hub.virtual is not None,
        "q": query,
        "groups": groups_of(site.hub, site.translator(request.scope), query),
        "guide_open": cookies_of(request.scope).get(GUIDE_COOKIE) != _CLOSED,
    }


async def guide(request: Request) -> Response:
    """``POST /virtual/guide``: close the first steps in this browser, or show them again with ``show=1``."""
    show = (await read_form(request)).get("show", "") == "1"
    answer = RedirectResponse("/virtual", 303)
    if show:
        answer.delete_cookie(GUIDE_COOKIE, path="/virtual")
    else:
        answer.set_cookie(GUIDE_COOKIE, _CLOSED, max_age=_YEAR, path="/virtual", samesite="strict", httponly=True)
    return answer


def _virtual(site: Site) -> Virtual:
    if site.hub.virtual is None:
        raise PageError(409, "no-virtual-table")
    return site.hub.virtual


def _reader(virtual: Virtual, name: str) -> str:
    if name not in virtual.readers:
        raise PageError(400, "unknown-reader", {"reader": name[:40]})
    return name


async def place(request: Request) -> Response:
    """``POST /virtual/place``: put ``piece`` (a UID) on ``reader``; with ``tap`` it lifts itself after a moment."""
    site = site_of(request)
    virtual = _virtual(site)
    form = await read_form(request)
    reader = _reader(virtual, form.need("reader"))
    piece = form.text("piece")
    if piece is None:
        raise PageError(400, "choose-a-thing")
    if piece not in {each.uid for each in virtual.pieces}:
        raise PageError(400, "unknown-piece", {"uid": piece[:40]})
    _do(virtual.tap if form.text("tap") else virtual.place, reader, piece)
    return site.done(request, "virtual")


async def take(request: Request) -> Response:
    """``POST /virtual/take``: take ``"<reader> <uid>"`` off."""
    site = site_of(request)
    virtual = _virtual(site)
    form = await read_form(request)
    reader, _, uid = form.need("take").partition(" ")
    _do(virtual.take, _reader(virtual, reader), uid)
    return site.done(request, "virtual")


async def watch(request: Request) -> Response:
    """``POST /virtual/watch``: ``do`` is a button of the simulated players."""
    site = site_of(request)
    players, what = _virtual(site).players, (await read_form(request)).need("do")
    if players is None:
        raise PageError(409, "no-virtual-table")
    try:
        known = press(players, what)
    except LiveError as error:
        why = site.translator(request.scope).ui(f"virtual.watch.no.{error.code}")
        raise PageError(409, "cannot-watch", {"why": why}) from None
    if not known:
        raise PageError(400, "bad-choice", {"field": "do", "allowed": ", ".join(DEEDS)})
    return site.done(request, "virtual")


def _do(action: object, reader: str, uid: str) -> None:
    """Do it on the simulated table; it refuses what cannot be on a real one either."""
    assert callable(action)
    try:
        action(reader, uid)
    except ValueError as refusal:
        raise PageError(409, "cannot-place", {"why": str(refusal)[:200]}) from refusal


ROUTES: Final = (
    Route("/virtual", show),
    Route("/virtual/guide", patient(guide), methods=["POST"]),
    Route("/virtual/watch", patient(counted_once(watch)), methods=["POST"]),
    Route("/virtual/place", patient(counted_once(place)), methods=["POST"]),
    Route("/virtual/take", patient(counted_once(take)), methods=["POST"]),
)
