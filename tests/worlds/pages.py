"""The browsers of a world: every page is loaded, and no page names what its readers must not know."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection
from html import escape
from typing import Final
from urllib.parse import unquote

import httpx2
from starlette.applications import Starlette

from lairkeeper.core.ids import kind_of
from lairkeeper.simulation.acts import SimulatedMatch
from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.access.gate import GUEST_COOKIE
from lairkeeper.web.access.guests import Guest, hash_of
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.screens import paths
from lairkeeper.web.site import Site

ORIGIN: Final = "http://127.0.0.1:8000"
LISTS_ALL: Final = frozenset({"/virtual", "/tags", "/numbers", "/workshop"})
"""Pages that list every piece there is, wherever it lies."""
KEY: Final = "the key of a guest"
FOR_ALL: Final = ("host", CallerRole.TABLE)
"""Those whose forms are for everybody at the table."""
FOR_EVER: Final = 1e12
_FORM: Final = re.compile(r"<form\b.*?</form>", re.DOTALL)
_COMPONENT: Final = re.compile(r"[a-z0-9-]+#[0-9]+")


def look_at_pages(hub: Hub, evening: SimulatedMatch) -> list[str]:
    """Load what anybody may load; one sentence for each page that fails or tells."""
    return asyncio.run(_look(hub, evening))


async def _look(hub: Hub, evening: SimulatedMatch) -> list[str]:
    own, unseen = evening.own(), evening.unseen()
    app = create_app(hub)
    found = await _read(app, unseen.union(*own.values()), None)
    for role in (CallerRole.TABLE, CallerRole.SPECTATOR, CallerRole.TV, CallerRole.STRANGER):
        found += await _read(app, unseen.union(*own.values()), Guest(1, role, None, "", 0.0, FOR_EVER))
    for seat in hub.table.header.seats if hub.table is not None else ():
        others = unseen.union(*(cards for each, cards in own.items() if each != seat))
        found += await _read(
            app, others - own.get(seat, frozenset()), Guest(1, CallerRole.SEAT, seat, "", 0.0, FOR_EVER)
        )
    return found


def _names_of_hidden(site: Site, hidden: set[str]) -> dict[str, str]:
    """Return the names of all kinds of which the reader must not know a single piece.

    A card is drawn with nothing but its name in an element. The log may tell of it in a sentence: it was seen then.
    """
    table = site.hub.table
    if table is None:
        return {}
    seen = {kind_of(each) for each in table.history.state.where if each not in hidden}
    t = site.translator_in("en")
    return {kind: t.name(kind) for kind in sorted({kind_of(each) for each in hidden} - seen)}


async def _read(app: Starlette, hidden: Collection[str], guest: Guest | None) -> list[str]:
    """Load every page as a guest would, or as the host; a stranger has no key."""
    found = []
    site: Site = app.state.site
    who = guest.role.value if guest is not None else "host"
    # In memory alone: looking must not write where a fault of the disk waits.
    site.guests._by_key = {hash_of(KEY): guest} if guest is not None and guest.role is not CallerRole.STRANGER else {}
    names = _names_of_hidden(site, set(hidden)) if who not in FOR_ALL else {}
    transport = httpx2.ASGITransport(app=app, client=("127.0.0.1" if guest is None else "192.168.7.2", 50_000))
    async with httpx2.AsyncClient(
        transport=transport, base_url=ORIGIN, follow_redirects=True, cookies={GUEST_COOKIE: KEY}
    ) as browser:
        for path in paths().values():
            answer = await browser.get(path)
            if answer.status_code >= 500:
                found.append(f"{path} answered {answer.status_code} to {who}")
            if path not in LISTS_ALL or guest is not None:
                # A form of the table offers whatever may lie where its reader does not look, hidden or not.
                text = unquote(_FORM.sub("", answer.text) if who in FOR_ALL else answer.text)
                told = set(_COMPONENT.findall(text)) & set(hidden)
                told |= {kind for kind, name in names.items() if f">{escape(name)}<" in text}
                found += [f"the page {path} names {card} to {who}" for card in sorted(told)]
    return found
