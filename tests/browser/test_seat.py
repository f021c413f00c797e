"""A seat's page follows the match by itself, tells its player alone, and suits axe as the other new pages do."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.web.decks import deck_match
from tests.web.situations import begun, do, hub_of

from .conftest import House, current
from .test_access import complaints

pytestmark = pytest.mark.browser


async def code_of(page: Page, house: House, seat: str, found: list[str]) -> str:
    """Ask for a code as the player does: at the table, alone, by keyboard."""
    await page.goto(f"{house.url}/seat")
    await page.get_by_role("button", name=f"New code for {seat}").press("Enter")
    code = page.get_by_role("status", name=f"Code of {seat}")
    await expect(code).to_be_hidden()
    await page.locator("summary").press("Enter")
    found += [f"code {each}" for each in await complaints(page)]
    return await code.inner_text()


async def open_by_keys(page: Page, code: str) -> None:
    await page.locator("#code").focus()
    await page.keyboard.type(code)
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Close my page")).to_be_visible()


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
async def test_a_note_comes_to_its_owner_alone_and_axe_is_content(browser: Browser, theme: str, width: int) -> None:
    hub = hub_of()
    targets = ["target-1#1", "target-2#1", "target-3#1"]
    table = begun(hub, "evil-101", ("Ana", "Bo", "Cy"), level="full", setup={"targets": targets, "handler": "Cy"})
    house = House(hub)
    await house.open()
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
    own, other = await context.new_page(), await context.new_page()
    await own.goto(f"{house.url}/seat?name=Ana")
    found = [f"locked {each}" for each in await complaints(own)]
    await open_by_keys(own, await code_of(other, house, "Ana", found))
    await other.goto(f"{house.url}/seat?name=Bo")
    do(table, move="play", by="Ana", card="plot-7#1", target="target-1#1")
    await expect(own.locator("#own")).to_contain_text("Not every symbol of Plot 7 is on Target 1")
    await expect(own.locator("#own")).to_contain_text("disc, key")
    await expect(other.locator("#log")).to_contain_text("Ana places a Plot on Target 1")
    assert "Plot 7" not in await other.locator("body").inner_text()
    found += [f"seat {each}" for each in await complaints(own)]
    for path in ("/seat", "/numbers", "/numbers?game=evil-101&kind=plot-3", "/new?game=evil-101"):
        await other.goto(house.url + path)
        found += [f"{path} {each}" for each in await complaints(other)]
        assert await other.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    await other.goto(house.url + "/seat")
    await code_of(other, house, "Ana", found)
    await expect(own.get_by_label("Code of Ana")).to_be_visible()
    assert "Plot 7" not in await own.locator("main").inner_text(), "a new code closes the page at once"
    assert not found, "\n".join(found)
    await context.close()
    await house.close()


async def test_score_prompt_and_end_turn_are_on_the_first_screen_and_follow_after_sleep(browser: Browser) -> None:
    hub = hub_of()
    table = begun(hub, "forever-evil", ("Ana", "Bo"), level="score")
    house = House(hub)
    await house.open()
    context = await browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page = await context.new_page()
    await page.goto(f"{house.url}/seat?name=Bo")
    await expect(page.locator(".me .score")).to_be_in_viewport(ratio=1)
    await expect(page.locator(".endbar .primary")).to_have_count(0)
    await context.set_offline(True)
    do(table, move="gain", by="Bo", card="vp-5#1")
    do(table, move="end-turn", by="Ana", prompt=table.view().prompt.id)
    await context.set_offline(False)
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await expect(page.locator(".me .score .num")).to_have_text("5")
    end = page.get_by_role("button", name="End turn")
    for each in (page.locator(".ask .what"), end, page.locator("#do-undo")):
        await expect(each).to_be_in_viewport(ratio=1)
    await end.tap()
    await expect(page.locator(".ask .what")).to_contain_text("over already")
    await end.tap()
    await expect(end).to_have_count(0)
    assert table.view().active == "Ana"
    await page.locator("#do-undo").tap()
    await expect(end).to_be_visible()
    await page.reload()
    await expect(end).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await context.close()
    await house.close()


async def test_what_is_mine_comes_although_the_first_asking_failed(browser: Browser) -> None:
    """A phone that wakes up hears of a change before it has a connection for what is its player's own."""
    hub = hub_of()
    table = begun(hub, "forever-evil", ("Ana", "Bo"), level="score")
    house = House(hub)
    await house.open()
    page = await browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    await page.goto(f"{house.url}/seat?name=Bo")
    await current(page, hub)
    await page.route("**/seat?name=Bo", lambda route: route.abort(), times=1)
    do(table, move="gain", by="Bo", card="vp-5#1")
    await expect(page.locator(".me .score .num")).to_have_text("5")
    await page.close()
    await house.close()


async def test_a_card_of_mine_opens_with_what_can_be_done_with_it(browser: Browser) -> None:
    hub, table = deck_match()
    do(table, move="buy", by="Ana", card="kick")
    house = House(hub)
    await house.open()
    context = await browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    page, other = await context.new_page(), await context.new_page()
    await page.goto(f"{house.url}/seat?name=Ana")
    found: list[str] = []
    await open_by_keys(page, await code_of(other, house, "Ana", found))
    await page.get_by_role("link", name="Discard pile").click()
    card = page.locator(".fan a.card")
    await expect(card).to_have_count(1)
    await card.click()
    await expect(page.get_by_role("dialog")).to_contain_text("Kick")
    await page.keyboard.press("Escape")
    await page.get_by_role("searchbox").fill("catwoman")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog")).to_contain_text("Catwoman")
    await page.keyboard.press("Escape")
    assert not found + await complaints(page)
    await house.close()
