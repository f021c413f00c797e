"""The table page in a browser: live, resumed, and it keeps focus, scroll, open details and its layout."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from lairkeeper.core.command import Command
from tests.web.situations import full_disk, put_back, scanned, tapped

from .conftest import House, Troubles, painted, press

pytestmark = pytest.mark.browser


def gain(house: House, seat: str, card: str = "vp-1", who: str = "scan") -> None:
    table = house.hub.table
    assert table is not None
    table.act(Command(move="gain", by=seat, card=card), who)


def score(page: Page, n: int):
    return page.locator(f'[data-key="seat-{n}"] .score')


async def test_a_scan_changes_the_open_page_without_a_reload(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/table")
    await page.evaluate("window.mark = 1")
    await expect(score(page, 2)).to_have_text("0")
    gain(house, "Bo", "vp-5")
    await expect(score(page, 2)).to_have_text("5")
    await expect(page.get_by_role("button", name="Undo: Bo gains 5 VP")).to_be_visible()
    assert await page.evaluate("window.mark") == 1


async def test_an_answer_that_the_stream_has_overtaken_changes_nothing_back(page: Page, house: House) -> None:
    answered = asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        answered.set()
        await expect(score(page, 2)).to_have_text("5")
        await route.fulfill(response=answer)

    await page.route("**/act", late)
    await page.goto(f"{house.url}/table")
    async with page.expect_response("**/act") as overtaken:
        await press(page, "Ana", "+1")
        await answered.wait()
        gain(house, "Bo", "vp-5")
    await (await overtaken.value).finished()
    await painted(page)
    await expect(score(page, 1)).to_have_text("1")
    await expect(score(page, 2)).to_have_text("5")


async def test_focus_scroll_details_and_typing_survive_an_update(page: Page, house: House) -> None:
    await page.set_viewport_size({"width": 1280, "height": 500})
    for _ in range(30):
        gain(house, "Ana")
    await page.goto(f"{house.url}/workshop")
    await page.locator("summary", has_text="Correct").click()
    reason = page.get_by_label("Reason")
    await reason.fill("miscou")
    await page.locator('[data-key="m-steal"] summary').click()
    await page.locator("#log ol").evaluate("each => { each.scrollTop = 120 }")
    await reason.focus()
    await page.evaluate("scrollTo(0, 250)")
    seen = "[scrollY, Math.round(document.querySelector('#log li:nth-last-child(25)').getBoundingClientRect().top)]"
    before = await page.evaluate(seen)
    gain(house, "Bo", "vp-10")
    await expect(page.locator("#log li").first).to_contain_text("Bo gains 10 VP")
    assert await page.evaluate(seen) == before, "the line that was being read stays where it was"
    await expect(reason).to_be_focused()
    await page.keyboard.type("nted")
    await expect(reason).to_have_value("miscounted")
    assert await page.locator('details[data-key="m-steal"]').evaluate("each => each.open")


async def test_nothing_jumps_when_the_score_the_prompt_and_the_scan_change(page: Page, house: House) -> None:
    table = house.hub.table
    assert table is not None
    await page.goto(f"{house.url}/table")
    await page.evaluate(
        """() => { window.moved = []; new PerformanceObserver((list) => {
            // A number in the middle of its line grows to both sides: only what moves up or down has jumped.
            const moved = list.getEntries().flatMap((each) => each.sources)
                .filter((each) => Math.abs(each.previousRect.y - each.currentRect.y) > 1);
            // What has gone from the page since has no node any more.
            const parts = moved.map(({ node }) => (node?.nodeType === 1 ? node : node?.parentElement));
            // A new line pushes the older ones down inside the log, which has its own frame.
            const outside = parts.filter((each) => each && !each.closest("#log ol"));
            window.moved.push(...outside.map((each) => each.outerHTML.slice(0, 80)));
        }).observe({ type: "layout-shift", buffered: false }); }"""
    )
    for n in range(12):
        gain(house, "Bo", "vp-10")
        scanned(house.hub, f"seat-{n % 4 + 1}", f"08{n:06X}", "foreign")
        await expect(score(page, 2)).to_have_text(str(10 * n + 10))
    scanned(house.hub, "tap", "04AABBCCDDEEFF")
    await expect(page.locator("#now")).to_have_attribute("data-kind", "question")
    put_back(house.hub)
    table.act(Command(move="end-turn", by="Ana", prompt=table.view().prompt.id), "scan")
    await expect(page.locator(".plate")).to_be_visible()
    await expect(score(page, 2)).to_have_text("120")
    await painted(page)
    assert await page.evaluate("window.moved") == []


async def at_the_foot(bar: Locator, page: Page) -> None:
    """Assert that a bar is in sight at the foot of a laptop, and above the places of a phone."""
    for width, height, foot in ((1366, 768, 768), (390, 844, 780)):
        await page.set_viewport_size({"width": width, "height": height})
        shown = await bar.bounding_box()
        assert shown is not None
        assert shown["y"] + shown["height"] <= foot + 1, (width, shown)
        assert shown["y"] >= 0, (width, shown)


async def test_a_lost_connection_is_told_and_made_good(page: Page, house: House, troubles: Troubles) -> None:
    await page.goto(f"{house.url}/table")
    await house.close()
    await expect(page.locator("#lost")).to_be_visible()
    await expect(page.locator("#lost")).to_contain_text("start it again")
    await at_the_foot(page.locator("#lost"), page)
    gain(house, "Bo", "vp-5")
    await house.open()
    await expect(score(page, 2)).to_have_text("5", timeout=15_000)
    await expect(page.locator("#lost")).to_be_hidden()
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator('[data-key="seat-2"] .plate')).to_be_visible()
    troubles[:] = [each for each in troubles if "ERR_" not in each]


async def test_a_button_pressed_while_the_server_is_away_is_told(page: Page, house: House, troubles: Troubles) -> None:
    gain(house, "Bo")
    await page.goto(f"{house.url}/table")
    await house.close()
    await page.locator("#do-undo").click()
    await expect(page.locator("#notice")).to_contain_text("Connection lost")
    await house.open()
    troubles[:] = [each for each in troubles if "ERR_" not in each]


async def test_what_the_disk_refused_is_told_until_it_is_over(page: Page, house: House, troubles: Troubles) -> None:
    gain(house, "Bo")
    await page.goto(f"{house.url}/table")
    with full_disk(house.hub):
        await page.locator("#do-undo").click()
        await expect(page.locator("#notice")).to_have_text(
            "That was not done. No room is left on the disk of lair.db. Free some space: nothing counts before that, "
            "the boards keep their scans. Then try again."
        )
        await at_the_foot(page.locator("#problem"), page)
    house.hub.troubles.try_again()
    await expect(page.locator("#problem")).to_contain_text("takes everything again")
    await expect(page.locator("#notice")).to_be_hidden()
    troubles[:] = [each for each in troubles if "503" not in each]


async def test_a_refusal_goes_when_the_match_goes_on(page: Page, house: House, troubles: Troubles) -> None:
    await page.goto(f"{house.url}/table")
    refused = "lair.post(null, new URLSearchParams({page: 'table', move: 'end-turn', by: 'Bo'}), '/act')"
    for focused in (False, True):
        await page.evaluate(refused)
        await expect(page.locator("#notice")).to_contain_text("It is not the turn of Bo")
        if focused:
            await page.locator("#force").focus()  # about to say why it happened all the same
        gain(house, "Bo")
        await expect(score(page, 2)).to_have_text("2" if focused else "1")
        await expect(page.locator("#notice")).to_be_visible(visible=focused)
    troubles[:] = [each for each in troubles if "409" not in each]


async def test_clicks_gain_undo_and_redo(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/table")
    await page.locator("#seats").get_by_role("link", name="Bo").click()
    button = page.get_by_role("dialog").get_by_role("button", name="+5: Bo")
    for n in range(1, 6):
        await button.click()
        await expect(score(page, 2)).to_have_text(str(5 * n))
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Undo: Bo gains 5 VP").click()
    await expect(score(page, 2)).to_have_text("20")
    await page.get_by_role("button", name="Redo").click()
    await expect(score(page, 2)).to_have_text("25")
    await page.keyboard.press("Control+z")
    await expect(score(page, 2)).to_have_text("20")
    await page.keyboard.press("Control+y")
    await expect(score(page, 2)).to_have_text("25")


async def test_a_whole_steal_by_keyboard_alone(page: Page, house: House) -> None:
    gain(house, "Bo", "vp-5")
    await page.goto(f"{house.url}/workshop")
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await page.keyboard.press("Enter")
    summary = page.locator('[data-key="m-steal"] summary')
    for _ in range(60):
        await page.keyboard.press("Tab")
        if await summary.evaluate("each => each === document.activeElement"):
            break
    await page.keyboard.press("Enter")
    form = page.locator('[data-key="m-steal"] form')
    await expect(form).to_be_visible()
    await page.keyboard.press("Tab")
    for _ in range(10):
        if await form.locator("button").evaluate("each => each === document.activeElement"):
            break
        await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("#log li").first).to_contain_text("Ana steals 1 VP from Bo")


async def test_a_refusal_is_told_and_can_be_closed(page: Page, house: House, troubles: Troubles) -> None:
    gain(house, "Ana")
    gain(house, "Bo")
    await page.goto(f"{house.url}/workshop")
    await page.locator('[data-key="m-steal"] summary').click()
    form = page.locator('[data-key="m-steal"] form')
    await form.get_by_label("Ana", exact=True).first.check(force=True)
    await form.locator('[name="target"][value="Ana"]').check(force=True)
    await form.get_by_role("button").click()
    await expect(page.get_by_role("alert")).to_contain_text("Ana cannot steal from Ana")
    await page.keyboard.press("Escape")
    await expect(page.locator("#notice")).to_be_hidden()
    troubles[:] = [each for each in troubles if "409 (Conflict)" not in each]


async def test_a_question_is_answered_by_a_click(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/table")
    for tray in ("seat-1", "seat-2"):
        tapped(house.hub, tray, "vp-5#1")
    await expect(page.locator("#now")).to_have_attribute("data-kind", "question")
    await page.locator("#now .answers button").nth(1).click()
    await expect(score(page, 2)).to_have_text("5")
    await expect(page.locator("#now")).to_have_attribute("data-kind", "prompt")


async def test_it_works_without_javascript(house: House, browser: Browser) -> None:
    context = await browser.new_context(java_script_enabled=False, viewport={"width": 900, "height": 700})
    page = await context.new_page()
    await page.goto(f"{house.url}/table")
    await page.locator("#seats").get_by_role("link", name="Bo").click()
    await page.get_by_role("button", name="+5: Bo").click()
    await expect(score(page, 2)).to_have_text("5")
    await page.locator("#do-undo").click()
    await expect(score(page, 2)).to_have_text("0")
    await page.get_by_role("button", name="Français").click()
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await page.get_by_role("link", name="Table virtuelle").click()
    await page.locator('.thing:has-text("5 PV") input').first.check(force=True)
    await page.get_by_role("button", name="Poser la pièce choisie : Plateau de Cleo").click()
    await expect(page.locator('[data-key="mini-3"] b')).to_have_text("5")
    await context.close()


async def test_theme_and_language_are_kept(page: Page, house: House) -> None:
    await page.goto(f"{house.url}/tags")
    await page.get_by_role("button", name="Theme").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "light")
    await page.get_by_role("button", name="Theme").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.get_by_role("button", name="Français").click()
    await page.goto(f"{house.url}/table")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.get_by_role("button", name="Fin du tour")).to_be_visible()


async def test_two_windows_side_by_side_show_the_same(page: Page, house: House, browser: Browser) -> None:
    other = await browser.new_page()
    await page.goto(f"{house.url}/table")
    await other.goto(f"{house.url}/virtual")
    await other.locator('.bank .thing:has-text("10 VP token") input').first.check(force=True)
    await other.get_by_role("button", name="Dan’s tray").click()
    await expect(score(page, 4)).to_have_text("10")
    await expect(other.locator('[data-key="mini-4"] b')).to_have_text("10")
    await page.locator("#do-undo").click()
    await expect(other.locator('[data-key="mini-4"] b')).to_have_text("0")
    await other.close()


async def test_a_part_that_changes_its_kind_is_made_anew(page: Page, house: House) -> None:
    """A move of one button becomes one of several fields, and back, while the page is open."""
    table = house.hub.table
    assert table is not None
    table.act(Command(move="end-game", by="Ana", option="line-up"), "page")
    table.act(table.view().prompt.options[0].command, "page")
    table.act(Command(move="sweep", by="Ana", card="kick"), "page")
    await page.goto(f"{house.url}/workshop")
    unsweep = page.locator('[data-key="m-unsweep"]')
    assert await unsweep.evaluate("each => each.nodeName") == "DIV"
    table.act(Command(move="sweep", by="Bo", card="punch"), "page")
    await expect(page.locator('details[data-key="m-unsweep"] > summary')).to_be_visible()
    await expect(unsweep).to_have_count(1)
    await expect(unsweep.locator("form")).to_be_hidden()
    table.undo(1, "page")
    await expect(page.locator('div[data-key="m-unsweep"] button')).to_be_visible()
