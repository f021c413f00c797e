"""Home, New match and Players: nothing wrong by axe in any theme, nothing wider than the screen in any language."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from lairkeeper.board import LinkState
from lairkeeper.core.command import Command
from lairkeeper.core.ids import LONGEST_NAME
from lairkeeper.i18n import LANGUAGES
from lairkeeper.table import Hub
from lairkeeper.web.translator import THEMES
from tests.web.situations import FULL, QuietBoard, begun, board_of, hub_of

from .conftest import House
from .test_access import complaints

pytestmark = pytest.mark.browser

LONG = ("W" * LONGEST_NAME, "Grand-mère Élodie de B.", "\U0001f9d9\u200d♀️ 小明", "שירה בת דבורה")
PATHS = ("/", "/new", "/new?again=1", "/players")
WIDTHS = (360, 390, 820, 1366, 1920, 3840)


def busy() -> Hub:
    """Return a hub with something of everything: long names, matches of each state, needs of each sort."""
    hub = hub_of(board=QuietBoard())
    begun(hub, seats=LONG)
    hub.matches.rename(1, "x" * 60)
    begun(hub, "evil-101", seats=LONG, proxy=True)
    begun(hub, "evil-league", seats=LONG[:3])
    hub.matches.delete(2)
    table = begun(hub, seats=LONG)
    for seat in LONG:
        table.act(Command(move="gain", by=seat, card="vp-10"), "page")
    hub.people.archive(hub.people.add("Nobody else").id)
    for tag in hub.registry.list("forever-evil")[:9]:
        hub.registry.forget(tag.uid)
    hub.pieces.set_numbers("evil-101", "plot-1", {"points": "2", "symbols": "disc"})
    board_of(hub).changes(state=LinkState.CLOSED, message="closed", device="the-board-under-the-table")
    hub.troubles.failed(FULL)
    return hub


@pytest_asyncio.fixture(loop_scope="session", params=[busy, hub_of], ids=["busy", "first"])
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    """Serve a table where much goes on, and one where nobody has played yet."""
    make: Callable[[], Hub] = request.param
    house = House(make())
    await house.open()
    yield house
    await house.close()


async def test_axe_has_nothing_to_say_in_any_theme(house: House, browser: Browser) -> None:
    found: list[str] = []
    for n, theme in enumerate(THEMES):
        width = (390, 1366)[n % 2]
        context = await browser.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce")
        await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
        page = await context.new_page()
        for path in PATHS:
            if (await page.goto(house.url + path)).status == 404:  # type: ignore[union-attr]
                continue
            await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            found += [f"{theme} {path} {each}" for each in await complaints(page)]
        await context.close()
    assert not found, "\n".join(found)


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_nothing_is_wider_than_the_screen(house: House, browser: Browser, lang: str) -> None:
    context = await browser.new_context(reduced_motion="reduce")
    await context.add_cookies([{"name": "lang", "value": lang, "url": house.url}])
    page = await context.new_page()
    wide = []
    for path in PATHS:
        await page.goto(house.url + path)
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        for width in WIDTHS:
            await page.set_viewport_size({"width": width, "height": 844})
            if await page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append(f"{path} at {width}")
    assert wide == []
    await context.close()
