"""The way of a page to the browser: bytes until its first paint, and whether it can be installed."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from .conftest import House

pytestmark = pytest.mark.browser

FIRST_PAINT = 100_000
"""Bytes of the table page with all that it fetches: documents, styles, scripts, fonts and icons."""

FETCHED = """performance.getEntriesByType("resource")
    .filter((each) => each.name.includes("/static/") && each.transferSize > 0).map((each) => each.name)"""


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_the_table_page_paints_from_less_than_100_kb(busy: House, browser: Browser, lang: str) -> None:
    context = await browser.new_context(viewport={"width": 1366, "height": 768})
    await context.add_cookies([{"name": "lang", "value": lang, "url": busy.url}])
    page = await context.new_page()
    wire = await context.new_cdp_session(page)
    asked: dict[str, str] = {}
    came: dict[str, int] = {}
    wire.on("Network.requestWillBeSent", lambda each: asked.update({each["requestId"]: each["request"]["url"]}))
    wire.on(
        "Network.loadingFinished",
        lambda each: came.update({asked.get(each["requestId"], "?"): int(each["encodedDataLength"])}),
    )
    await wire.send("Network.enable")
    # The icons are drawn after the page has loaded, and count; when the tab's own icon comes is the browser's choice.
    async with page.expect_request_finished(lambda request: "/icons." in request.url):
        await page.goto(f"{busy.url}/table", wait_until="load")
    await page.evaluate("document.fonts.ready")
    first = await page.evaluate(FETCHED)
    kinds = {
        kind: sum(n for url, n in came.items() if url.endswith(kind)) for kind in ("table", ".css", ".js", ".woff2")
    }
    assert all(kinds.values()), kinds
    assert sum(came.values()) < FIRST_PAINT, sorted(came.items(), key=lambda each: -each[1])
    await page.reload(wait_until="load")
    again = set(first) & set(await page.evaluate(FETCHED))
    assert first, "the first load fetches what the page is drawn with"
    assert not again, "nothing but the page itself is fetched again"
    await context.close()


async def test_the_app_can_be_installed(house: House, browser: Browser) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(f"{house.url}/")
    wire = await context.new_cdp_session(page)
    told = await wire.send("Page.getAppManifest")
    assert told["errors"] == []
    assert told["url"].startswith(f"{house.url}/manifest.webmanifest")
    faults = (await wire.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert [each["errorId"] for each in faults if each["errorId"] != "in-incognito"] == []
    await context.close()
