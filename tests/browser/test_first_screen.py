"""The scores are on the first screen and nothing is wider: four games, many sizes, two languages. Axe in all themes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.async_api import Browser, Page, expect

from lairkeeper.core.command import Command
from lairkeeper.table import Hub
from lairkeeper.web.translator import THEMES
from tests.fresh import SEED, some
from tests.web.lan.conftest import needs_more_loopback
from tests.web.situations import QuietBoard, begun, hub_of, scanned

from .conftest import House
from .test_access import complaints
from .test_lan import lan_of

pytestmark = pytest.mark.browser

SIZES = ((360, 640), (390, 844), (820, 1180), (1280, 1160), (1366, 768), (1920, 1080), (3840, 2160))
SEATS = ("Ana", "Bo", "Grand-mère Élodie", "Dan", "Éloïse-Marguerite", "Kai")
GAMES = ("dc-forever", "evil-101", "evil-league", "forever-evil")
MATCHES = (
    ("forever-evil", "score", 5),
    ("forever-evil", "deck", 2),
    ("forever-evil", "full", 4),
    ("dc-forever", "score", 4),
    ("dc-forever", "full", 2),
    ("evil-101", "score", 6),
    ("evil-101", "full", 6),
    ("evil-league", "score", 5),
    ("evil-league", "full", 4),
)
TVS = ((1280, 720), (1920, 1080), (3840, 2160))
ON_TV = """() => {
    const faults = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push(`${root.scrollWidth - innerWidth} px too wide`);
    const over = document.querySelector(".podium");
    const row = over ? "#ending-title, .podium .score" : "#now .whose, #seats .score:not(.vh)";
    for (const each of document.querySelectorAll(row)) {
        const box = each.getBoundingClientRect();
        if (box.top < 0 || box.bottom > innerHeight) faults.push(`${each.className}: ${box.top} to ${box.bottom}`);
    }
    const told = document.querySelector("#now .told");
    if (!over && told.scrollHeight > told.clientHeight + 1) faults.push(`cut off below: ${told.textContent}`);
    const px = (each) => parseFloat(getComputedStyle(each).fontSize) / innerHeight * 1080;
    for (const each of document.querySelectorAll('[data-kind="prompt"] .whose:not(.long)'))
        if (px(each) < 90) faults.push(`a name of ${px(each)} px`);
    for (const each of document.querySelectorAll(".door .score:not(.range)"))
        if (px(each) < 120) faults.push(`a score of ${px(each)} px`);
    return faults;
}"""
SEEN = """() => {
    const foot = document.querySelector(".top nav").getBoundingClientRect();
    const end = getComputedStyle(document.querySelector(".top nav")).position === "fixed" ? foot.top : innerHeight;
    const faults = [];
    const over = document.querySelector(".podium"); // at the end the podium is the score row
    // A question after the end stands above the podium, whose scores a small phone shows below.
    const asked = over && innerHeight < 700 && document.querySelector("#now[data-kind=question]");
    const ended = asked ? "#ending-title" : "#ending-title, .podium .score";
    const row = over ? ended : "#now .whose, #seats .score:not(.vh)";
    for (const each of document.querySelectorAll(row)) {
        const box = each.getBoundingClientRect();
        if (box.top < 0 || box.bottom > end) faults.push(`${each.className}: ${box.top} to ${box.bottom} of ${end}`);
    }
    if (!document.querySelector("#seats .score")) faults.push("no score");
    const told = document.querySelector("#now .told").getBoundingClientRect();
    const asks = "#now:is([data-kind=prompt], [data-kind=everyone])";
    for (const each of document.querySelectorAll(`${asks} :is(.whose, .what)`))
        if (each.getBoundingClientRect().bottom > told.bottom + 1) faults.push(`cut off below: ${each.textContent}`);
    for (const each of document.querySelectorAll("#now .answers")) {
        each.scrollTop = 0;
        const first = each.querySelector("button, a");
        if (first && first.getBoundingClientRect().top < each.getBoundingClientRect().top - 1)
            faults.push("the first answer cannot be scrolled to");
        const second = each.children[1];
        if (second && second.getBoundingClientRect().top > each.getBoundingClientRect().bottom - 24)
            faults.push(`nobody sees that there is a second answer: ${second.textContent}`);
    }
    const wide = document.documentElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`${wide} px too wide`);
    const line = over ? "" : ".turn .line, ";
    for (const each of document.querySelectorAll(`${line}.door, .side-door, .location, .card .name`))
        if (each.scrollWidth > each.clientWidth + 1) faults.push(`cut off: ${each.className} ${each.textContent}`);
    return faults;
}"""


def states(hub: Hub, rng: random.Random) -> Iterator[str]:
    """Take a match on by what its players may do, and stop in a few states, with a question of the table's in one."""
    table = hub.table
    assert table is not None
    yield "begun"
    for steps in (6, 25):
        for _ in range(steps):
            view = table.view()
            ways: list[Command] = [option.command for option in view.prompt.options] if view.prompt else []
            if not ways or rng.random() < 0.5:
                ways = [offer.command for offer in table.offers() if offer.refusal is None] or ways
            ways = [each for each in ways if each.move not in ("set-level", "end-game")]
            if view.finished or not ways:
                break
            table.act(rng.choice(ways), "page")
        yield f"after {steps}"
    scanned(hub, "tap", "04AABBCCDDEEFF")
    yield "asked"


@pytest.mark.parametrize(("game", "level", "players"), MATCHES)
async def test_the_scores_are_on_the_first_screen(browser: Browser, game: str, level: str, players: int) -> None:
    hub = hub_of(board=QuietBoard())
    rules = {"opening": "first-game"} if game == "dc-forever" and players == 2 else {}
    begun(hub, game, SEATS[:players], level=level, ruleset=rules)
    house = House(hub)
    await house.open()
    found = []
    context = await browser.new_context(reduced_motion="reduce")
    page = await context.new_page()
    for n, state in enumerate(states(hub, random.Random(f"{SEED} {game} {level}"))):
        lang = ("fr", "en")[n % 2]
        await context.add_cookies([{"name": "lang", "value": lang, "url": house.url}])
        await page.goto(f"{house.url}/table")
        await page.evaluate("document.fonts.ready")
        for width, height in SIZES:
            await page.set_viewport_size({"width": width, "height": height})
            found += [f"{state} {lang} {width}x{height}: {each}" for each in await page.evaluate(SEEN)]
        await page.goto(f"{house.url}/tv")
        for width, height in TVS:
            await page.set_viewport_size({"width": width, "height": height})
            found += [f"{state} {lang} TV of {width}x{height}: {each}" for each in await page.evaluate(ON_TV)]
    await context.close()
    await house.close()
    assert not found, "\n".join(found)


@needs_more_loopback
@pytest.mark.parametrize("size", TVS, ids=str)
async def test_on_the_tv_the_longest_prompt_has_room_beside_the_code(
    busy: House, browser: Browser, size: tuple[int, int]
) -> None:
    """Nobody can scroll there. No prompt has more than eight words, which may be names of cards."""
    lan = lan_of(busy)
    await lan.open("127.0.0.2")
    page = await browser.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    await page.goto(f"{busy.url}/tv")
    await page.evaluate("document.fonts.ready")
    await expect(page.locator("#lan .code")).to_be_visible()
    await page.locator("#now .what").evaluate(
        "(each) => { each.textContent = 'Choose whom Battle on Many Fronts exhausts, or pass it on (1 left).';"
        " each.classList.add('long'); }"
    )
    assert await page.evaluate(ON_TV) == []
    await lan.close()


async def themed(browser: Browser, house: House, theme: str, width: int) -> Page:
    context = await browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    await context.add_cookies([{"name": "theme", "value": theme, "url": house.url}])
    return await context.new_page()


@pytest.mark.parametrize(("game", "theme"), some([(game, theme) for game in GAMES for theme in THEMES], 6))
async def test_axe_has_nothing_to_say_about_the_table_in_any_theme(browser: Browser, game: str, theme: str) -> None:
    hub = hub_of(board=QuietBoard())
    rules = {"opening": "first-game"} if game == "dc-forever" else {}
    begun(hub, game, SEATS[: 2 if rules else 4], level="full", ruleset=rules)
    house = House(hub)
    await house.open()
    found = []
    rng = random.Random(f"{SEED} {game} {theme}")
    page = await themed(browser, house, theme, rng.choice((390, 1366)))
    for state in states(hub, rng):
        if state != "after 6":
            await page.goto(f"{house.url}/table")
            found += [f"{state}: {each}" for each in await complaints(page)]
    await house.close()
    assert not found, "\n".join(found)
