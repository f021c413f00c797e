"""Tags, readers and printed numbers by hand: two clicks and a tap a piece, one touch a reader, and keys alone."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.web.situations import scanned

from .conftest import House, current

pytestmark = pytest.mark.browser


async def test_a_pile_is_two_clicks_and_a_tap_a_piece(page: Page, house: House) -> None:
    hub = house.hub
    for tag in hub.registry.list("forever-evil"):
        hub.registry.forget(tag.uid)
    await page.goto(f"{house.url}/tags")
    banner = page.locator("#banner")
    await expect(banner).to_be_hidden()
    await page.locator(".box-of", has_text="DC Forever").click()
    await expect(page.get_by_role("heading", name="Standees")).to_be_visible()
    await page.locator(".box-of", has_text="Forever Evil").click()
    await expect(page.get_by_role("heading", name="Standees")).to_be_hidden()
    await page.get_by_role("button", name="Tag: Kicks").click()
    await expect(page.locator("#enrol-title")).to_have_text("Tap the tag of: Kick 1")
    for n in range(1, 4):
        scanned(hub, "tap", f"04AA{n:010X}")
        await expect(page.locator(".ring b")).to_have_text(str(n))
    await expect(banner).to_contain_text("Forever Evil, Kicks, 3 of 16.")
    await expect(page.get_by_role("heading", name="Kicks")).to_be_visible()  # the box stays open
    await page.get_by_role("button", name="Undo: Kick 3").click()
    await expect(page.locator("#enrol-title")).to_have_text("Tap the tag of: Kick 3")
    await page.goto(f"{house.url}/")
    await expect(banner).to_contain_text("2 of 16.")
    scanned(hub, "tap", "04AA00000000FF")
    await expect(banner).to_contain_text("3 of 16.")
    await banner.get_by_role("button", name="Stop").click()
    await expect(banner).to_be_hidden()
    assert hub.enrol is None and page.url == f"{house.url}/"


async def test_a_touch_a_reader_and_a_test_tap(page: Page, house: House) -> None:
    hub = house.hub
    await page.goto(f"{house.url}/readers")
    await page.get_by_role("button", name="Give readers to seats").click()
    for name, reader in (("Ana", "seat-2"), ("Bo", "seat-1"), ("Cleo", "seat-3")):
        await expect(page.locator("#seating-title")).to_contain_text(f"Touch the reader of {name}")
        scanned(hub, reader, "04AA0000000001")
        scanned(hub, reader, "04AA0000000001", kind="-")
    await expect(page.locator("#seating-title")).to_contain_text("Touch the reader of Dan")
    await page.get_by_role("button", name="Skip this seat").click()
    await expect(page.locator("#seating [data-key='t-simulated-1-seat-2']")).to_contain_text("Ana")
    assert hub.trial.zones == {"seat-1": "seat-2", "seat-2": "seat-1"}
    await page.get_by_role("link", name="Test tap").click()
    await page.get_by_role("button", name="Start the test").click()
    await expect(page.get_by_role("heading", name="Tap any tag on any reader")).to_be_visible()
    scanned(hub, "seat-2", "04AA0000000001")
    first = page.locator(".taps > li").first
    await expect(first).to_contain_text("Ana’s tray")
    await expect(first).to_contain_text("No piece has this tag")


async def test_numbers_are_typed_by_keys_alone(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/numbers?game=evil-101")
    keys = page.keyboard
    await expect(page.get_by_label("Points")).to_be_focused()
    await keys.type("many")
    await expect(page.locator("#e-field-points")).to_contain_text("“many” is no whole number")
    await expect(page.get_by_label("Points")).to_have_attribute("aria-invalid", "true")
    await keys.press("ControlOrMeta+a")
    await keys.type("3")
    await expect(page.locator("#e-field-points")).to_be_hidden()
    await expect(page.locator("#missing")).to_have_text("Still missing on this card: Symbols.")
    await keys.press("Enter")
    await expect(page.get_by_label("Symbols")).to_be_focused()
    await keys.press("ArrowUp")
    await expect(page.get_by_label("Points")).to_be_focused()
    await keys.press("ArrowDown")
    await keys.type("disc, star")
    await expect(page.locator("#missing")).to_have_text("Nothing is missing on this card.")
    await keys.press("Enter")
    await expect(page.get_by_label("Copies")).to_be_focused()
    await keys.press("Enter")
    await expect(page.get_by_role("heading", name="Plot 2", exact=True)).to_be_visible()
    await expect(page.get_by_label("Points")).to_be_focused()
    assert house.hub.numbers.of("evil-101")["plot-1"] == {"points": 3, "symbols": ["disc", "star"], "copies": 1}


async def test_a_sheet_is_chosen_as_a_file(page: Page, house: House) -> None:
    sheet = "lairkeeper:evil-101;;Points [points];Symbols [symbols]\nplot-2;Comté;5;étoile\n"
    await page.goto(f"{house.url}/numbers?game=evil-101")
    for encoding in ("utf-8-sig", "utf-16", "cp1252"):
        await page.get_by_label("Or paste its text").fill("")
        file = {"name": "sheet.csv", "mimeType": "text/csv", "buffer": sheet.encode(encoding)}
        await page.get_by_label("File: CSV, TOML or JSON").set_input_files(file)  # type: ignore[arg-type]
        await expect(page.get_by_label("Or paste its text")).to_have_value(sheet)
    await page.get_by_role("button", name="Import").click()
    await expect(page.locator("#notice")).to_contain_text("1 card imported")
    assert house.hub.numbers.of("evil-101")["plot-2"]["symbols"] == ["étoile"]


async def test_the_banner_leaves_room_for_the_page(page: Page, house: House) -> None:
    assert house.hub.start_enrol("dc-forever", "batman", pile="characters") is None
    for width, lang in ((360, "fr"), (1366, "en")):
        await page.context.add_cookies([{"name": "lang", "value": lang, "url": house.url}])
        await page.set_viewport_size({"width": width, "height": 768})
        for path in ("/", "/table", "/tags", "/tv", "/seat", "/numbers"):
            await page.goto(house.url + path)
            box = await page.locator("#banner").bounding_box()
            assert box is not None and box["height"] < 130, (path, width)
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)
    await current(page, house.hub)
