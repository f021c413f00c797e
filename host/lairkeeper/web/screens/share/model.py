"""The page of a match to share, in words."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lairkeeper.exports import bg_stats_link
from lairkeeper.store import MatchRow, StoreError
from lairkeeper.table import TableError
from lairkeeper.table.course import Course
from lairkeeper.table.installation import installation_of
from lairkeeper.table.stored import StoredMatch, stored_match

from ...durations import day_of
from ...errors import PageError
from ...lan.qr import qr_svg
from ...parts.ending import Finale, finale_of
from ...translator import Translator

if TYPE_CHECKING:
    from markupsafe import Markup

    from lairkeeper.table import Hub

    from ...site import Site

SHORT = "/share/bg-stats"
_CODE = 20


@dataclass(frozen=True, slots=True)
class SharedMatch:
    """A match with what can be done with it. Without ``finale`` it has not ended; ``link`` opens BG Stats."""

    number: int
    title: str
    when: str
    who: tuple[str, ...]
    finale: Finale | None
    link: str
    code: Markup | None
    """A QR code for phones; None while no phone can come."""
    bgg: int | None
    invented: bool


async def shared_of(site: Site, number: int, lang: str) -> tuple[SharedMatch, Translator]:
    """Return a match to share, and the texts of its game. Raises ``PageError`` for one that cannot be read."""
    hub = site.hub
    row, match, course = await _stored(hub, number)
    t = site.translator_in(lang, match.game.texts_dir)
    finale = finale_of(hub, match, match.view(), t, course) if row.finished_at is not None else None
    link = bg_stats_link(hub.store, number) if finale is not None else ""
    url = f"{site.lan.url.rstrip('/')}{SHORT}?match={number}&code={code_of(hub, number)}" if site.lan.url else ""
    when = day_of(row.started_at, hub.wall, t)
    who = tuple(match.history.header.seats)
    title = match.game.title.get(lang, match.game.id)
    code = qr_svg(url) if url and link else None
    return SharedMatch(number, title, when, who, finale, link, code, match.game.bgg, match.invented), t


async def finale_in(site: Site, number: int, lang: str) -> tuple[Finale, str]:
    """Return the end of a match, and a note on invented numbers. Raises ``PageError`` for one that has not ended."""
    row, match, course = await _stored(site.hub, number)
    t = site.translator_in(lang, match.game.texts_dir)
    found = finale_of(site.hub, match, match.view(), t, course)
    if found is None or row.finished_at is None:
        raise PageError(409, "not-ended", {"match": number})
    return found, t.ui("numbers.label") if match.invented else ""


def code_of(hub: Hub, number: int) -> str:
    """Return what a phone must know to be led on to BG Stats with a match: nobody can guess it."""
    key = installation_of(hub.store).bytes
    return hmac.new(key, f"share {number}".encode(), hashlib.sha256).hexdigest()[:_CODE]


async def _stored(hub: Hub, number: int) -> tuple[MatchRow, StoredMatch, Course]:
    try:
        await hub.replays.prepare(number)
        course = hub.replays.open(number).index.course
        row = hub.store.matches.get(number)
        return row, stored_match(hub.store, number, hub.match.find), course
    except (StoreError, TableError):
        raise PageError(404, "no-such-match", {"match": number}) from None
