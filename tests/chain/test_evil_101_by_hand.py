"""Evil:101 by hand on the virtual table, in both languages, through the firmware: face down means told to nobody."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lairkeeper.store import Store
from lairkeeper.table import Hub, Table, demo_uid

from .played_by_hand import lift
from .running_demo import RunningDemo
from .test_browser import new_page, seat, tap

pytestmark = [pytest.mark.chain, pytest.mark.browser]

WORDS = {
    "en": {
        "plot": "Plot", "target": "Target", "agent": "Agent", "confirm": "Confirm", "end": "End turn",
        "deal": "Turn 2 Targets up", "place": "Bo lays the Plot", "down": "A card, face down",
        "handle": "Ana is the Handler", "sum": "Bo collects 3 = 2 + 1", "wins": "Bo wins with",
    },
    "fr": {
        "plot": "Complot", "target": "Cible", "agent": "Agent", "confirm": "Confirmer", "end": "Fin du tour",
        "deal": "Retournez 2 Cibles", "place": "Bo pose le Complot", "down": "Une carte, face cachée",
        "handle": "Ana est Responsable", "sum": "Bo marque 3 = 2 + 1", "wins": "Bo gagne avec",
    },
}  # fmt: skip

WORDS_UNDO = {"en": "Undo", "fr": "Annuler"}


def begun(db: Path, lang: str, level: str, setup: dict[str, int]) -> Path:
    """Make a database in which a match of two has begun, with some points already won."""
    with Store.open(db) as store:
        hub = Hub(store)
        hub.set_language(lang)
        assert isinstance(hub.start("evil-101", ("Ana", "Bo"), level=level, setup=setup), Table)
        hub.enrol_demo_set("evil-101")
    return db


def pages(browser: Browser, demo: RunningDemo, lang: str) -> tuple[Page, Page]:
    table, virtual = new_page(browser), new_page(browser)
    for page, path in ((table, "/table"), (virtual, "/virtual")):
        page.context.add_cookies([{"name": "lang", "value": lang, "url": demo.url}])
        page.goto(demo.url + path)
    return table, virtual


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_round_at_level_full_to_the_end_of_the_match(tmp_path: Path, browser: Browser, lang: str) -> None:
    say = WORDS[lang]
    with RunningDemo(begun(tmp_path / "full.db", lang, "full", {"purse.Bo": 18}), "--players", "2") as demo:
        table, virtual = pages(browser, demo, lang)
        now = table.locator("#now")
        expect(now).to_contain_text(say["deal"])
        for n in (1, 2):
            tap(virtual, f"{say['target']} {n}", "tap")
        expect(now).to_contain_text(say["place"])
        tap(virtual, f"{say['plot']} 4", "seat-2")
        expect(virtual.locator("#dock")).to_contain_text(say["down"])
        tap(virtual, f"{say['target']} 2", "seat-2")
        expect(now).to_contain_text(say["handle"])
        assert f"{say['plot']} 4" not in table.locator("body").inner_text(), "nobody is told which Plot it is"
        tap(virtual, f"{say['agent']} 3", "seat-1")
        expect(now).to_contain_text(say["sum"])
        expect(virtual.locator("#field")).to_contain_text(f"{say['plot']} 4")
        tap(virtual, say["confirm"], "seat-2")
        expect(now).to_contain_text(f"{say['wins']} 21")
        expect(seat(table, 2).locator(".score")).to_have_text("21")


@pytest.mark.soak
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_match_from_nothing_at_level_score(tmp_path: Path, browser: Browser, lang: str) -> None:
    say = WORDS[lang]
    with RunningDemo(begun(tmp_path / "score.db", lang, "score", {}), "--players", "2") as demo:
        table, virtual = pages(browser, demo, lang)
        for n, tray in enumerate(("seat-2", "seat-1", "seat-2", "seat-1", "seat-2"), 1):
            tap(virtual, f"{say['plot']} 19", tray)
            tap(virtual, f"{say['target']} 11", tray)
            expect(seat(table, int(tray[-1])).locator(".score")).to_have_text(str(9 * ((n + 1) // 2)))
            if n < 5:
                tap(virtual, say["end"], "tap")
        expect(table.locator("#now")).to_contain_text(f"{say['wins']} 27")


ROUNDS = (
    ("Bo", 7, "15#1", "1#1", 7), ("Ana", 6, "12#1", "3#1", 7), ("Bo", 5, "7#1", "4#1", 14),
    ("Ana", 12, "10#1", "1#2", 13), ("Bo", 8, "7#2", "2#1", 20),
)  # fmt: skip
"""Who places, the Target, the Plot, the Handler's Agent, which does not foil, and the points then."""
NEXT = (6, 5, 12, 8, 1)
"""The Target that is turned up beside it."""
TRAYS = {"Ana": "seat-1", "Bo": "seat-2"}


def lay(page: Page, component: str, reader: str) -> None:
    """Lay down this very copy: one that was used lies in the discards."""
    page.get_by_role("searchbox").fill(component)
    page.locator(f'.bank [data-uid="{demo_uid("evil-101", component)}"]').first.click()
    page.locator(f'[data-reader="{reader}"] .pad').click()
    expect(page.locator(f'[data-reader="{reader}"] ul button')).to_have_count(0)


@pytest.mark.soak
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_whole_match_from_nothing_at_level_full(tmp_path: Path, browser: Browser, lang: str) -> None:
    say = WORDS[lang]
    with RunningDemo(begun(tmp_path / "full.db", lang, "full", {}), "--players", "2") as demo:
        table, virtual = pages(browser, demo, lang)
        tap(virtual, f"{say['target']} {ROUNDS[0][1]}", "tap")
        for (who, target, plot, agent, points), turned_up in zip(ROUNDS, NEXT, strict=True):
            own = TRAYS[who]
            (other,) = set(TRAYS.values()) - {own}
            lay(virtual, f"target-{turned_up}#1", "tap")
            lay(virtual, f"plot-{plot}", own)
            lay(virtual, f"target-{target}#1", own)
            assert f"{say['plot']} {plot.partition('#')[0]}<" not in table.locator("main").inner_html(), (
                "nobody is told which Plot it is"
            )
            expect(table.locator("#now")).to_contain_text(say["agent"])
            lay(virtual, f"agent-{agent}", other)
            expect(table.locator("#now .help")).to_contain_text(" = ")
            tap(virtual, say["confirm"], own)
            expect(seat(table, int(own[-1])).locator(".score")).to_have_text(str(points))
            if points < 20:
                lift()  # a hand takes longer than an antenna that flickers
                tap(virtual, say["confirm"], own)  # the new Handler keeps all Agents
                tap(virtual, say["end"], "tap")  # nobody buys
        expect(table.locator("#now")).to_contain_text(f"{say['wins']} 20")
        tap(virtual, WORDS_UNDO[lang], "tap")
        expect(table.locator("#now")).not_to_contain_text(say["wins"])
