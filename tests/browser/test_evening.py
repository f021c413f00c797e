"""An evening over the home network: a TV, a tablet and four phones, each a browser of its own, and a stranger.

They come by an address of this machine that is not its own computer's. Phones sleep, reload and get lost.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from lairkeeper.table import Hub
from lairkeeper.web.access.roles import CallerRole
from tests.web.lan.conftest import needs_more_loopback
from tests.web.situations import QuietBoard, begun, hub_of, tapped

from .conftest import House, Troubles
from .test_lan import lan_of

pytestmark = [pytest.mark.browser, needs_more_loopback]

SEATS = ("Ana", "Bo", "Cleo", "Dan")
PHONE, TABLET, SCREEN = (390, 844), (820, 1180), (1920, 1080)


class Evening:
    """The host's browser at its own computer, and everybody else by the network."""

    def __init__(self, house: House, browser: Browser, host: Page) -> None:
        self.house, self.browser, self.host = house, browser, host
        self.lan = lan_of(house)

    @property
    def hub(self) -> Hub:
        return self.house.hub

    @property
    def url(self) -> str:
        return self.lan.url.rstrip("/")

    async def device(self, size: tuple[int, int]) -> Page:
        """Return the page of a device that opens the address of the code."""
        context = await self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", locale="en-GB"
        )
        page = await context.new_page()
        page.set_default_timeout(8000)
        await page.goto(self.lan.url)
        await expect(page).to_have_url(f"{self.url}/join")
        return page

    async def seat(self, name: str) -> Page:
        """Return the page of a phone that asked for a seat and was let in by a click; both screens show one sign."""
        page = await self.device(PHONE)
        await page.get_by_role("button", name=name).click()
        sign = await page.locator(".sign").inner_text()
        await expect(self.host.locator("#asking .sign")).to_have_text(sign)
        await self.host.locator("#asking").get_by_role("button", name="Let in").click()
        await expect(page).to_have_url(re.compile("/seat$"))
        await expect(page.get_by_role("heading", level=1)).to_have_text(name)
        return page

    async def screen(self, wish: str, size: tuple[int, int], path: str) -> Page:
        page = await self.device(size)
        await page.get_by_role("button", name=wish).click()
        await self.host.locator("#asking").get_by_role("button", name="Let in").click()
        await expect(page).to_have_url(re.compile(f"{path}$"))
        return page


@asynccontextmanager
async def an_evening(browser: Browser) -> AsyncIterator[Evening]:
    hub = hub_of(board=QuietBoard())
    begun(hub, seats=SEATS)
    house = House(hub)
    await house.open()
    host = await browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    host.set_default_timeout(8000)
    evening = Evening(house, browser, host)
    await evening.lan.open("127.0.0.2")
    await host.goto(f"{house.url}/table")
    yield evening
    await evening.lan.close()
    await house.close()


async def score(page: Page, points: int) -> None:
    await expect(page.locator("header.me .score .num")).to_have_text(str(points))


async def doze(context: BrowserContext, page: Page) -> None:
    """Let a phone sleep: its connection ends, and its page is not seen."""
    await context.set_offline(True)
    await page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pagehide', {persisted: true}))")


async def wake(context: BrowserContext, page: Page) -> None:
    await context.set_offline(False)
    await page.evaluate("() => window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")


async def test_a_match_over_the_network(browser: Browser, troubles: Troubles) -> None:
    async with an_evening(browser) as evening:
        hub, host = evening.hub, evening.host
        table = hub.table
        assert table is not None
        phones = {name: await evening.seat(name) for name in SEATS[:3]}
        tv = await evening.screen("Show the match on a TV", SCREEN, "/tv")
        tablet = await evening.screen("Use it as the table’s tablet", TABLET, "/table")

        # The fourth phone is let in by the tap of its seat token; the tap counts for nothing else.
        dan = await evening.device(PHONE)
        await dan.get_by_role("button", name="Dan").click()
        await expect(dan.get_by_text("Tap the seat token of Dan")).to_be_visible()
        before = len(table.history)
        tapped(hub, "tap", "seat-4#1")
        await expect(dan).to_have_url(re.compile("/seat$"))
        assert (len(table.history), table.armed) == (before, ())
        phones["Dan"] = dan

        # Each player counts on the own phone; everybody sees it.
        for n, phone in enumerate(phones.values(), 1):
            for counted in range(1, n + 1):
                await phone.get_by_role("button", name="+5").click()
                await score(phone, 5 * counted)
        for name, points in zip(SEATS, (5, 10, 15, 20), strict=True):
            await score(phones[name], points)
            for page in (tv, tablet, host):
                await expect(page.locator("#seats").get_by_text(str(points), exact=True).first).to_be_visible()

        # A phone sleeps through a turn, and another is reloaded: both are where the match is.
        await doze(phones["Bo"].context, phones["Bo"])
        await phones["Ana"].get_by_role("button", name="End turn").click()
        await wake(phones["Bo"].context, phones["Bo"])
        await expect(phones["Bo"].locator("header.me")).to_contain_text("your turn")
        await phones["Cleo"].reload()
        await score(phones["Cleo"], 15)

        # A stranger gets nowhere, and a phone opens no other page.
        stranger = await evening.device(PHONE)
        for path in ("/table", "/tv", "/seat?name=Ana", "/workshop", "/phones", "/tags"):
            await stranger.goto(evening.url + path)
            await expect(stranger).to_have_url(f"{evening.url}/join")
        status = await stranger.evaluate(
            "async () => (await fetch('/act', {method: 'POST', body: new URLSearchParams("
            "{move: 'gain', by: 'Ana', card: 'vp-5'})})).status"
        )
        assert status == 403
        other = await phones["Cleo"].goto(f"{evening.url}/seat?name=Ana")
        assert other is not None and other.status == 403
        await phones["Cleo"].goto(f"{evening.url}/seat")

        # Ana loses her phone: one click sends it away, at once; a new phone goes on for her.
        await host.goto(f"{evening.house.url}/phones")
        await host.locator(".inside li", has_text="Ana").get_by_role("button").click()
        await expect(phones["Ana"]).to_have_url(f"{evening.url}/join")
        phones["Ana"] = await evening.seat("Ana")
        await score(phones["Ana"], 5)

        # The tablet ends the turn of Bo, who has done something in it.
        await phones["Bo"].get_by_role("button", name="+1").click()
        await score(phones["Bo"], 11)
        await tablet.get_by_role("button", name="End turn").click()
        await expect(phones["Cleo"].locator("header.me")).to_contain_text("your turn")
        view = table.view()
        assert dict(view.tokens) == dict(zip(SEATS, (5, 11, 15, 20), strict=True))
        assert view.active == "Cleo"
        roles = [each.role for each in evening.house.app.state.site.guests]
        assert sorted(roles) == sorted([CallerRole.SEAT] * 4 + [CallerRole.TV, CallerRole.TABLE])
        assert troubles == []


async def test_a_host_whose_address_changes_is_found_again(browser: Browser) -> None:
    async with an_evening(browser) as evening:
        ana = await evening.seat("Ana")
        await ana.get_by_role("button", name="+5").click()
        await score(ana, 5)
        before = evening.lan.port
        await evening.lan.close()
        await expect(ana.locator("#lost")).to_be_visible()
        await evening.lan.open("127.0.0.2", before)
        await expect(ana.locator("#lost")).to_be_hidden()
        await ana.get_by_role("button", name="+1").click()
        await score(ana, 6)
