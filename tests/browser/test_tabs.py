"""Many tabs of one browser share one connection, and what is pressed twice counts once."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from lairkeeper.core.command import Command
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


@pytest.mark.parametrize("script", ["", WITHOUT_WORKERS], ids=["shared", "alone"])
async def test_a_phone_that_slept_through_ten_turns_catches_up(house: House, browser: Browser, script: str) -> None:
    table = house.hub.table
    assert table is not None
    context = await browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(8000)
    await context.add_init_script(script)
    page = await context.new_page()
    await page.goto(f"{house.url}/table")
    wire = await context.new_cdp_session(page)
    await wire.send("Page.setWebLifecycleState", {"state": "frozen"})
    for turn in range(10):
        gain(house, table.header.seats[turn % 4], "vp-5")
        table.act(Command(move="end-turn", by=table.view().active, prompt=table.view().prompt.id), "page")
    await wire.send("Page.setWebLifecycleState", {"state": "active"})
    for seat, points in enumerate((15, 15, 10, 10), 1):
        await expect(score(page, seat)).to_have_text(str(points))
    await expect(page.locator("#now-title")).to_have_text("Cleo")
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator("#now-title")).to_contain_text("over already")
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator("#now-title")).to_have_text("Dan")
    await context.close()


@pytest.mark.parametrize("script", [True, False], ids=["live", "without-scripts"])
async def test_two_people_answer_one_question_and_the_second_is_told(
    house: House, browser: Browser, script: bool
) -> None:
    """The second page has not heard of the first answer yet."""
    table = house.hub.table
    assert table is not None
    scanned(house.hub, "tap", "04AABBCCDDEEFF")
    contexts = [await browser.new_context(java_script_enabled=script) for _ in range(2)]
    pages = []
    for context in contexts:
        context.set_default_timeout(8000)
        await context.add_init_script(WITHOUT_WORKERS)
        await context.route("**/events*", lambda route: route.abort())
        pages.append(await context.new_page())
        await pages[-1].goto(f"{house.url}/table")
    for page in pages:
        await page.locator("#now").locator(".answers button").last.click()
        if page is pages[0]:
            await expect(page.locator("#now")).to_have_attribute("data-kind", "prompt")
    told = pages[1].locator("#notice" if script else "main")
    await expect(told).to_contain_text("That question is no longer open")
    if not script:
        await pages[1].get_by_role("link", name="Back to the table").click()
    assert table.question is None
    assert len(table.history) == 1, "the answer counted once, and nothing else was done"
    for context in contexts:
        await context.close()


async def test_a_page_from_before_a_restart_is_told_what_to_do(house: House, browser: Browser) -> None:
    """Without scripts nothing renews its session: the form is refused in words, and counts after a reload."""
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{house.url}/table")
    await house.close()
    await house.open()
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator("main")).to_contain_text("Reload it and try again; nothing was lost.")
    assert len(house.hub.table.history) == 1  # type: ignore[union-attr]
    await page.goto(f"{house.url}/table")
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator("#now-title")).to_contain_text("over already")
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator("#now-title")).to_have_text("Bo")
    await context.close()
