"""Every text is drawn in the fonts that are shipped, so that a page looks the same on every machine."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from lairkeeper.web.screens import paths
from tests.fresh import some

from .conftest import House

pytestmark = pytest.mark.browser

TEXTS = """() => {
    const found = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
        const at = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || ["SCRIPT", "STYLE", "OPTION"].includes(at.tagName)) continue;
        if (!at.checkVisibility()) continue;
        at.dataset.fontsOf = found.length;
        found.push(walk.currentNode.data.trim());
    }
    return found;
}"""


async def strangers(page: Page) -> list[str]:
    """Return the texts that are drawn, in part, in a font of this machine."""
    session = await page.context.new_cdp_session(page)
    await session.send("DOM.enable")
    await session.send("CSS.enable")
    texts = await page.evaluate(TEXTS)
    root = (await session.send("DOM.getDocument"))["root"]["nodeId"]
    found = []
    for n, text in enumerate(texts):
        asked = {"nodeId": root, "selector": f'[data-fonts-of="{n}"]'}
        node = (await session.send("DOM.querySelector", asked))["nodeId"]
        if node:
            fonts = (await session.send("CSS.getPlatformFontsForNode", {"nodeId": node}))["fonts"]
            found += [f"{text}: {font['familyName']}" for font in fonts if not font["isCustomFont"]]
    assert len(texts) > 10
    return found


@pytest.mark.parametrize("lang", some(["en", "fr"], 1))
async def test_every_text_is_drawn_in_a_shipped_font(busy: House, browser: Browser, lang: str) -> None:
    context = await browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    await context.add_cookies([{"name": "lang", "value": lang, "url": busy.url}])
    page = await context.new_page()
    found = {}
    for path in (*paths().values(), "/piece?piece=pandora%231", "/nowhere"):
        await page.goto(busy.url + path)
        await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        await page.evaluate("document.fonts.ready")
        if wrong := await strangers(page):
            found[path] = wrong
    await context.close()
    assert found == {}


async def test_names_of_other_alphabets_use_the_fonts_of_the_machine_and_nothing_breaks(
    browser: Browser, busy: House
) -> None:
    page = await browser.new_page(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    await page.goto(f"{busy.url}/table")
    await page.locator(".door bdi").first.evaluate("each => { each.textContent = 'Ζωή Łucja あ' }")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
