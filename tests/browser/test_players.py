"""The pages of players with a season in them: axe, no page too wide, charts in print, and a merge by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.statistics.matches import season
from tests.web.situations import hub_of

from .conftest import House
from .test_access import complaints

pytestmark = pytest.mark.browser
PATHS = ("/players", "/players/1", "/players/1?game=dc-forever", "/players/3")


@pytest_asyncio.fixture(loop_scope="session")
async def played() -> AsyncIterator[House]:
    """Open a server with a dozen finished matches."""
    hub = hub_of()
    season(hub.store, 12)
    hub.people.add("Nina " + "M" * 18)
    house = House(hub)
    await house.open()
    while house.app.state.site.book.read_on(1.0):
        pass
    yield house
    await house.close()
    hub.store.close()


@pytest.mark.parametrize(
    ("width", "theme", "lang"), [(360, "dark", "fr"), (1920, "light", "en"), (1366, "projector", "fr")]
)
async def test_axe_has_nothing_to_say(played: House, browser: Browser, width: int, theme: str, lang: str) -> None:
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    cookies = (("theme", theme), ("lang", lang))
    await context.add_cookies([{"name": name, "value": value, "url": played.url} for name, value in cookies])
    page = await context.new_page()
    found: list[str] = []
    for path in PATHS:
        await page.goto(played.url + path)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found += [f"{path} {each}" for each in await complaints(page)]
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} opened is too wide"
    assert not found, "\n".join(found)
    await context.close()


@pytest.mark.parametrize(("width", "shown"), [(390, "narrow"), (1366, "wide")])
async def test_one_drawing_of_each_chart_is_seen(played: House, browser: Browser, width: int, shown: str) -> None:
    context = await browser.new_context(viewport={"width": width, "height": 800}, java_script_enabled=False)
    page = await context.new_page()
    await page.goto(f"{played.url}/players/1")
    assert await page.locator(f".chart.{shown}:visible").count() == 2
    assert await page.locator(".chart:visible").count() == 2
    await page.emulate_media(media="print")
    assert await page.locator(".chart:visible").count() == 2
    await context.close()


async def test_merge_and_separate_by_hand(played: House, browser: Browser) -> None:
    page = await browser.new_page()
    await page.goto(f"{played.url}/players")
    await page.get_by_role("link", name="Nina").click()
    await page.get_by_label("Is the same as").select_option(label="Ana")
    await page.get_by_role("button", name="Merge").click()
    await page.get_by_role("heading", name="Ana", level=1).wait_for()
    await page.get_by_role("button", name="Separate").click()
    await page.get_by_role("heading", name="Nina", level=1).wait_for()
    await page.close()
