"""Many tabs of one browser share one connection, and what is pressed twice counts once."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web.situations import listeners, scanned

from .conftest import House, Troubles, press
from .test_live import gain, score

pytestmark = pytest.mark.browser

WITHOUT_WORKERS = "delete window.SharedWorker;"


async def test_seven_tabs_of_one_browser_are_all_live_over_one_connection(house: House, browser: Browser) -> None:
    context = await browser.new_context()
    context.set_default_timeout(8000)
    tabs = [await context.new_page() for _ in range(7)]
    for n, tab in enumerate(tabs):
        await tab.goto(house.url + ("/virtual" if n % 3 == 1 else "/tags" if n == 6 else "/table"))
    tables = [tab for n, tab in enumerate(tabs) if n % 3 != 1 and n != 6]
    gain(house, "Bo", "vp-5")
    for tab in tables:
        await expect(score(tab, 2)).to_have_text("5")
    await expect(tabs[1].locator('[data-key="mini-2"] b')).to_have_text("5")
    scanned(house.hub, "tap", "04AABBCCDDEEFF")
    await expect(tabs[6].locator("#dock .scan")).to_contain_text("04AABBCCDDEEFF")
    assert listeners(house.hub) == 1
    await press(tables[0], "Bo", "+5")
    for tab in tables:
        await expect(score(tab, 2)).to_have_text("10")
    await tabs[0].close()
    await tabs[1].close()
    gain(house, "Bo", "vp-5")
    for tab in tables[1:]:
        await expect(score(tab, 2)).to_have_text("15")
    assert listeners(house.hub) == 1
    await context.close()


async def test_all_tabs_come_back_after_the_server_was_away(house: House, browser: Browser) -> None:
    context = await browser.new_context()
    context.set_default_timeout(8000)
    tabs = [await context.new_page() for _ in range(3)]
    for tab in tabs:
        await tab.goto(f"{house.url}/table")
    await house.close()
    for tab in tabs:
        await expect(tab.locator("#lost")).to_be_visible()
    gain(house, "Bo", "vp-5")
    await house.open()
    for tab in tabs:
        await expect(score(tab, 2)).to_have_text("5", timeout=15_000)
        await expect(tab.locator("#lost")).to_be_hidden()
    await context.close()


async def test_tabs_in_two_languages_each_keep_their_own(house: House, browser: Browser) -> None:
    context = await browser.new_context()
    context.set_default_timeout(8000)
    english, french = await context.new_page(), await context.new_page()
    await english.goto(f"{house.url}/table")
    await french.goto(f"{house.url}/table")
    await french.get_by_role("button", name="Français").click()
    await expect(french.locator("html")).to_have_attribute("lang", "fr")
    gain(house, "Bo", "vp-5")
    await expect(french.get_by_role("button", name="Annuler : Bo gagne 5 PV")).to_be_visible()
    await expect(english.get_by_role("button", name="Undo: Bo gains 5 VP")).to_be_visible()
    await context.close()


async def test_a_browser_without_shared_workers_is_live_too(house: House, browser: Browser) -> None:
    context = await browser.new_context()
    await context.add_init_script(WITHOUT_WORKERS)
    page = await context.new_page()
    await page.goto(f"{house.url}/table")
    gain(house, "Bo", "vp-5")
    await expect(score(page, 2)).to_have_text("5")
    await context.close()


async def test_a_page_of_the_history_is_live_again(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/table")
    await page.goto(f"{house.url}/new")
    gain(house, "Bo", "vp-5")
    await page.go_back()
    gain(house, "Bo", "vp-1")
    await expect(score(page, 2)).to_have_text("6")


async def test_a_double_click_counts_once_and_two_presses_twice(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/table")
    await page.locator("#seats").get_by_role("link", name="Bo").click()
    button = page.get_by_role("dialog").get_by_role("button", name="+5: Bo")
    await button.dblclick()
    await expect(score(page, 2)).to_have_text("5")
    await button.click()
    await expect(score(page, 2)).to_have_text("10")
    await button.click()
    await expect(score(page, 2)).to_have_text("15")
    assert sum(line.code != "start" for line in house.hub.table.log()) == 3  # type: ignore[union-attr]
    await expect(button).to_be_focused()


async def test_what_was_sent_again_after_a_lost_answer_counts_once(
    page: Page, house: House, troubles: Troubles
) -> None:
    """The answer is lost on its way: the page tells so, and the same button pressed again brings no second gain."""
    lost = []

    async def lose(route) -> None:
        await route.fetch()
        lost.append(1)
        await route.abort()

    await page.route("**/act", lose, times=1)
    await page.goto(f"{house.url}/table")
    await page.locator("#seats").get_by_role("link", name="Bo").click()
    button = page.get_by_role("dialog").get_by_role("button", name="+5: Bo")
    await button.click()
    await expect(page.locator("#notice")).to_contain_text("Connection lost")
    await button.click()
    await expect(page.locator("#notice")).to_contain_text("Already received")
    await expect(score(page, 2)).to_have_text("5")
    await button.click()
    await expect(score(page, 2)).to_have_text("10")
    assert lost == [1]
    troubles[:] = [each for each in troubles if "ERR_" not in each]


async def test_a_double_click_without_javascript_counts_once(house: House, browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{house.url}/table")
    await page.locator("#seats").get_by_role("link", name="Bo").click()
    await page.get_by_role("button", name="+5: Bo").dblclick()
    await expect(score(page, 2)).to_have_text("5")
    assert sum(line.code != "start" for line in house.hub.table.log()) == 1  # type: ignore[union-attr]
    await page.locator("#do-undo").dblclick()
    await expect(score(page, 2)).to_have_text("0")
    await context.close()
