"""DC Forever by hand on the virtual table, in both languages, from the draft to the result page.

The players are those of the demo: what they tap is clicked in the browser, and beside it in a match in memory, which
says what the page must ask next.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE, Component, kind_of
from lairkeeper.core.pieces import piece
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.opening import draft_order
from lairkeeper.games.dc_forever.simulation.full import FullMatch
from lairkeeper.kit.play import PlayScanner
from lairkeeper.simulation.acts import Intent, Tap
from lairkeeper.simulation.auto import SEATS, simulated_match_of
from lairkeeper.table import demo_uid
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.translator import Translator

from .played_by_hand import Hands, House, Ways, lift, until
from .running_demo import RunningDemo
from .test_browser import new_page

pytestmark = [pytest.mark.chain, pytest.mark.browser, pytest.mark.soak, pytest.mark.timeout(3600)]
PATIENCE = 30_000
"""Milliseconds that a page on a busy machine may take to show what was tapped."""


class Double:
    """The same taps in the browser and in memory."""

    def __init__(self, page: Page, history: History, lang: str, db: Path) -> None:
        self.page = page
        self._db = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
        self.history = history
        self.lang = lang
        self._scanner = PlayScanner(history)
        self._t = Translator(texts_for(lang, GAME.texts_dir))
        self._last = Tap("", "")
        self._ways = Ways()

    def tap(self, *taps: Tap) -> None:
        """One sentence; then the page asks what the match in memory asks."""
        for each in taps:
            self._scanner.scan(each.reader, each.component)
            if each == self._last:
                lift()
            self._ways.go(each.component, each.reader)
            self._click(each)
            self._ways.leave(each.component, each.reader)
            self._last = each
        self.compare()

    def _click(self, tap: Tap) -> None:
        box = "table" if piece(tap.component) else GAME.id
        self.page.get_by_role("searchbox").fill(tap.component)
        self.page.locator(f'.bank [data-uid="{demo_uid(box, tap.component)}"]').first.click()
        before = self._seen()
        self.page.locator(f'[data-reader="{tap.reader}"] .pad').click()
        until(lambda: self._seen() >= before + 2)  # it came, and it left
        expect(self.page.locator(f'[data-reader="{tap.reader}"] ul button')).to_have_count(0, timeout=PATIENCE)

    def _seen(self) -> int:
        """Return the amount that the board has told."""
        return int(self._db.execute("select coalesce(max(id), 0) from inbox").fetchone()[0])

    def option(self, code: str, card: Component = "") -> str:
        """Return the text on the button of an option."""
        return self._t.say("option", code, {"card": card})

    def compare(self) -> None:
        view = GAME.view(self.history.state, TABLE)
        if view.prompt is not None:
            said = self._t.say("prompt", view.prompt.code, view.prompt.args)
            expect(self.page.locator("#now")).to_contain_text(said, timeout=PATIENCE)


def draft(evening: FullMatch, history: History) -> Iterator[tuple[Tap, ...]]:
    """Who is first of each pair, and the draft in the order of the book."""
    setup, seats = evening.header.setup, evening.header.seats
    trays = {seat: f"seat-{n}" for n, seat in enumerate(seats, 1)}
    while history.state.prompt is not None and history.state.prompt.code == "lot":
        first = setup[f"first.{history.state.prompt.args['what']}"]
        yield (Tap("tap", f"{trays[first]}#1"),)
    left = {seat: list(setup[f"team.{seat}"]) for seat in seats}
    for seat, n in draft_order(history.state):
        for _ in range(n):
            yield (Tap(trays[seat], left[seat].pop(0)),)


def starters(browser: Browser, url: str, evening: FullMatch, both: Double) -> None:
    """Each player opens the own page with a code from the table's screen, and chooses there in secret."""
    for n, seat in enumerate(evening.header.seats):
        page = new_page(browser)
        page.context.add_cookies([{"name": "lang", "value": both.lang, "url": url}])
        page.goto(f"{url}/seat")
        page.locator('form[action="/seat/code"] button').nth(n).click()
        page.locator("summary").click()
        code = page.locator("output").inner_text()
        page.goto(f"{url}/seat?name={seat}")
        page.locator('input[name="code"]').fill(code)
        page.locator("section[data-key=locked] button.primary").click()
        for char in evening.header.setup[f"starters.{seat}"]:
            page.locator("#own form button").filter(has_text=both.option("pick", char)).click()
            both.history.submit(Command(move="starter", by=seat, card=char))
            expect(page.locator("#own form button").filter(has_text=both.option("unpick", char))).to_be_visible(
                timeout=PATIENCE
            )
        page.locator("#own form button").filter(has_text=both.option("starters-done")).click()
        both.history.submit(Command(move="done", by=seat))
        both.compare()
        page.context.close()


def face_down(history: History) -> set[Component]:
    """Schemes that nobody but the Rogue side may know."""
    cards = (card for n in (1, 2, 3) for card in history.state.zone(f"scheme-{n}"))
    return {card for card in cards if TABLE not in history.state.known.get(card, ())}


@pytest.mark.parametrize(("players", "lang", "seed"), [(2, "en", 39), (2, "fr", 15), (3, "fr", 34), (4, "en", 11)])
def test_a_whole_match_from_the_draft_to_the_result(
    tmp_path: Path, browser: Browser, players: int, lang: str, seed: int
) -> None:
    seats = SEATS[:players]
    evening = FullMatch(seats, Random(f"dc-forever {seed}"), "seats", {})
    history = History.start(GAME, Header(GAME.id, seats, "full", {}, {}, GAME.version))
    assert isinstance(history, History)
    evening.watch(lambda: GAME.view(history.state, TABLE))
    words = ("--game", "dc-forever", "--level", "full", "--players", str(players), "--lang", lang)
    with RunningDemo(tmp_path / "dc.db", *words) as demo:
        page, table = new_page(browser), new_page(browser)
        for each, path in ((page, "/virtual"), (table, "/table")):
            each.context.add_cookies([{"name": "lang", "value": lang, "url": demo.url}])
            each.goto(demo.url + path)
        both = Double(page, history, lang, tmp_path / "dc.db")
        both.compare()
        for taps in draft(evening, history):
            both.tap(*taps)
        starters(browser, demo.url, evening, both)
        for act in evening.acts():
            if act.intent in (Intent.MOVE, Intent.JIGGLE):
                both.tap(*act.taps)
            names = {GAME.catalog.kinds[kind_of(card)].names[lang] for card in face_down(history)}
            shown = page.locator("#dock").inner_text()
            assert not [name for name in names if re.search(rf"{re.escape(name)}(?! ?[0-9])", shown)]
        assert not evening.differences(GAME.view(history.state, TABLE))
        expect(table.locator("#seats .plate")).to_have_count(len(evening.winners()), timeout=PATIENCE)
        for n, name in enumerate(seats, 1):
            score = table.locator(f'[data-key="seat-{n}"] .score')
            expect(score).to_have_text(str(evening.scores()[name]), timeout=PATIENCE)


@pytest.mark.parametrize(("players", "lang"), [(2, "fr"), (3, "en"), (4, "fr")])
def test_a_whole_match_that_only_counts(tmp_path: Path, browser: Browser, players: int, lang: str) -> None:
    evening = simulated_match_of("dc-forever", players, 5, "score", "tap", {})
    with House(evening, tmp_path / "dc.db", lang) as house:
        table, virtual = new_page(browser), new_page(browser)
        for page, path in ((table, "/table"), (virtual, "/virtual")):
            page.context.add_cookies([{"name": "lang", "value": lang, "url": house.url}])
            page.goto(house.url + path)
        Hands(evening, house, table, virtual, print).play()
        for winner in evening.winners():
            expect(table.locator("#now .what")).to_contain_text(winner)
        for n, name in enumerate(evening.header.seats, 1):
            score = table.locator(f'[data-key="seat-{n}"] .score')
            expect(score).to_have_text(str(evening.scores()[name]), timeout=PATIENCE)
