"""The virtual table: putting things on simulated readers and taking them off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response

from .. import panels
from ..errors import PageError
from ..forms import read_form
from ..site import Site, site_of

if TYPE_CHECKING:
    from lairkeeper.table import Virtual


async def show(request: Request) -> Response:
    """Answer ``GET /virtual`` with the page of the virtual table."""
    site = site_of(request)
    return site.page(
        request, "virtual", **panels.page_only(site.hub, "virtual", request, site.translator(request.scope))
    )


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


def _do(action: object, reader: str, uid: str) -> None:
    """Do it on the simulated table; it refuses what cannot be on a real one either."""
    assert callable(action)
    try:
        action(reader, uid)
    except ValueError as refusal:
        raise PageError(409, "cannot-place", {"why": str(refusal)[:200]}) from refusal
