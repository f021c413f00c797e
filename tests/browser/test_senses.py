"""Sound and speech: silent until switched on, one voice a browser, and never beside a screen reader's."""

from __future__ import annotations

from re import compile

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from lairkeeper.core.command import Command
from tests.web.situations import scanned, tapped

from .conftest import House, current
from .test_access import complaints
from .test_live import gain

pytestmark = pytest.mark.browser

LISTENED = """
window.heard = [];
class Param { setValueAtTime() {} exponentialRampToValueAtTime() {} }
class Node {
  frequency = {}; gain = new Param();
  connect(to) { return to; }
  start() { heard.push(this.frequency.value); }
  stop() {}
}
window.AudioContext = class {
  state = "running"; currentTime = 0; destination = {};
  createOscillator() { return new Node(); } createGain() { return new Node(); } resume() {}
};
Object.defineProperty(window, "speechSynthesis", { value: {
  cancel() {}, speak(words) { heard.push([words.text, words.lang]); },
} });
"""
TURN, GOOD, BAD = [523, 659, 784], [660, 880], [240, 170]


async def listening(browser: Browser, house: House, *on: str, lang: str = "en") -> BrowserContext:
    context = await browser.new_context()
    context.set_default_timeout(8000)
    await context.add_init_script(LISTENED)
    cookies = {"lang": lang, **dict.fromkeys(on, "on")}
    await context.add_cookies([{"name": name, "value": value, "url": house.url} for name, value in cookies.items()])
    return context


async def opened(context: BrowserContext, house: House, path: str = "/table") -> Page:
    page = await context.new_page()
    await page.goto(house.url + path)
    return page


def end_turn(house: House) -> None:
    table = house.hub.table
    assert table is not None
    table.act(Command(move="end-turn", by=table.view().active, prompt=table.view().prompt.id), "page")


async def heard(page: Page, house: House) -> list[object]:
    await current(page, house.hub)
    return await page.evaluate("heard.splice(0)")


@pytest.mark.parametrize("path", ["/table", "/tv"])
async def test_sounds_tell_what_counted_and_whose_turn_it_is(house: House, browser: Browser, path: str) -> None:
    context = await listening(browser, house, "sound")
    page = await opened(context, house, path)
    assert await heard(page, house) == []
    tapped(house.hub, "seat-2", "vp-5#1")
    assert await heard(page, house) == GOOD
    scanned(house.hub, "tap", "08A1B2C3", "foreign")
    assert await heard(page, house) == BAD
    end_turn(house)
    assert await heard(page, house) == TURN
    gain(house, "Bo")
    assert await heard(page, house) == [], "what is clicked makes no sound of its own"
    await context.close()


@pytest.mark.parametrize(("lang", "said"), [("en", "Bo. "), ("fr", "Bo. ")])
async def test_the_prompt_is_said_once_in_the_language_of_the_page(
    house: House, browser: Browser, lang: str, said: str
) -> None:
    context = await listening(browser, house, "speech", lang=lang)
    pages = [await opened(context, house, path) for path in ("/table", "/table")]
    await expect(pages[0].locator("#now")).to_have_attribute("aria-live", "off")
    end_turn(house)
    told = [each for page in pages for each in await heard(page, house)]
    prompt = await pages[0].locator("#now .what").text_content()
    assert told == [[f"{said}{prompt}", lang]]
    await expect(pages[1].locator("#now")).to_have_attribute("aria-live", "off")
    gain(house, "Bo")
    assert [each for page in pages for each in await heard(page, house)] == []
    await pages[1].close()
    end_turn(house)
    assert len(await heard(pages[0], house)) == 1, "the page that is left has the voice"
    await context.close()


async def test_a_phone_speaks_for_its_player_only(house: House, browser: Browser) -> None:
    context = await listening(browser, house, "speech", "sound")
    page = await opened(context, house, "/seat?name=Cleo")
    end_turn(house)
    assert await heard(page, house) == []
    end_turn(house)
    found = await heard(page, house)
    assert found[:3] == TURN
    assert [each[1] for each in found[3:]] == ["en"]  # type: ignore[index]
    await context.close()


async def test_a_page_is_silent_until_the_workshop_switches_it_on(page: Page, house: House) -> None:
    await page.add_init_script(LISTENED)
    await page.goto(f"{house.url}/table")
    assert await page.locator("script[src*=senses]").count() == 0
    end_turn(house)
    assert await heard(page, house) == []
    await page.goto(f"{house.url}/workshop")
    for name in ("Sound", "Speech"):
        switch = page.get_by_role("switch", name=name)
        await expect(switch).to_have_attribute("aria-checked", "false")
        await switch.click()
        await expect(switch).to_have_attribute("aria-checked", "true")
    await page.goto(f"{house.url}/table")
    end_turn(house)
    assert len(await heard(page, house)) == 4
    await page.goto(f"{house.url}/workshop")
    await page.get_by_role("switch", name="Sound").click()
    await expect(page.get_by_role("switch", name="Sound")).to_have_attribute("aria-checked", "false")
    await expect(page.get_by_role("switch", name="Speech")).to_have_attribute("aria-checked", "true")


async def test_the_turn_clock_counts_on_every_page_and_stands_still_in_a_pause(house: House, browser: Browser) -> None:
    context = await browser.new_context()
    context.set_default_timeout(8000)
    page, tv = await opened(context, house, "/workshop"), await opened(context, house, "/tv")
    await expect(tv.locator("#pace")).to_be_hidden()
    await page.get_by_role("switch", name="Turn clock").click()
    await expect(tv.locator("#pace")).to_be_visible()
    house.hub.pace._since -= 125.0
    house.hub.pace.version += 1
    gain(house, "Bo")
    await expect(tv.get_by_role("timer", name="Turn of Ana")).to_have_text(compile(r"2:0[5-9]"))
    shown = await tv.get_by_role("timer").text_content()
    await expect(tv.get_by_role("timer")).not_to_have_text(shown or "")
    await page.get_by_role("button", name="Pause").click()
    await expect(tv.get_by_text("The next tap ends it.")).to_be_visible()
    await expect(tv.get_by_role("timer")).to_have_attribute("data-stands", compile(r"\d+"))
    assert await complaints(page) == await complaints(tv) == []
    tapped(house.hub, "seat-2", "vp-5#1")
    await expect(tv.get_by_text("The next tap ends it.")).to_be_hidden()
    end_turn(house)
    await expect(tv.get_by_role("timer", name="Turn of Bo")).to_have_text(compile(r"0:0\d"))
    await page.get_by_role("switch", name="Turn clock").click()
    await expect(tv.locator("#pace")).to_be_hidden()
    await context.close()
