"""A whole match of the Evil League by hand on the virtual table, in both languages, through the real firmware.

Two players by house rule and 3 reputation to win: the last villain standing of the first round wins.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lairkeeper.table import demo_uid

from .running_demo import RunningDemo

pytestmark = [pytest.mark.chain, pytest.mark.browser]

DEALT = (
    *(f"scheme-{n}#1" for n in range(1, 5)),
    *("part-1#1", "part-2#1", "part-3#1", "part-4#1", "part-1#2", "part-2#2"),
    *(f"loot-{n}#1" for n in range(1, 7)),
)


def tap(page: Page, piece: str, reader: str) -> None:
    """Choose a piece and press a reader."""
    uid = demo_uid("table" if piece.startswith(("verb-", "seat-")) else "evil-league", piece)
    page.locator(f'.bank [data-uid="{uid}"]').first.click()
    page.locator(f'[data-reader="{reader}"] .pad').click()


def open_drawers(page: Page) -> None:
    """Open every drawer of the piece bank, so that each piece can be seen."""
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")


def speak(page: Page, name: str, lang: str) -> None:
    """Change the language and wait for the page that comes: drawers opened on the page that goes are of no use."""
    page.get_by_role("button", name=name).click()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    page.wait_for_load_state()
    open_drawers(page)


def test_a_whole_match_by_hand_in_both_languages(tmp_path: Path, browser: Browser) -> None:
    begun = ("--game", "evil-league", "--level", "full", "--players", "2")
    words = (*begun, "--rule", "two-players=3", "--layout", "table")
    with RunningDemo(tmp_path / "league.db", *words) as demo:
        page = browser.new_page(viewport={"width": 1280, "height": 1100})
        page.goto(f"{demo.url}/virtual")
        open_drawers(page)
        now, log = page.locator("#now"), page.locator("#log li").first

        expect(now).to_contain_text("Each player keeps one of two Villain sheets")
        expect(now).to_contain_text("Invented numbers")
        tap(page, "seat-1#1", "tap")
        tap(page, "villain-9#1", "tap")
        expect(log).to_contain_text("Ana plays Villain 9")
        page.get_by_role("button", name="Bo: Villain 1", exact=True).click()
        expect(now).to_contain_text("Schemes 4, Parts 6, Loot 6")
        for n, piece in enumerate(DEALT, 1):
            tap(page, piece, "tap")
            expect(page.locator("#log li")).to_have_count(min(40, n + 3))
        expect(now).to_contain_text("Draw Parts (2) and Loot (2).")
        expect(page.locator("#field")).to_contain_text("The Troll Toll")

        speak(page, "Français", "fr")
        expect(now).to_contain_text("Piochez Pièces (2) et Butin (2).")
        for who, first in (("Ana", 5), ("Bo", 7)):
            tap(page, f"part-3#{first}", "tap")
            expect(log).to_contain_text(f"{who} pioche Pièce C")
            tap(page, f"part-4#{first}", "tap")
            expect(log).to_contain_text(f"{who} pioche Pièce D")
            for left in (2, 1):
                expect(now).to_contain_text(f"Piochez {left} carte")
                page.get_by_role("button", name=f"{who} a pioché une carte Butin").click()
        expect(now).to_contain_text("Ana se déplace")

        tap(page, "pawn-9#1", "lair")
        expect(log).to_contain_text("Ana se déplace : Repaire")
        tap(page, "pawn-1#1", "mall")
        expect(now).to_contain_text("Ana agit")
        speak(page, "English", "en")
        tap(page, "verb-buy#1", "tap")
        tap(page, "part-3#5", "tap")
        expect(log).to_contain_text("Ana shops and discards Part C")
        expect(now).to_contain_text("Bo acts")
        page.get_by_role("button", name="Commit").click()
        expect(now).to_contain_text("Bo picks up one of")
        tap(page, "part-4#1", "tap")
        expect(now).to_contain_text("Ana has one final action")
        tap(page, "verb-confirm#1", "tap")
        expect(now).to_contain_text("Ana wins with 3")
        speak(page, "Français", "fr")
        expect(now).to_contain_text("Ana gagne")
