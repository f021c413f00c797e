"""A match that comes from elsewhere: its file is checked, then the page asks who its players are here."""

from __future__ import annotations

import asyncio
import base64
import binascii
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from lairkeeper.core.ids import folded
from lairkeeper.exports.coming import LARGEST, ComingError, ComingMatch, keep_match, match_here, read_match
from lairkeeper.store import Person, StoreError, StoreProblem

from ...durations import day_of
from ...errors import PageError
from ...forms import Form, read_form
from ...names import composed, name_error
from ...site import Notice, Site, site_of
from ...translator import Translator
from ...upload import read_upload

IMPORT: Final = "/history/import"
KEEP: Final = "/history/import/keep"
MOST: Final = LARGEST + (64 << 10)
"""The most bytes of the form with the file."""
_PACKED: Final = 3_500_000
_NEW: Final = "new"
_ABOUT_PEOPLE: Final = (StoreProblem.UNKNOWN_PERSON, StoreProblem.NAME_TAKEN)


class _NoError(Exception):
    """The form cannot be taken; the message says why."""


@dataclass(frozen=True, slots=True)
class ComingSeat:
    """A seat of the match: who sat there at its home, and who that is here. ``person`` 0: somebody new."""

    position: int
    said: str
    person: int
    name: str


@dataclass(frozen=True, slots=True)
class ComingPage:
    """A match that was checked: ``packed`` is its file, which the form sends back."""

    title: str
    when: str
    winner: str
    records: int
    seats: tuple[ComingSeat, ...]
    people: tuple[Person, ...]
    packed: str


async def offer(request: Request) -> Response:
    """Answer ``GET /history/import``."""
    return _page(request, site_of(request))


async def look(request: Request) -> Response:
    """``POST /history/import``: check a ``file`` and show what it holds. Nothing is kept yet."""
    site, sent = site_of(request), await read_upload(request)
    raw = await asyncio.to_thread(sent.read)
    try:
        coming = await _checked(site, raw)
        return _page(request, site, coming=_shown(request, site, coming, raw))
    except ComingError as error:
        return _refused(request, site, error)


async def keep(request: Request) -> Response:
    """``POST /history/import/keep``: keep the match in ``file``; ``seat-N`` is a person or ``new`` with ``name-N``."""
    site, form = site_of(request), await read_form(request, _PACKED)
    raw = _unpacked(form.need("file"))
    try:
        coming = await _checked(site, raw)
    except ComingError as error:
        return _refused(request, site, error)
    t = site.translator(request.scope)
    try:
        match = keep_match(site.hub.store, coming, _persons(form, coming, t), site.hub.wall)
    except ComingError as error:
        notice = Notice("bad", t.say("coming", error.code, error.values))
    except _NoError as error:
        notice = Notice("bad", str(error))
    except StoreError as error:
        if error.problem not in _ABOUT_PEOPLE:
            raise
        notice = Notice("bad", t.say("trouble", error.code, error.values))
    else:
        site.hub.matches.came()
        return RedirectResponse(f"/history/{match}/share", 303)
    return _page(request, site, notice, 422, coming=_shown(request, site, coming, raw, form))


async def _checked(site: Site, raw: bytes) -> ComingMatch:
    """Return a match that is not here yet. Its replay takes a while: taps count meanwhile."""
    coming = await asyncio.to_thread(read_match, raw, site.hub.match.find)
    here = match_here(site.hub.store, coming)
    if here is not None:
        raise ComingError("twice", match=here)
    return coming


def _persons(form: Form, coming: ComingMatch, t: Translator) -> list[int | str]:
    """Return who sat in each seat. Raises ``_NoError`` for a name that cannot be one, ``PageError`` for a bad field."""
    found: list[int | str] = []
    for position in range(1, len(coming.header.seats) + 1):
        if form.need(f"seat-{position}") == _NEW:
            name = composed(form.get(f"name-{position}", ""))
            if error := name_error(name, t):
                raise _NoError(error)
            found.append(name)
        else:
            found.append(form.need_number(f"seat-{position}", 1, 999_999_999))
    return found


def _shown(request: Request, site: Site, coming: ComingMatch, raw: bytes, form: Form | None = None) -> ComingPage:
    t = site.translator_in(site.language(request.scope), coming.game.texts_dir)
    people = tuple(site.hub.people.list())
    seats = tuple(_seat(n, seat, people, form) for n, seat in enumerate(coming.header.seats, 1))
    winners = coming.result["winners"] if coming.result is not None else ()
    return ComingPage(
        coming.game.title.get(t.lang, coming.game.id),
        day_of(coming.started, site.hub.wall, t),
        ", ".join(winners),
        len(coming.rows),
        seats,
        people,
        base64.b64encode(zlib.compress(raw, 6)).decode("ascii"),
    )


def _seat(position: int, seat: str, people: Sequence[Person], form: Form | None) -> ComingSeat:
    same = next((each.id for each in people if folded(each.name) == folded(seat)), 0)
    if form is None:
        return ComingSeat(position, seat, same, "" if same else seat)
    chosen = form.get(f"seat-{position}", _NEW)
    person = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 10 else 0
    return ComingSeat(position, seat, person, form.get(f"name-{position}", "")[:120])


def _unpacked(text: str) -> bytes:
    try:
        more = zlib.decompressobj()
        return more.decompress(base64.b64decode(text, validate=True), LARGEST + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise PageError(400, "bad-request") from None


def _refused(request: Request, site: Site, error: ComingError) -> Response:
    t = site.translator(request.scope)
    return _page(request, site, Notice("bad", t.say("coming", error.code, error.values)), 422)


def _page(
    request: Request, site: Site, notice: Notice | None = None, status: int = 200, coming: ComingPage | None = None
) -> Response:
    t = site.translator(request.scope)
    more: dict[str, Any] = {"coming": coming, "title": f"{t.ui('coming.title')} · Lairkeeper", "live": False}
    return site.page(request, "share", template="share/coming.html", notice=notice, status=status, **more)
