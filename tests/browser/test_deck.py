"""A match with its cards followed: sheets by mouse and key, nothing jumps, pieces dragged from the table."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from lairkeeper.table import Table, demo_uid
from tests.web.decks import LINE_UP, busy_match, deck_match
from tests.web.situations import do

from .conftest import House, Troubles, current, painted
from .test_access import complaints
from .test_virtual_table import drag, reader

pytestmark = pytest.mark.browser

SHIFTS = """() => { window.moved = []; new PerformanceObserver((list) => {
    const moved = list.getEntries().flatMap((each) => each.sources)
        .filter((each) => Math.abs(each.previousRect.y - each.currentRect.y) > 1);
    const parts = moved.map(({ node }) => (node.nodeType === 1 ? node : node.parentElement));
    // The toast lies over the page and grows upwards.
    // A card that takes the slot of one that has gone is another row on a phone: it went there, nothing pushed it.
    const outside = parts.filter((each) => each && !each.closest("#log ol, .slots, #toast"));
    window.moved.push(...outside.map((each) => each.outerHTML.slice(0, 90)));
}).observe({ type: "layout-shift", buffered: false }); }"""


def table_of(house: House) -> Table:
    assert house.hub.table is not None
    return house.hub.table


@pytest_asyncio.fixture(loop_scope="session")
async def deck() -> AsyncIterator[House]:
    """Serve a match of four with its cards followed."""
    hub, _ = deck_match()
    house = House(hub)
    await house.open()
    yield house
    await house.close()


@pytest_asyncio.fixture(loop_scope="session")
async def view(deck: House, browser: Browser, troubles: Troubles) -> AsyncIterator[Page]:
    page = await browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.set_default_timeout(8000)
    troubles.watch(page, deck)
    yield page
    assert troubles == []


async def test_a_card_is_bought_by_two_clicks(view: Page, deck: House) -> None:
    await view.goto(f"{deck.url}/table")
    await view.locator("#zones").get_by_role("link", name="Catwoman").click()
    sheet = view.get_by_role("dialog")
    await expect(sheet).to_be_visible()
    await expect(sheet).to_contain_text("Lies at: Line-Up")
    await sheet.get_by_role("button", name="Ana: Buy · Catwoman").click()
    await expect(sheet).to_be_hidden()
    await expect(view.locator("#zones .slots a.card")).to_have_count(4)
    await expect(view.get_by_role("button", name="Undo: Ana buys Catwoman")).to_be_visible()
    await view.locator("#seats").get_by_role("link", name="Ana").click()
    await expect(sheet.locator(".piles")).to_contain_text("Catwoman")
    await view.goto(f"{deck.url}/workshop")
    await expect(view.locator("#log li").first).to_contain_text("not checked: the Power")


async def test_a_card_is_dealt_by_keyboard_alone(view: Page, deck: House) -> None:
    table = table_of(deck)
    do(table, move="buy", by="Ana", card="catwoman#1")
    do(table, move="end-turn", by="Ana")
    await view.goto(f"{deck.url}/table")
    pile = view.locator("#zones a.pile", has_text="Main deck")
    for _ in range(60):
        await view.keyboard.press("Tab")
        if await pile.evaluate("each => each === document.activeElement"):
            break
    await view.keyboard.press("Enter")
    field = view.get_by_label("Name the card")
    await expect(field).to_be_focused()
    await view.keyboard.type("steel")
    await view.keyboard.press("Enter")
    button = view.get_by_role("dialog").get_by_role("button", name="Deal to the Line-Up · Steel")
    await expect(button).to_be_visible()
    for _ in range(10):
        if await button.evaluate("each => each === document.activeElement"):
            break
        await view.keyboard.press("Tab")
    await view.keyboard.press("Enter")
    await expect(view.locator("#zones .slots a.card")).to_have_count(5)
    await expect(view.get_by_role("dialog")).to_be_hidden()


async def test_escape_closes_a_sheet_and_focus_goes_back(view: Page, deck: House) -> None:
    await view.goto(f"{deck.url}/table")
    card = view.get_by_role("link", name="Pandora")
    await card.focus()
    await view.keyboard.press("Enter")
    await expect(view.get_by_role("dialog")).to_be_visible()
    await view.keyboard.press("Escape")
    await expect(view.get_by_role("dialog")).to_be_hidden()
    await expect(card).to_be_focused()
    await card.click()
    await expect(view.get_by_role("dialog")).to_be_visible()
    await view.mouse.click(5, 400)
    await expect(view.get_by_role("dialog")).to_be_hidden()


async def test_an_open_sheet_follows_the_match(view: Page, deck: House) -> None:
    await view.goto(f"{deck.url}/table")
    await view.get_by_role("link", name="Pandora").click()
    sheet = view.get_by_role("dialog")
    await expect(sheet.get_by_role("button", name="Ana: Buy · Pandora")).to_have_class("primary")
    do(table_of(deck), move="freeze", by="Ana", card="pandora#1")
    await expect(sheet.locator(".tag")).to_have_text("Frozen")
    await expect(sheet.locator('[data-key="d-buy"]')).to_contain_text("is frozen")
    await expect(sheet.get_by_role("button", name="Ana: Buy · Pandora")).to_have_class("insists")


async def test_the_table_insists_from_a_sheet(view: Page, deck: House, troubles: Troubles) -> None:
    do(table_of(deck), move="freeze", by="Ana", card="pandora#1")
    await view.goto(f"{deck.url}/table")
    await view.get_by_role("link", name="Pandora").click()
    await view.get_by_role("button", name="Ana: Buy · Pandora").click()
    notice = view.locator("#notice")
    await expect(notice).to_contain_text("is frozen")
    await notice.get_by_label("Reason").fill("we forgot the token")
    await notice.get_by_role("button", name="Insist: it happened").click()
    await expect(notice).to_be_hidden()
    await view.goto(f"{deck.url}/workshop")
    await expect(view.locator("#log li").first).to_contain_text("insisted we forgot the token")
    troubles[:] = [each for each in troubles if "409 (Conflict)" not in each]


async def test_a_name_that_no_piece_has_is_told(view: Page, deck: House, troubles: Troubles) -> None:
    await view.goto(f"{deck.url}/table")
    await view.get_by_label("Name a piece").fill("excalibur")
    await view.keyboard.press("Enter")
    await expect(view.locator("#notice")).to_contain_text("No piece is called “excalibur”")
    await view.get_by_label("Name a piece").fill("royal")
    await view.keyboard.press("Enter")
    await expect(view.get_by_role("dialog")).to_contain_text("Royal Flush Gang")
    troubles[:] = [each for each in troubles if "404 (Not Found)" not in each]


TURN = (
    {"move": "buy", "by": "Ana", "card": "kick"},
    {"move": "freeze", "by": "Ana", "card": "pandora#1"},
    {"move": "destroy", "by": "Ana", "card": "cold-gun#1"},
    {"move": "end-turn", "by": "Ana"},
    {"move": "deal", "card": "steel#1"},
    {"move": "deal", "card": "giganta#1"},
    {"move": "gain", "by": "Bo", "card": "weakness"},
    {"move": "end-turn", "by": "Bo"},
)
"""A turn, the refill and the turn after it."""
WIDE = "document.documentElement.style.setProperty('letter-spacing', '0.06em')"
"""Letters as wide as the widest fonts that systems have."""


@pytest.mark.parametrize(
    ("size", "lang", "fonts"),
    [
        ((1280, 800), "en", "shipped"),
        ((1280, 800), "fr", "missing"),
        ((1366, 768), "fr", "shipped"),
        ((1366, 768), "en", "missing"),
        ((1920, 1080), "en", "missing"),
        ((820, 1180), "fr", "missing"),
        ((390, 844), "en", "shipped"),
        ((390, 844), "fr", "missing"),
    ],
    ids=lambda each: str(each[0]) if isinstance(each, tuple) else each,
)
async def test_nothing_jumps_through_a_turn_and_the_next(
    deck: House, browser: Browser, troubles: Troubles, size: tuple[int, int], fonts: str, lang: str
) -> None:
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    await context.add_cookies([{"name": "lang", "value": lang, "url": deck.url}])
    view = await context.new_page()
    if fonts == "missing":
        await view.route("**/*.woff2", lambda route: route.abort())
    else:
        troubles.watch(view, deck)
    table = table_of(deck)
    await view.goto(f"{deck.url}/table")
    await view.evaluate("document.fonts.ready")
    if fonts == "missing":
        await view.evaluate(WIDE)
    do(table, move="buy", by="Ana", card="catwoman#1")
    await current(view, deck.hub)
    await painted(view)
    await view.evaluate(SHIFTS)
    for command in TURN:
        do(table, **command)
        await current(view, deck.hub)
        await painted(view)
    await expect(view.locator('[data-key="seat-3"] .plate')).to_be_visible()
    assert await view.evaluate("window.moved") == []
    assert troubles == []
    await context.close()


async def test_a_card_of_the_line_up_is_dragged_onto_a_reader(view: Page, deck: House) -> None:
    await view.goto(f"{deck.url}/virtual")
    source = view.locator('#field .thing:has-text("Catwoman")')
    await drag(view, source, reader(view, "seat-1"))
    await expect(view.locator("#field .row-of .thing")).to_have_count(4)
    await expect(source).to_have_count(1)
    (event,) = (row.event for row in deck.hub.store.inbox.after(0) if row.event.kind == "+")
    assert (event.zone, event.uid) == ("seat-1", demo_uid("forever-evil", LINE_UP[0]).lower())
    assert table_of(deck).view().zones["discard.Ana"].cards == (LINE_UP[0],)


async def test_a_search_finds_the_card_on_the_table_and_the_bank_has_the_others_on_top(view: Page, deck: House) -> None:
    await view.goto(f"{deck.url}/virtual")
    top = view.locator('.bank .kind[data-words~="catwoman"] > .thing .nr')
    assert LINE_UP[0] == "catwoman#1"
    await expect(top).to_have_text("2")
    await view.get_by_role("searchbox").fill("catwoman")
    await expect(top).to_have_text("1")
    await view.get_by_role("searchbox").fill("")
    await expect(top).to_have_text("2")


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
async def test_axe_has_nothing_to_say_about_cards_and_sheets(browser: Browser, theme: str, width: int) -> None:
    hub, table = busy_match()
    do(table, move="defeat", by="Ana", card="the-flash#1")
    do(table, move="end-turn", by="Dan", force="Ana left")
    for card in ("steel#1", "giganta#1"):
        do(table, move="deal", card=card)
    house = House(hub)
    await house.open()
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
    page = await context.new_page()
    found: list[str] = []
    for path in ("/table", "/virtual", "/piece?piece=pandora%231", "/piece?place=destroyed"):
        if path == "/virtual":
            do(table, move="flip", card="superman#1")
        await page.goto(house.url + path)
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found += [f"{path} {each}" for each in await complaints(page)]
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    await page.goto(f"{house.url}/table")
    assert await page.locator("#now").get_attribute("data-kind") == "everyone"
    found += await complaints(page)
    small = await page.evaluate(
        """() => [...document.querySelectorAll("a.card, a.pile, .door .open")]
            .map((each) => [each.outerHTML.slice(0, 90), (each.closest(".door") ?? each).getBoundingClientRect()])
            .filter(([, box]) => box.height < 44 || box.width < 44).map(([html]) => html)"""
    )
    assert small == []
    for opener in ("a.card", "a.pile", ".door .open"):
        await page.locator(opener).first.click()
        await expect(page.get_by_role("dialog")).to_be_visible()
        found += [f"{opener} {each}" for each in await complaints(page)]
        assert await page.locator("dialog").evaluate("each => each.scrollWidth <= each.clientWidth"), opener
        await page.keyboard.press("Escape")
    assert not found, "\n".join(found)
    await context.close()
    await house.close()


async def test_sheets_are_pages_without_javascript(deck: House, browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False, viewport={"width": 900, "height": 700})
    page = await context.new_page()
    await page.goto(f"{deck.url}/table")
    await page.get_by_role("link", name="Catwoman").click()
    await page.get_by_role("button", name="Ana: Buy · Catwoman").click()
    await expect(page.locator("#zones .slots a.card")).to_have_count(4)
    await context.close()
