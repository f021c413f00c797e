"""Whole matches of Forever Evil by hand in Chromium, at each level and in both languages: half an hour together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from lairkeeper.games.forever_evil.simulation.deck import DeckMatch
from lairkeeper.games.forever_evil.simulation.full import FullMatch
from lairkeeper.simulation.acts import SimulatedMatch
from lairkeeper.simulation.auto import simulated_match_of

from .played_by_hand import Hands, House
from .test_browser import new_page, seat

pytestmark = [pytest.mark.chain, pytest.mark.browser, pytest.mark.soak, pytest.mark.timeout(3600)]

MAIN_DECK = 36
"""Fewer cards than in the box, so that the Line-Up soon cannot be filled."""


def short_evening(level: str, lang: str, layout: str) -> SimulatedMatch:
    evening = simulated_match_of("forever-evil", 2, 8, level, layout, {"edition": lang})
    if isinstance(evening, DeckMatch | FullMatch):
        del evening.truth.main_deck[:-MAIN_DECK]
        evening.header = replace(evening.header, setup={**evening.header.setup, "main-deck": MAIN_DECK})
    return evening


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(("level", "layout"), [("score", "tap"), ("deck", "table"), ("full", "seats")])
def test_from_nothing_to_the_result(tmp_path: Path, browser: Browser, level: str, layout: str, lang: str) -> None:
    evening = short_evening(level, lang, layout)
    said: list[str] = []
    with House(evening, tmp_path / "match.db", lang) as house:
        table, virtual = new_page(browser), new_page(browser)
        for page, path in ((table, "/table"), (virtual, "/virtual")):
            page.context.add_cookies([{"name": "lang", "value": lang, "url": house.url}])
            page.goto(house.url + path)
        Hands(evening, house, table, virtual, said.append).play()
        for winner in evening.winners():
            expect(table.locator("#now .what")).to_contain_text(winner)
        for n, name in enumerate(evening.header.seats, 1):
            total = str(evening.scores()[name]).replace("-", "−")
            expect(seat(table, n).locator(".score")).to_have_text(total)
        expect(table.locator("#count")).to_contain_text("36")
    assert len(said) > 20
