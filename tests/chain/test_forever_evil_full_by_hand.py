"""A short match of Forever Evil at level full by hand on the virtual table, in both languages, through the board."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lairkeeper.games.forever_evil import GAME
from lairkeeper.i18n import Texts, shared_texts
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table

from .played_by_hand import Ways
from .running_demo import RunningDemo
from .test_browser import new_page, seat

pytestmark = [pytest.mark.chain, pytest.mark.browser]

SETUP = {
    "line-up": ["giganta#1", "despero#1", "vibe#1", "grid#1", "mallet#1"],
    "main-deck": 0,
    "hand.Ana": ["catwoman#1", "punch#1", "punch#2", "punch#3", "vulnerability#1"],
    "hand.Bo": ["man-bat#1", "punch#8", "punch#9", "punch#10", "vulnerability#4"],
    "purse.Bo": {1: 2},
    "villain.Ana": "sinestro",
}
"""The last turn of a match: the main deck is empty, so that the Line-Up cannot be filled after a purchase."""


def tap(page: Page, ways: Ways, component: str, reader: str) -> None:
    """Find this very copy, press a reader: it lies there for a moment and is lifted again."""
    ways.go(component, reader)
    page.get_by_role("searchbox").fill(component)
    page.locator(".bank .thing:visible").first.click()
    page.locator(f'[data-reader="{reader}"] .pad').click()
    expect(page.locator(f'[data-reader="{reader}"] ul button')).to_have_count(0)
    ways.leave(component, reader)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_attack_a_defense_a_purchase_and_the_end(tmp_path: Path, browser: Browser, lang: str) -> None:
    texts = Texts.load(lang, shared_texts(), GAME.texts_dir)
    with Store.open(tmp_path / "full.db") as store:
        hub = Hub(store)
        hub.set_language(lang)
        assert isinstance(hub.start("forever-evil", ("Ana", "Bo"), setup=SETUP), Table)
    with RunningDemo(tmp_path / "full.db", "--players", "2") as demo:
        table, virtual = new_page(browser), new_page(browser)
        for page, path in ((table, "/table"), (virtual, "/virtual")):
            page.context.add_cookies([{"name": "lang", "value": lang, "url": demo.url}])
            page.goto(demo.url + path)
        ways = Ways()
        now, log = table.locator("#now"), virtual.locator("#log")

        def asked(code: str, **args: object) -> None:
            expect(now).to_contain_text(texts.say(f"prompt.{code}", args))

        asked("play-or-buy", seat="Ana")
        tap(virtual, ways, "catwoman#1", "seat-1")
        asked("attacked", seat="Bo", card="catwoman#1")
        tap(virtual, ways, "punch#8", "seat-2")  # no Defense: refused, and nothing changes
        expect(now).to_contain_text(texts.say("refusal.not-a-defense", {"card": "punch"}))
        tap(virtual, ways, "verb-no#1", "seat-2")
        asked("attacked", seat="Bo", card="catwoman#1")
        tap(virtual, ways, "man-bat#1", "seat-2")
        asked("play-or-buy", seat="Ana")
        expect(log).to_contain_text(texts.name("man-bat"))
        tap(virtual, ways, "giganta#1", "seat-1")  # 1 Power so far
        expect(now).to_contain_text(texts.say("refusal.not-enough-power", {"card": "giganta", "need": 4, "have": 1}))
        tap(virtual, ways, "verb-no#1", "seat-1")
        for n in (1, 2, 3):
            tap(virtual, ways, f"punch#{n}", "seat-1")
        tap(virtual, ways, "giganta#1", "seat-1")
        expect(seat(table, 1).locator(".score")).to_have_text("2")
        tap(virtual, ways, "verb-end-turn#1", "tap")
        expect(now.locator(".waiting bdi")).to_have_text(["Ana", "Bo"])
        for n in (1, 2):
            tap(virtual, ways, "verb-confirm#1", f"seat-{n}")
        expect(now).to_contain_text(texts.say("ui.now.winner", {"seat": "Bo", "points": "3"}))
        expect(table.locator("#count")).to_contain_text(texts.name("vulnerability"))
