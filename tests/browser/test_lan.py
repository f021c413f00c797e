"""The code for phones: a camera reads it off the screen in every theme, and on the TV it moves nothing."""

from __future__ import annotations

import io

import pytest
import zxingcpp
from PIL import Image
from playwright.async_api import Browser, Page, expect

from lairkeeper.web.lan import Lan, MachineAddress
from tests.web.lan.conftest import FakeAnnouncer, needs_more_loopback
from tests.web.situations import hub_of

from .conftest import House, Troubles, painted
from .test_access import complaints

pytestmark = [pytest.mark.browser, needs_more_loopback]


def lan_of(house: House) -> Lan:
    lan: Lan = house.app.state.site.lan
    lan._lister = lambda: (MachineAddress("127.0.0.2", 32, "wlan0"),)
    lan.announcer, lan.usual_port = FakeAnnouncer(), house.port
    return lan


async def read(page: Page) -> list[str]:
    """Return the texts of the codes that the screen shows."""
    return [each.text for each in zxingcpp.read_barcodes(Image.open(io.BytesIO(await page.screenshot())))]


async def is_in_turn_bar(page: Page) -> bool:
    """Return True when the code lies within the turn bar."""
    bar, code = [await page.locator(each).bounding_box() for each in ("#now", "#lan .code")]
    assert bar is not None and code is not None
    inside = bar["y"] <= code["y"] and code["y"] + code["height"] <= bar["y"] + bar["height"]
    return inside and code["x"] + code["width"] <= bar["x"] + bar["width"]


async def boxes(page: Page) -> object:
    """Return where everything of the TV page stands, but the code."""
    return await page.evaluate(
        "() => [...document.querySelectorAll('main > :not(#lan), .door, .on-table .card')]"
        ".map((each) => [each.id, ...Object.values(each.getBoundingClientRect().toJSON())])"
    )


@pytest.mark.parametrize("size", [(1280, 720), (768, 1024)], ids=str)
async def test_on_the_tv_the_code_of_a_match_moves_nothing(
    busy: House, browser: Browser, troubles: Troubles, size: tuple[int, int]
) -> None:
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    troubles.watch(page, busy)
    await page.goto(f"{busy.url}/tv")
    await painted(page)
    before = await boxes(page)
    lan = lan_of(busy)
    await lan.open("127.0.0.2")
    await expect(page.locator("#lan .way")).to_contain_text("lairkeeper.local")
    await painted(page)
    assert await boxes(page) == before
    assert await is_in_turn_bar(page)
    if size[0] >= 1280:
        assert await read(page) == [lan.url]
    busy.hub.try_readers()
    await expect(page.locator("#banner")).to_be_visible()
    await painted(page)
    assert await is_in_turn_bar(page), "a banner above moves both"
    await lan.close()
    await expect(page.locator("#lan")).to_be_hidden()
    assert troubles == []


@pytest.mark.parametrize("theme", ["dark", "projector"])
async def test_before_a_match_a_camera_reads_the_large_code(browser: Browser, troubles: Troubles, theme: str) -> None:
    house = House(hub_of())
    await house.open()
    lan = lan_of(house)
    await lan.open("127.0.0.2")
    context = await browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
    page = await context.new_page()
    troubles.watch(page, house)
    for path in ("/tv", "/"):
        await page.goto(house.url + path)
        await page.locator("#lan").scroll_into_view_if_needed()
        assert await read(page) == [lan.url], path
        assert await complaints(page) == []
    assert await page.locator("#lan .code").evaluate("(each) => each.getBoundingClientRect().width") >= 144
    await lan.close()
    await house.close()
    assert troubles == []


async def test_workshop_switches_it_on_without_a_reload(
    house: House, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Lan, "choices", lambda lan: lan._found())
    lan = lan_of(house)
    await page.goto(f"{house.url}/workshop")
    switch = page.get_by_role("switch", name="Home network")
    await expect(switch).to_have_attribute("aria-checked", "false")
    await page.get_by_label("Address").select_option("127.0.0.2")
    await page.get_by_role("button", name="Open there").click()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await expect(page.locator("#network")).to_contain_text(lan.url)
    assert await complaints(page) == []
    await switch.focus()
    await page.keyboard.press("Enter")
    await expect(switch).to_have_attribute("aria-checked", "false")
    assert not lan.on
