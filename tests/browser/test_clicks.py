"""The presses and fields that a match takes, counted as people do them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from lairkeeper.table import Hub
from tests.web.situations import FULL, begun, hub_of

from .conftest import House

pytestmark = pytest.mark.browser

FOUR = ("Ana", "Grand-mère Élodie", "小明", "אבי")


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    """Serve a table at which nobody has played yet."""
    house = House(hub_of())
    await house.open()
    yield house
    await house.close()


class Hand:
    """A hand on a page that counts what it does."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = self.fields = 0

    async def click(self, what: Locator) -> None:
        await what.click()
        self.clicks += 1

    async def fill(self, what: Locator, text: str) -> None:
        await what.fill(text)
        await what.press("Enter")
        self.fields += 1


async def named(page: Page, hub: Hub, names: tuple[str, ...]) -> Hand:
    """Begin a match from the first page with names that nobody has typed before."""
    hand = Hand(page)
    await hand.click(page.locator("#playing").get_by_role("link", name="New match"))
    for n, name in enumerate(names, 1):
        await hand.fill(page.get_by_label("New player"), name)
        await expect(page.locator("[name=seat]")).to_have_count(n)
        await expect(page.get_by_label("New player")).to_have_value("")
        await expect(page.get_by_label("New player")).to_be_focused()
        # Nobody types the next name within the length of a double click.
        await expect(page.locator("[name=add][aria-disabled]")).to_have_count(0)
    await hand.click(page.get_by_role("button", name="Start"))
    await page.wait_for_url("**/table")
    assert hub.table is not None and hub.table.header.seats == names
    return hand


async def test_a_first_match_of_four_takes_three_presses_and_four_names(page: Page, house: House) -> None:
    await page.goto(house.url)
    hand = await named(page, house.hub, FOUR)
    assert hand.clicks <= 3 and hand.fields == 4
    assert house.hub.table is not None and house.hub.table.header.level == "score"


async def test_the_next_match_of_the_same_people_takes_two_presses_and_no_field(page: Page, house: House) -> None:
    begun(house.hub, seats=FOUR, ruleset={"vulnerability": -1})
    before = house.hub.table
    await page.goto(house.url)
    hand = Hand(page)
    await hand.click(page.locator("#playing").get_by_role("link", name="Rematch"))
    await hand.click(page.get_by_role("button", name="Start"))
    await page.wait_for_url("**/table")
    assert (hand.clicks, hand.fields) == (2, 0)
    table = house.hub.table
    assert table is not None and before is not None and table is not before
    assert table.header.seats == FOUR
    assert (table.header.level, table.header.ruleset) == ("score", {"vulnerability": -1})
    assert table.view().active == FOUR[1], "whoever sits next begins"


async def test_known_people_are_tapped_in_seating_order(page: Page, house: House) -> None:
    for name in ("Ana", "Bo", "Cy"):
        house.hub.people.add(name)
    await page.goto(f"{house.url}/new")
    await page.get_by_role("radio", name="Full").check(force=True)
    for n, name in enumerate(("Cy", "Ana"), 1):
        await page.get_by_role("button", name=name).click()
        await expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        await expect(page.locator("[name=seat]")).to_have_count(n)
    await expect(page.get_by_role("radio", name="Full")).to_be_checked()
    await expect(page.locator(".startbar")).to_contain_text("Cy, Ana")
    await page.get_by_role("button", name="Start").click()
    await page.wait_for_url("**/table")
    assert house.hub.table is not None
    assert (house.hub.table.header.seats, house.hub.table.header.level) == (("Cy", "Ana"), "full")


async def test_a_half_typed_name_stays_while_the_page_lives_on(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/new")
    await page.get_by_label("New player").fill("Élo")
    house.hub.troubles.failed(FULL)
    await expect(page.locator("#problem")).to_be_visible()
    await expect(page.get_by_label("New player")).to_have_value("Élo")


async def test_a_match_is_put_away_and_resumed_and_deleted_with_a_way_back(page: Page, house: House) -> None:
    begun(house.hub, seats=("Ana", "Bo"))
    await page.goto(house.url)
    await page.get_by_role("button", name="Put away").click()
    await expect(page.get_by_role("heading", name="The lair is quiet")).to_be_visible()
    assert house.hub.table is None
    await page.locator("#last summary").first.click()
    await page.get_by_role("button", name="Delete").click()
    await page.locator("#last").get_by_text("1 deleted match").click()
    await page.get_by_role("button", name="Bring back").click()
    await page.get_by_role("button", name="Resume").click()
    await page.wait_for_url("**/table")
    assert house.hub.table is not None


async def test_a_page_works_without_our_script(house: House, page: Page) -> None:
    assert page.context.browser is not None
    context = await page.context.browser.new_context(java_script_enabled=False)
    plain = await context.new_page()
    await plain.goto(f"{house.url}/new")
    for name in ("Ana", "Bo"):
        await plain.get_by_label("New player").fill(name)
        await plain.get_by_role("button", name="Add").last.click()
    await plain.get_by_role("button", name="Start").click()
    assert plain.url.endswith("/table")
    assert house.hub.table is not None and house.hub.table.header.seats == ("Ana", "Bo")
    await context.close()
