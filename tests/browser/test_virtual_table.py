"""The virtual table by mouse, by finger and by keyboard."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.web.situations import board_of

from .conftest import House, painted

pytestmark = pytest.mark.browser


def thing(page: Page, name: str) -> Locator:
    return page.locator(f'.bank .thing:has-text("{name}")').first


def kinds(page: Page) -> Locator:
    return page.locator(".bank .kind:visible")


def reader(page: Page, name: str) -> Locator:
    return page.locator(f'[data-reader="{name}"]')


def mini(page: Page, n: int) -> Locator:
    return page.locator(f'[data-key="mini-{n}"] b')


async def middle(each: Locator) -> tuple[float, float]:
    box = await each.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(page: Page, source: Locator, to: Locator | tuple[float, float]) -> None:
    """Drag a piece from where it can be seen: the readers stay in sight."""
    await source.scroll_into_view_if_needed()
    await page.mouse.move(*await middle(source))
    await page.mouse.down()
    await page.mouse.move(*(to if isinstance(to, tuple) else await middle(to)), steps=8)
    await expect(page.locator(".ghost")).to_be_visible()
    await page.mouse.up()


async def test_drag_onto_a_reader_and_off_again(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    await page.get_by_label("Just tap").uncheck()
    await drag(page, thing(page, "5 VP token"), reader(page, "seat-2"))
    await expect(mini(page, 2)).to_have_text("5")
    placed = reader(page, "seat-2").locator("ul button")
    await expect(placed).to_have_text("5 VP token 1")
    await expect(page.locator(".bank [data-placed] .nr")).to_have_text("1")
    await expect(thing(page, "5 VP token").locator(".nr")).to_have_text("2")  # the next copy lies on top now
    await expect(page.locator(".ghost")).to_have_count(0)
    await drag(page, placed, (40, 400))
    await expect(placed).to_have_count(0)
    await expect(page.locator(".bank [data-placed]")).to_have_count(0)
    await expect(mini(page, 2)).to_have_text("5")


async def test_drag_from_reader_to_reader(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    await page.get_by_label("Just tap").uncheck()
    await drag(page, thing(page, "1 VP token"), reader(page, "seat-1"))
    await expect(mini(page, 1)).to_have_text("1")
    await drag(page, reader(page, "seat-1").locator("ul button"), reader(page, "seat-3"))
    await expect(page.locator("#now")).to_have_attribute("data-kind", "question")
    await page.locator("#now .answers button").first.click()
    await expect(mini(page, 3)).to_have_text("1")
    await expect(mini(page, 1)).to_have_text("0")
    await expect(reader(page, "seat-1").locator("ul button")).to_have_count(0)
    await expect(reader(page, "seat-3").locator("ul button")).to_have_count(1)


async def test_a_drag_beside_every_reader_or_escaped_does_nothing(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    version = house.hub.version
    await drag(page, thing(page, "5 VP token"), (640, 20))
    await thing(page, "5 VP token").scroll_into_view_if_needed()
    await page.mouse.move(*await middle(thing(page, "5 VP token")))
    await page.mouse.down()
    await page.mouse.move(*await middle(reader(page, "seat-2")), steps=4)
    await page.keyboard.press("Escape")
    await expect(page.locator(".ghost")).to_have_count(0)
    await page.mouse.up()
    await painted(page)
    await page.evaluate("fetch('/static/favicon.svg')")  # behind whatever the page may have sent
    assert house.hub.version == version


async def test_tapping_leaves_the_reader_free(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    await thing(page, "10 VP token").click()
    await reader(page, "seat-4").locator(".pad").click()
    await expect(mini(page, 4)).to_have_text("10")
    await expect(reader(page, "seat-4").locator("ul button")).to_have_count(0)
    assert [row.event.kind for row in house.hub.store.inbox.after(0)] == ["+", "-"]
    await reader(page, "seat-4").locator(".pad").click()
    await expect(mini(page, 4)).to_have_text("20")


async def test_by_keyboard_alone(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    await page.get_by_role("searchbox").focus()
    await page.keyboard.type("vp token")
    for _ in range(3):
        await page.keyboard.press("Tab")
    await page.keyboard.press("Space")
    assert await page.evaluate("document.activeElement.name") == "piece"
    await page.keyboard.press("ArrowDown")
    assert (await page.evaluate("document.activeElement.closest('.kind').innerText")).startswith("5\n5 VP token")
    for _ in range(12):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.value") == "seat-2":
            break
    await page.keyboard.press("Enter")
    await expect(mini(page, 2)).to_have_text("5")
    assert await page.evaluate("document.activeElement.value") == "seat-2", "the focus stays"


async def test_search_narrows_and_opens_groups(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    find = page.get_by_role("searchbox")
    await expect(thing(page, "Catwoman")).to_be_hidden()
    await find.fill("CÄTWOMAN")
    await expect(kinds(page)).to_have_count(1)
    await expect(page.locator("#found")).to_have_text("Found: 1")
    await find.fill("no such thing")
    await expect(kinds(page)).to_have_count(0)
    await expect(page.locator("#found")).to_have_text("Nothing is called “no such thing”.")
    await find.fill("")
    await expect(thing(page, "Catwoman")).to_be_hidden()
    await expect(thing(page, "5 VP token")).to_be_visible()


async def test_no_piece_chosen_is_told(page: Page, house: House, troubles: list[str]) -> None:
    await page.goto(f"{house.url}/virtual")
    await reader(page, "tap").locator(".pad").click()
    await expect(page.get_by_role("alert")).to_contain_text("No piece is chosen")
    troubles[:] = [each for each in troubles if "400 (Bad Request)" not in each]


async def test_by_finger_a_tap_chooses_and_a_long_press_drags(house: House, browser: Browser) -> None:
    context = await browser.new_context(viewport={"width": 390, "height": 1300}, has_touch=True, is_mobile=True)
    page = await context.new_page()
    await page.goto(f"{house.url}/virtual")
    await thing(page, "5 VP token").tap()
    await reader(page, "seat-1").locator(".pad").tap()
    await expect(mini(page, 1)).to_have_text("5")
    await page.get_by_role("searchbox").fill("10 VP")
    session = await context.new_cdp_session(page)

    async def touch(kind: str, *point: float) -> None:
        points = [{"x": point[0], "y": point[1]}] if point else []
        await session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    await page.evaluate("scrollTo(0, 0)")
    start = await middle(thing(page, "10 VP token"))
    end = await middle(reader(page, "seat-3"))
    await touch("touchStart", *start)
    await expect(page.locator(".ghost")).to_be_visible()
    for step in range(1, 7):
        await touch("touchMove", *(a + (b - a) * step / 6 for a, b in zip(start, end, strict=True)))
    await touch("touchEnd")
    await expect(mini(page, 3)).to_have_text("10")
    await expect(page.locator(".ghost")).to_have_count(0)
    await context.close()


async def test_lights_change_live(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    board_of(house.hub).shows("seat-1", "safe", (0, 0, 40))
    house.hub.devices.watch()
    house.hub.devices.look_at_lights()
    await expect(reader(page, "seat-1").locator(".light")).to_have_text("safe")
    await expect(reader(page, "seat-1").locator('circle[stroke="#0000ff"]')).to_have_count(1)


async def test_the_readers_stay_in_sight_beside_every_piece(page: Page, house: House) -> None:
    for width, height in ((1366, 768), (390, 844), (360, 640)):
        await page.set_viewport_size({"width": width, "height": height})
        await page.goto(f"{house.url}/virtual")
        await page.evaluate("for (const each of document.querySelectorAll('.bank > details')) each.open = true")
        await page.locator(".bank .thing").last.scroll_into_view_if_needed()
        for name in ("tap", "seat-4"):
            await expect(reader(page, name)).to_be_in_viewport(ratio=1)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{width} is too narrow"


async def test_a_number_after_a_name_lays_that_copy_on_top(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    await page.get_by_role("searchbox").fill("punch#3")
    await expect(page.locator(".bank .kind:visible > .thing .nr")).to_have_text("3")
    await page.locator(".bank .kind:visible > .thing").click()
    await page.get_by_role("searchbox").fill("punch#2")
    await expect(page.locator(".bank .kind:visible > .thing .nr")).to_have_text("2")
    await expect(page.locator(".bank [name=piece]:checked")).to_have_count(0)
    await page.get_by_role("searchbox").fill("vp 10")
    await expect(kinds(page)).to_have_count(1)
    await expect(kinds(page)).to_contain_text("10 VP token")


async def test_the_first_steps_follow_and_stay_closed(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/virtual")
    step = page.locator("#guide [aria-current]")
    await drag(page, step.locator(".thing"), reader(page, "seat-1"))
    await expect(mini(page, 1)).to_have_text("5")
    await expect(step).to_contain_text("Press Undo")
    await page.locator("#do-undo").click()
    await expect(step).to_contain_text("Do what the bar")
    await page.get_by_role("button", name="Close these steps").click()
    await expect(page.locator("#guide")).to_have_count(0)
    await page.reload()
    await expect(page.locator("#guide")).to_have_count(0)
    await page.get_by_role("button", name="First steps").click()
    await expect(page.locator("#guide")).to_be_visible()
