"""Real Chromium in front of the real server, in one event loop with a hub in memory.

Chromium is started once; every test has contexts of its own in it, which are closed when it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from re import compile

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect
from starlette.applications import Starlette

from lairkeeper.table import Hub
from lairkeeper.web import create_app, open_port, serve
from tests.chromium import ARGS, CHROMIUM
from tests.web.decks import busy_match
from tests.web.situations import QuietBoard, begun, hub_of

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for all tests of this room, because Chromium outlives each of them."""
    for item in items:
        if HERE in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@dataclass
class House:
    """A server that can be stopped and started again on its port."""

    hub: Hub
    port: int = 0
    stop: asyncio.Event = field(default_factory=asyncio.Event)
    serving: asyncio.Task[None] | None = None
    app: Starlette = field(init=False)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def open(self) -> None:
        sock = open_port("127.0.0.1", self.port)
        self.port = sock.getsockname()[1]
        self.stop = asyncio.Event()
        self.app = create_app(self.hub, stop=self.stop)
        self.serving = asyncio.create_task(serve(self.app, "127.0.0.1", self.port, self.stop, sock=sock))

    async def close(self) -> None:
        self.stop.set()
        if self.serving is not None:
            await self.serving


@pytest_asyncio.fixture(loop_scope="session")
async def house() -> AsyncIterator[House]:
    """Serve a match of four with a virtual table."""
    hub = hub_of(board=QuietBoard())
    begun(hub, seats=("Ana", "Bo", "Cleo", "Dan"), setup={"villain.Ana": "bizarro"})
    house = House(hub)
    await house.open()
    yield house
    await house.close()


@pytest_asyncio.fixture(loop_scope="session")
async def busy() -> AsyncIterator[House]:
    """Serve a match with cards everywhere."""
    hub, _ = busy_match()
    house = House(hub)
    await house.open()
    yield house
    await house.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Browser) -> AsyncIterator[Browser]:
    """Chromium without a page, before and after."""
    assert chromium.contexts == []
    yield chromium
    for context in chromium.contexts:
        await context.close()


class Troubles(list[str]):
    """Complaints of a page: script errors, refused policies, requests to anywhere else."""

    def watch(self, page: Page, house: House) -> None:
        page.on("pageerror", lambda error: self.append(f"error: {error}"))
        page.on("console", lambda line: line.type == "error" and self.append(f"console: {line.text}"))
        page.on("request", lambda each: each.url.startswith(house.url) or self.append(f"outside: {each.url}"))


async def painted(page: Page) -> None:
    """Wait until what has arrived is drawn and measured: two frames, and what was to be told after them."""
    await page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    )


async def current(page: Page, hub: Hub) -> None:
    """Wait until a page has got the newest state of the hub, and what is its player's own, too."""
    newest = compile(f"-{hub.version}$")
    await expect(page.locator("body")).to_have_attribute("data-since", newest)
    for own in await page.locator("[data-own]").all():
        await expect(own).to_have_attribute("data-at", newest)


async def press(page: Page, seat: str, text: str) -> None:
    """Open the sheet of a seat on the table page, press one of its buttons, and close it."""
    await page.locator("#seats").get_by_role("link", name=seat).click()
    await page.get_by_role("dialog").get_by_role("button", name=f"{text}: {seat}").click()
    await page.keyboard.press("Escape")


@pytest.fixture
def troubles() -> Troubles:
    return Troubles()


@pytest_asyncio.fixture(loop_scope="session")
async def page(house: House, browser: Browser, troubles: Troubles) -> AsyncIterator[Page]:
    """Yield a page of 1280 x 800 that must not complain."""
    page = await browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page.set_default_timeout(8000)
    troubles.watch(page, house)
    yield page
    assert troubles == []
