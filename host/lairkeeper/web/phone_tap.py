"""``POST /phone/tap``: what a phone has read, by its NFC reader or its camera."""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lairkeeper.core.ids import kind_of

from .access.gate import PLAYERS, Allowed
from .access.roles import Caller, caller_of
from .errors import PageError
from .forms import read_form
from .once import counted_once
from .patience import patient
from .site import Site, running, site_of

_UID: Final = re.compile(r"(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")
"""The number of a tag: 4, 7 or 10 bytes (ISO/IEC 14443-3)."""
OF_THE_TABLE: Final = frozenset({"verb-undo", "verb-confirm", "verb-no", "verb-end-game"})
"""Action tokens that answer for everybody, or take back what others did."""
HOST_PHONE: Final = 0
"""The number under which the host's own browser reads; guests count from 1."""


async def tap(request: Request) -> Response:
    """Take a tag's ``uid`` as browsers write it (``04:a1:…``), or the text of a label's ``code``.

    It counts as a tap on the tray of the phone's seat, or at the tap point where the phone has no seat.
    """
    site = site_of(request)
    form = await read_form(request)
    caller = caller_of(request.scope)
    if not (caller.runs_table or site.hub.phones.on):
        raise PageError(403, "phones-read-not")
    code = form.text("code")
    uid = _of_label(site, code) if code is not None else form.need("uid").replace(":", "").lower()
    if not _UID.fullmatch(uid):
        raise PageError(400, "bad-tag")
    if not (caller.runs_table or _is_own(site, caller, uid)):
        raise PageError(403, "table-token")
    number = caller.session or HOST_PHONE
    site.hub.phones.tap(number, _zone(site, caller, number), uid)
    return Response(status_code=204)


def _of_label(site: Site, code: str) -> str:
    """Return the number of the tag on the piece that a label names."""
    piece = site.hub.phones.piece_of(code)
    if piece is None:
        raise PageError(400, "bad-tag")
    tag = site.hub.registry.tag_of(*piece)
    if tag is None:
        raise PageError(409, "no-tag-yet", {"piece": site.translator_in(site.hub.language).copy(piece[1])})
    return tag.uid.lower()


def _is_own(site: Site, caller: Caller, uid: str) -> bool:
    """Return whether the phone of a seat may read this tag.

    Seat tokens of others speak for them, and some action tokens for the whole table: the phone need not hold them.
    """
    tag = site.hub.registry.lookup(uid)
    kind = kind_of(tag.component) if tag is not None else ""
    seat = re.fullmatch(r"seat-([1-9][0-9]?)", kind)
    if seat is not None:
        seats = running(site).header.seats
        return int(seat[1]) <= len(seats) and seats[int(seat[1]) - 1] == caller.seat
    return kind not in OF_THE_TABLE


def _zone(site: Site, caller: Caller, number: int) -> str:
    """Return the reader that a phone is: names of readers that no board has."""
    seats = running(site).header.seats
    if caller.seat is None:
        return f"tap-{100 + number}"
    if caller.seat not in seats:
        raise PageError(409, "seat-not-in-match", {"seat": caller.seat})
    return f"seat.{seats.index(caller.seat) + 1}"


ALLOWED: Final = {"/phone/tap": Allowed(send=PLAYERS)}
ROUTES: Final = (Route("/phone/tap", patient(counted_once(tap)), methods=["POST"]),)
