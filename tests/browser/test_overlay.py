"""The overlay in Chromium: transparent, live, and nothing to press."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.web.situations import do

from .conftest import House
from .test_access import complaints


@pytest.mark.browser
async def test_scores_change_by_themselves_on_nothing(house: House, page: Page) -> None:
    await page.goto(f"{house.url}/overlay")
    ground = "[document.documentElement, document.body].map(each => getComputedStyle(each).backgroundColor)"
    assert await page.evaluate(ground) == ["rgba(0, 0, 0, 0)"] * 2
    assert await page.evaluate("getComputedStyle(document.body).backgroundImage") == "none"
    await expect(page.locator(".overlay li[data-turn]")).to_contain_text("Ana")
    assert house.hub.table is not None
    do(house.hub.table, move="gain", by="Ana", card="vp-5")
    await expect(page.locator(".overlay li[data-turn] .points")).to_have_text("5")
    do(house.hub.table, move="end-turn", by="Ana")
    await expect(page.locator(".overlay li[data-turn]")).to_contain_text("Bo")
    assert await page.locator("main :is(a, button, input)").count() == 0
    assert await complaints(page) == []
