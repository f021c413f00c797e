"""The browsers of a world: every page is loaded, and no page names what its readers must not know."""

from __future__ import annotations

import asyncio
import re
from typing import Final

import httpx2

from lairkeeper.simulation.acts import SimulatedMatch
from lairkeeper.table import Hub
from lairkeeper.web import create_app
from lairkeeper.web.screens import paths

ORIGIN: Final = "http://127.0.0.1:8000"
LISTS_ALL: Final = frozenset({"/virtual", "/tags", "/numbers", "/workshop"})
"""Pages that list every piece there is, wherever it lies."""
_FORM: Final = re.compile(r"<form\b.*?</form>", re.DOTALL)
_COMPONENT: Final = re.compile(r"[a-z0-9-]+#[0-9]+")


def look_at_pages(hub: Hub, evening: SimulatedMatch) -> list[str]:
    """Load what anybody may load; one sentence for each page that fails or tells."""
    return asyncio.run(_look(hub, evening))


async def _look(hub: Hub, evening: SimulatedMatch) -> list[str]:
    hidden = evening.unseen().union(*evening.own().values())
    found = []
    transport = httpx2.ASGITransport(app=create_app(hub))
    async with httpx2.AsyncClient(transport=transport, base_url=ORIGIN, follow_redirects=True) as browser:
        for path in paths().values():
            answer = await browser.get(path)
            if answer.status_code >= 500:
                found.append(f"{path} answered {answer.status_code}")
            if path not in LISTS_ALL:
                # A form offers whatever may lie where its reader does not look, hidden or not.
                told = set(_COMPONENT.findall(_FORM.sub("", answer.text))) & hidden
                found += [f"the page {path} names {card}" for card in sorted(told)]
    return found
