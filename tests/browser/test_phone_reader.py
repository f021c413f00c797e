"""A phone over https: its screen stays on, and it reads tags and labels. What the phone has for that is played here."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from lairkeeper.core.pieces import SHARED
from lairkeeper.web.access.gate import GUEST_COOKIE
from lairkeeper.web.access.guests import hash_of
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.lan import OwnCertificate
from tests.web.lan.conftest import needs_more_loopback

from .conftest import House, current
from .test_access import complaints
from .test_lan import lan_of

pytestmark = [pytest.mark.browser, needs_more_loopback]

NFC = """
window.NDEFReader = class {
  async scan() { if (window.refuses) throw new DOMException("no", "NotAllowedError"); window.nfc = this; }
};
"""
CAMERA = """
window.inSight = "";
window.looks = 0;
window.BarcodeDetector = class {
  async detect() { window.looks += 1; return window.inSight ? [{ rawValue: window.inSight }] : []; }
};
navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement("canvas");
  canvas.getContext("2d").fillRect(0, 0, 9, 9);
  return canvas.captureStream();
};
"""
WAKE_LOCK = """
window.locks = 0;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => { window.locks += 1; } } });
"""
NOTHING = "delete window.NDEFReader; delete window.BarcodeDetector;"


@asynccontextmanager
async def phone_of_ana(house: House, browser: Browser, folder: Path, *has: str) -> AsyncIterator[Page]:
    """Yield the seat page of a phone over https, in a browser that has only these of the things a phone may have."""
    own, lan = OwnCertificate(folder / "tls"), lan_of(house)
    own.make(("127.0.0.2",))
    await lan.open("127.0.0.2", certificates=own)
    house.app.state.site.guests.let_in(hash_of("key of Ana"), CallerRole.SEAT, "Ana", "Android · Chrome")
    context = await browser.new_context(viewport={"width": 390, "height": 844}, ignore_https_errors=True)
    context.set_default_timeout(8000)
    await context.add_init_script(NOTHING + WAKE_LOCK + "".join(has))
    await context.add_cookies([{"name": GUEST_COOKIE, "value": "key of Ana", "url": lan.url, "secure": True}])
    page = await context.new_page()
    await page.goto(f"{lan.url}seat")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Ana")
    yield page
    await context.close()
    await lan.close()


async def score(house: House, page: Page, points: int) -> None:
    """See the points of the player, after what may belong to a tap has come."""
    house.hub.pump(house.hub._clocks.steady() + 1.0)
    await current(page, house.hub)
    await expect(page.locator("header.me .score .num")).to_have_text(str(points))


def uid_of(house: House, piece: str) -> str:
    tag = house.hub.registry.tag_of("forever-evil", piece)
    assert tag is not None
    return ":".join(tag.uid[at : at + 2] for at in range(0, len(tag.uid), 2)).lower()


async def touch(page: Page, uid: str) -> None:
    """Hold a tag to the phone."""
    await page.evaluate("(serialNumber) => nfc.onreading({ serialNumber })", uid)


async def test_a_sticker_at_the_phone_counts_for_its_player(house: House, browser: Browser, tmp_path: Path) -> None:
    house.hub.phones.switch(True)
    async with phone_of_ana(house, browser, tmp_path, NFC) as page:
        bar = page.locator("#phone-reader")
        await expect(bar.get_by_role("button", name="camera")).to_be_hidden()
        assert await complaints(page) == []
        await page.evaluate("window.refuses = true")
        await bar.get_by_role("button").click()
        says = bar.get_by_role("status")
        await expect(says).to_have_text((await bar.get_attribute("data-refused")) or "?")
        await page.evaluate("window.refuses = false")
        await bar.get_by_role("button").click()
        await expect(says).to_have_text((await bar.get_attribute("data-ready")) or "?")
        await touch(page, uid_of(house, "vp-5#1"))
        await expect(says).to_have_text((await bar.get_attribute("data-read")) or "?")
        await score(house, page, 5)
        await touch(page, "04:zz")
        await expect(says).to_contain_text("neither a tag nor one of our labels")
        await page.evaluate("nfc.onreadingerror()")
        await expect(says).to_have_text((await bar.get_attribute("data-unread")) or "?")
        await score(house, page, 5)
        house.hub.phones.switch(False)
        await touch(page, uid_of(house, "vp-5#2"))
        await expect(says).to_contain_text("Phones do not read tags at this table")


async def test_a_label_before_the_camera_counts_once(house: House, browser: Browser, tmp_path: Path) -> None:
    house.hub.phones.switch(True)
    async with phone_of_ana(house, browser, tmp_path, CAMERA) as page:
        bar = page.locator("#phone-reader")
        await bar.get_by_role("button", name="camera").click()
        says = bar.get_by_role("status")
        await expect(bar.locator("video")).to_be_visible()
        await page.evaluate("window.inSight = 'lairkeeper:forever-evil/vp-1#1'")
        await expect(says).to_have_text((await bar.get_attribute("data-read")) or "?")
        await score(house, page, 1)
        before = await page.evaluate("looks")
        await page.wait_for_function("(before) => looks > before + 2", arg=before)
        await score(house, page, 1)
        await page.evaluate("(code) => { window.inSight = code; }", f"lairkeeper:{SHARED}/verb-undo#1")
        await expect(says).to_contain_text("speaks for others")
        await score(house, page, 1)


async def test_the_screen_stays_on_also_after_it_was_out_of_sight(
    house: House, browser: Browser, tmp_path: Path
) -> None:
    async with phone_of_ana(house, browser, tmp_path) as page:
        await page.wait_for_function("locks === 1")
        await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert await page.evaluate("locks") == 2


async def test_no_reader_is_offered_where_there_is_none(house: House, browser: Browser, tmp_path: Path) -> None:
    async with phone_of_ana(house, browser, tmp_path, NFC) as page:
        assert await page.locator("#phone-reader").count() == 0, "the host has not switched it on"
        house.hub.phones.switch(True)
        await page.reload()
        await expect(page.locator("#phone-reader")).to_be_visible()
    async with phone_of_ana(house, browser, tmp_path) as page:
        await expect(page.locator("#phone-reader")).to_be_hidden()
    host = await browser.new_page()
    await host.goto(f"{house.url}/seat?name=Ana")
    assert await host.locator("#phone-reader").count() == 0, "plain http"
