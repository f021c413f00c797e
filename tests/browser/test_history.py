"""The history in a browser: the slider, Play and the steps, by pointer, by keyboard and without our script."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web.season import DAY, keep, season, whole

from .conftest import House
from .test_access import complaints

pytestmark = pytest.mark.browser


def replayed(house: House) -> int:
    """Keep a match of some turns; return its number."""
    return keep(house.hub.store, whole("forever-evil", "score"), house.hub.wall - DAY)


async def test_the_slider_and_the_steps_show_other_turns_without_a_reload(page: Page, house: House) -> None:
    match = replayed(house)
    await page.goto(f"{house.url}/history/{match}?turn=2")
    await page.evaluate("window.stays = true")
    past, slider = page.locator("#past"), page.get_by_role("slider", name="Turn")
    await expect(past).to_have_attribute("data-turn", "2")
    await slider.focus()
    await page.keyboard.press("ArrowRight")
    await expect(past).to_have_attribute("data-turn", "3")
    await page.get_by_role("link", name="Turn before").click()
    await expect(past).to_have_attribute("data-turn", "2")
    await expect(slider).to_have_value("2")
    step = page.get_by_role("link", name="Next move")
    at = int(str(await past.get_attribute("data-at")))
    await step.focus()
    await page.keyboard.press("Enter")
    await expect(past).to_have_attribute("data-at", str(at + 1))
    await expect(step).to_be_focused()
    assert await page.evaluate("window.stays") is True
    await page.reload()
    await expect(past).to_have_attribute("data-at", str(at + 1))


async def test_play_goes_on_by_itself_and_stops(page: Page, house: House) -> None:
    match = replayed(house)
    turns = len(house.hub.replays.open(match).index.course.at)
    await page.clock.install()
    await page.goto(f"{house.url}/history/{match}?turn={turns - 1}")
    await page.get_by_role("button", name="Play").click()
    stop = page.get_by_role("button", name="Stop")
    await expect(stop).to_be_visible()
    await page.clock.run_for(1300)
    await expect(page.locator("#past")).to_have_attribute("data-turn", str(turns))
    await page.clock.run_for(1300)
    await expect(page.get_by_role("button", name="Play")).to_be_visible()


async def test_a_host_that_does_not_answer_is_told(page: Page, house: House) -> None:
    match = replayed(house)
    await page.goto(f"{house.url}/history/{match}?turn=2")
    await page.route("**/history/*", lambda route: route.fulfill(body="nothing"))
    await page.get_by_role("link", name="Next turn").click()
    await expect(page.get_by_text("The table cannot answer.")).to_be_visible()
    await page.unroute_all()
    await page.get_by_role("link", name="Next turn").click()
    await expect(page.get_by_text("The table cannot answer.")).to_be_hidden()


async def test_everything_works_without_our_script(house: House, browser: Browser) -> None:
    season(house.hub.store, 2, house.hub.wall)
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{house.url}/history")
    await page.get_by_role("link", name=re.compile("^Replay")).last.click()
    await page.get_by_role("link", name="Next turn").click()
    await expect(page.locator("#past")).to_have_attribute("data-turn", "1")
    await page.get_by_role("button", name="Show this turn").click()
    await expect(page.locator("#past")).to_have_attribute("data-turn", "1")
    await page.get_by_text("Play on from here").click()
    await page.get_by_role("button", name="Begin the new match here").click()
    await page.wait_for_url("**/table")
    await page.goto(f"{house.url}/history")
    await expect(page.get_by_text(re.compile("^Played on from match"))).to_be_visible()
    await context.close()


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
async def test_axe_has_nothing_to_say_of_a_replay(house: House, browser: Browser, theme: str, width: int) -> None:
    season(house.hub.store, 3, house.hub.wall)
    matches = [keep(house.hub.store, whole(game), house.hub.wall - DAY) for game in ("dc-forever", "evil-101")]
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
    page = await context.new_page()
    for path in ("/history", "/history?who=1", "/history?text=zzz", *(f"/history/{match}?turn=4" for match in matches)):
        await page.goto(house.url + path)
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        assert await complaints(page) == [], path
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    await context.close()
