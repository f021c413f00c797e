"""A match on a real hub and store, tapped through board events, and everything that anybody is told about it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from lairkeeper.board import BoardEvent
from lairkeeper.core.codec import view_to_json
from lairkeeper.core.ids import TABLE
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.exports import export
from lairkeeper.games.evil_101 import GAME
from lairkeeper.i18n import LANGUAGES
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid
from lairkeeper.web.site import Site

SEATS = ("Ana", "Bo", "Cy")
WATCHERS = (TABLE, "Bo", "Cy")
_DRAWN = re.compile(r'(?<=name="once" value=")[^"]*|(?<=data-log=")[^"]*')
"""The numbers of a form and of a log on a page: drawn anew each time, they say nothing."""


class Desk:
    """``tap`` lays pieces on a reader, one after the other, and lifts them."""

    def __init__(self, *, level: str = "full", setup: Mapping[str, Any] | None = None) -> None:
        self.now = 1_790_000_000.0
        self.seq = 0
        self.lights: list[str] = []
        self.store = Store.open()
        self.store.settings.set("installation", str(UUID(int=101)))  # the same for all: files name it
        self.hub = Hub(self.store, clocks=Clocks(lambda: self.now, lambda: self.now), games={GAME.id: GAME})
        self.hub.enrol_demo_set(GAME.id)
        table = self.hub.start(GAME.id, SEATS, level=level, setup=setup)
        assert isinstance(table, Table), table
        self.table = table
        table.feedback = lambda event, verdict: self.lights.append(verdict)

    def tap(self, *pieces: str, reader: str = "tap") -> Desk:
        for each in pieces:
            uid = demo_uid(SHARED if piece(each) else GAME.id, each).lower()
            for kind in "+-":
                self.seq += 1
                event = BoardEvent("b1", "x", self.seq, int(self.now * 1000), self.now, kind, reader, (uid,))
                self.store.inbox.receive([event])
                self.now += 0.7
                self.hub.pump()
        return self

    def told(self) -> dict[str, str]:
        """All that anybody but Ana is told: views, offers, log, last scan, questions, lights, pages."""
        table = self.table
        lines = [(each.shown, each.source, each.target) for each in (*table.todo, *table.preview)]
        found = {f"view {each}": json.dumps(view_to_json(table.view(each)), sort_keys=True) for each in WATCHERS}
        found |= {
            "offers": repr(table.offers()),
            "log": repr(table.log()),
            "export": export(self.store, table.match, "json"),
            "scan": repr((table.last_scan, self.hub.last_scan)),
            "questions": repr((table.questions, table.question, table.armed)),
            "todo": repr(lines),
            "lights": repr(self.lights),
        }
        site = Site(self.hub)
        for lang in LANGUAGES:
            fragments = site.fragments("table", lang)
            found |= {f"page {lang} {name}": _DRAWN.sub("", html) for name, html in fragments.items()}
        return found

    def close(self) -> None:
        self.store.close()
