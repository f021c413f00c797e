"""The end of a match in Chromium: nothing to complain of for axe, no label over another one, nothing too wide."""

from __future__ import annotations

from random import Random

import pytest
from playwright.async_api import Browser, expect
from pypdfium2 import PdfDocument

from lairkeeper.games import all_games
from lairkeeper.kit.driver import play_match
from tests.fresh import SEED
from tests.web.situations import QuietBoard, hub_of
from tests.web.test_ending import resumed

from .conftest import House
from .test_access import complaints
from .test_first_screen import SEEN, SIZES

pytestmark = pytest.mark.browser

OVERLAPS = """() => {
  const chart = [...document.querySelectorAll(".chart")].find((each) => each.getBoundingClientRect().width);
  const texts = [...(chart?.querySelectorAll("text") ?? [])];
  const boxes = texts.map((each) => [each.textContent, each.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
    .map(([other]) => `${one} over ${other}`))
    .concat(boxes.filter(([, a]) => a.right > innerWidth || a.left < 0).map(([one]) => `${one} is cut off`));
}"""


@pytest.mark.parametrize(("theme", "lang", "width"), [("light", "fr", 390), ("dark", "en", 1366)])
@pytest.mark.parametrize("id", sorted(all_games()))
async def test_the_end_of_each_game(browser: Browser, id: str, theme: str, lang: str, width: int) -> None:
    rng = Random(f"{SEED} {id} {theme}")
    game = all_games()[id]
    recording = play_match(
        game, rng.randrange(10**6), level=rng.choice(game.levels), players=rng.randint(*game.players), ruleset={}
    )
    hub = hub_of(board=QuietBoard())
    resumed(hub, recording.history)
    house = House(hub)
    await house.open()
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    await context.add_cookies(
        [{"name": name, "value": value, "url": house.url} for name, value in (("theme", theme), ("lang", lang))]
    )
    page = await context.new_page()
    await page.goto(f"{house.url}/table")
    await page.evaluate("document.fonts.ready")
    assert await page.locator("#ending .finale").is_visible()
    assert await page.locator("#do-undo").is_visible(), "the end can be taken back"
    assert await page.evaluate(OVERLAPS) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for wide, high in SIZES:
        await page.set_viewport_size({"width": wide, "height": high})
        assert await page.evaluate(SEEN) == [], f"{wide}x{high}"
    await page.set_viewport_size({"width": width, "height": 800})
    assert len(PdfDocument(await page.pdf(format="A4"))) == 1, "the result is printed on one sheet"
    await page.evaluate("for (const each of document.querySelectorAll('#ending details')) each.open = true")
    assert await complaints(page) == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await context.grant_permissions(["clipboard-read", "clipboard-write"], origin=house.url)
    copy = page.locator("[data-copy]")
    await copy.click()
    await expect(copy).to_have_text({"en": "Copied", "fr": "Copié"}[lang])
    copied = await page.evaluate("navigator.clipboard.readText()")
    assert copied == await page.locator("#share-text").input_value() != ""
    await context.close()
    await house.close()
