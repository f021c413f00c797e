"""Nothing jumps on the pages when a question, a scan or a piece on a reader comes and goes, whatever the font."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from lairkeeper.table.virtual import PHONE
from tests.web.decks import deck_match
from tests.web.situations import board_of, do, put_back, scanned

from .conftest import House, current, painted
from .test_deck import SHIFTS, WIDE

pytestmark = pytest.mark.browser

UID = "04AABBCCDDEEFF"


@pytest.mark.parametrize("path", ["/table", "/virtual"])
@pytest.mark.parametrize(
    ("size", "lang", "fonts"),
    [
        ((1366, 768), "fr", "shipped"),
        ((1366, 768), "en", "missing"),
        ((1920, 1080), "fr", "missing"),
        ((820, 1180), "en", "missing"),
        ((390, 844), "fr", "shipped"),
        ((390, 844), "fr", "missing"),
    ],
    ids=lambda each: str(each[0]) if isinstance(each, tuple) else each,
)
async def test_nothing_jumps_when_scans_and_questions_come_and_go(
    browser: Browser, path: str, size: tuple[int, int], lang: str, fonts: str
) -> None:
    hub, table = deck_match()
    house = House(hub)
    await house.open()
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    await context.add_cookies([{"name": "lang", "value": lang, "url": house.url}])
    page = await context.new_page()
    if fonts == "missing":
        await page.route("**/*.woff2", lambda route: route.abort())
    await page.goto(house.url + path)
    await page.evaluate("document.fonts.ready")
    if fonts == "missing":
        await page.evaluate(WIDE)
    await painted(page)
    await page.evaluate(SHIFTS)
    assert hub.virtual is not None
    do(table, move="buy", by="Ana", card="kick")
    await current(page, hub)
    scanned(hub, "seat-1", PHONE, "foreign")
    await current(page, hub)
    await painted(page)
    scanned(hub, "seat-1", UID)
    await current(page, hub)
    await expect(page.locator("#now")).to_have_attribute("data-kind", "question")
    await painted(page)
    put_back(hub)
    do(table, move="end-turn", by="Ana", prompt=table.view().prompt.id)
    await expect(page.locator("#now")).not_to_have_attribute("data-kind", "question")
    if path == "/virtual":
        board_of(hub).shows("seat-2", "safe", (0, 0, 40))
        hub.virtual.place("seat-2", PHONE)
        await expect(page.locator('[data-reader="seat-2"] ul button')).to_have_count(1)
    await painted(page)
    moved = await page.evaluate("window.moved")
    assert not moved, "\n".join(moved)
    await context.close()
    await house.close()
