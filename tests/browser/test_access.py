"""WCAG A and AA by axe on every page, in both themes and at both sizes; nothing wider than the screen; big targets."""

from __future__ import annotations

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page

from lairkeeper.core.command import Command
from lairkeeper.table import Hub
from lairkeeper.table.virtual import BLANKS
from lairkeeper.web.screens import paths
from tests.web.fake_board import Board
from tests.web.situations import board_of, tapped

from .conftest import House

pytestmark = pytest.mark.browser

PAGES = (*paths().values(), "/players/1", "/history/import", "/history/1/share", "/nowhere")
RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "resultTypes": ["violations"],
}
# Only what is wrong leaves the page: whatever passed as well would be many times as much.
RUN = """(rules) => axe.run(rules).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 160)}`)))"""


def busy(house: House) -> None:
    """Something of everything: points, a long log, an undone line, a question, armed tokens, a placed piece, lights."""
    hub, table = house.hub, house.hub.table
    assert table is not None and hub.virtual is not None
    for seat in ("Ana", "Bo", "Cleo"):
        table.act(Command(move="gain", by=seat, card="vp-5"), "scan")
    table.undo(1, "page")
    hub.virtual.place("seat-1", BLANKS[0])
    tapped(hub, "tap", "seat-2#1", "verb-gain#1")
    assert table.armed and table.question is not None
    board_of(hub).shows("tap", "asked", (40, 30, 0))
    measured(hub)


def measured(hub: Hub) -> None:
    """Show a reader of each grade on the readers page."""
    board = Board({"tap": (100, 0), "seat-1": (100, 30), "seat-2": (100, 70), "seat-3": (0, 0)})
    hub.devices.boards.links[:] = [board]
    for _ in range(2):
        hub.devices.survey.ask()
        board.answer()


async def complaints(page: Page) -> list[str]:
    """Return what axe finds wrong with a page."""
    await page.evaluate(Axe().axe_script)
    found: list[str] = await page.evaluate(RUN, RULES)
    return found


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
async def test_axe_has_nothing_to_say(house: House, browser: Browser, theme: str, width: int) -> None:
    busy(house)
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
    page = await context.new_page()
    found: list[str] = []
    for path in PAGES:
        await page.goto(house.url + path)
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        found += [f"{path} {each}" for each in await complaints(page)]
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} is too wide"
    assert not found, "\n".join(found)
    await context.close()


async def test_the_end_and_the_errors_of_the_set_up_too(house: House, browser: Browser) -> None:
    table = house.hub.table
    assert table is not None
    for card in ("vp-10", "vp-5", "vp-1"):
        table.act(Command(move="gain", by="Ana", card=card), "page")
    table.act(Command(move="end-game", by="Ana", option="line-up"), "page")
    while not table.view().finished:
        option = table.view().prompt.options[0].command
        if option.by:
            table.act(Command(move="sweep", by=option.by, card="kick"), "page")
        table.act(option, "page")
    page = await browser.new_page(reduced_motion="reduce")
    await page.goto(f"{house.url}/history/{table.match}/share")
    assert await complaints(page) == []
    await page.goto(f"{house.url}/table")
    assert await complaints(page) == []
    for width in (1280, 390, 320):
        await page.set_viewport_size({"width": width, "height": 800})
        seats = page.locator(".door")
        wide = await seats.evaluate_all("all => all.filter((each) => each.scrollWidth > each.clientWidth).length")
        assert wide == 0, f"a breakdown is wider than its seat at {width}"
    await page.goto(f"{house.url}/new")
    await page.get_by_label("New player").fill("Zoé\u202e")
    await page.get_by_role("button", name="Start").click()
    await page.get_by_text("“Zoé” would do").wait_for()
    assert await complaints(page) == []
    await page.close()


@pytest.mark.parametrize("path", ["/table", "/virtual", "/new", "/workshop"])
async def test_targets_are_big_enough_for_a_finger(page: Page, house: House, path: str) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.goto(house.url + path)
    small = await page.evaluate(
        """() => [...document.querySelectorAll("button, a, summary, select, input:not([type=hidden]), .chip, .thing")]
            .filter((each) => each.checkVisibility() && !each.closest(".skip, .vh, .check, .chip > *, .thing > *"))
            .map((each) => [each.outerHTML.slice(0, 90), (each.closest(".door") ?? each).getBoundingClientRect()])
            .filter(([, box]) => box.height < 36 || box.width < 36).map(([html]) => html)"""
    )
    assert small == []


async def test_at_double_text_size_nothing_is_cut_off_sideways(page: Page, house: House) -> None:
    busy(house)
    await page.set_viewport_size({"width": 640, "height": 800})
    for path in paths().values():
        await page.goto(house.url + path)
        await page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
