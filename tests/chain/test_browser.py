"""By hand, as a newcomer: the real demo in real Chromium, with two pages side by side."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from .running_demo import RunningDemo

pytestmark = [pytest.mark.chain, pytest.mark.browser]


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[RunningDemo]:
    with RunningDemo(tmp_path / "demo.db") as demo:
        yield demo
        if demo.process.poll() is None:
            assert demo.stop() == 0
            assert "Kept." in demo.said[-1]


def new_page(browser: Browser) -> Page:
    return browser.new_page(viewport={"width": 1280, "height": 1100})


def seat(page: Page, n: int) -> Locator:
    return page.locator(f'[data-key="seat-{n}"]')


def drag(page: Page, name: str, reader: str) -> None:
    """Drag the first piece of that name onto a reader by mouse."""
    source = page.locator(f'.bank .thing:visible:has-text("{name}")').first
    source.scroll_into_view_if_needed()
    thing = source.bounding_box()
    pad = page.locator(f'[data-reader="{reader}"]').bounding_box()
    assert thing is not None
    assert pad is not None
    page.mouse.move(thing["x"] + thing["width"] / 2, thing["y"] + thing["height"] / 2)
    page.mouse.down()
    page.mouse.move(pad["x"] + pad["width"] / 2, pad["y"] + pad["height"] / 2, steps=8)
    page.mouse.up()


def test_a_token_dragged_onto_a_reader_changes_the_score_on_the_other_page(demo: RunningDemo, browser: Browser) -> None:
    assert "MicroPython" in demo.said[0]
    table, virtual = new_page(browser), new_page(browser)
    table.goto(f"{demo.url}/table")
    virtual.goto(f"{demo.url}/virtual")
    expect(virtual.locator("#board")).to_contain_text("Connected")
    expect(virtual.locator("#board")).to_contain_text("MicroPython")
    expect(table.locator("#now-title")).to_contain_text("Ana")
    expect(table.locator("#now")).to_contain_text("Rule: Forever Evil")

    drag(virtual, "5 VP token", "seat-2")
    expect(seat(table, 2)).to_contain_text("5 VP in tokens")
    expect(virtual.locator("#log")).to_contain_text("Bo")
    expect(virtual.locator("#dock")).to_contain_text("5 VP token")

    virtual.get_by_role("searchbox").fill("end turn")
    drag(virtual, "End turn", "tap")
    expect(table.locator("#now-title")).to_contain_text("Bo")
    table.locator("#do-undo").click()
    expect(table.locator("#now-title")).to_contain_text("Ana")
    table.get_by_role("button", name="Français").click()
    expect(table.locator("#now")).to_contain_text("Ana")
    expect(table.locator("html")).to_have_attribute("lang", "fr")


def tap(page: Page, name: str, reader: str) -> None:
    """Find a piece, press a reader: it lies there for a moment and is lifted again."""
    page.get_by_role("searchbox").fill(name)
    page.locator(f'.bank .thing:visible:has-text("{name}")').first.click()
    page.locator(f'[data-reader="{reader}"] .pad').click()
    expect(page.locator(f'[data-reader="{reader}"] ul button')).to_have_count(0)


def test_level_deck_by_hand_with_a_mistake_made_and_put_right(tmp_path: Path, browser: Browser) -> None:
    with RunningDemo(tmp_path / "deck.db", "--level", "deck") as demo:
        table, virtual = new_page(browser), new_page(browser)
        table.goto(f"{demo.url}/table")
        virtual.goto(f"{demo.url}/virtual")
        expect(table.locator("#now")).to_contain_text("Deal 5 cards to the Line-Up")
        for n, name in enumerate(("Catwoman", "Despero", "Power Girl", "Cold Gun", "Steel"), 1):
            tap(virtual, name, "tap")
            left = f"Deal {5 - n} card" if n < 5 else "Tap everything that changes hands."
            expect(table.locator("#now")).to_contain_text(left)

        tap(virtual, "Despero", "tap")
        expect(virtual.locator("#log")).to_contain_text("Ana buys Despero")
        expect(seat(table, 1).locator(".score")).to_have_text("2")
        tap(virtual, "Undo", "tap")
        expect(table.locator("#todo")).to_contain_text("Despero")
        expect(seat(table, 1).locator(".score")).to_have_text("0")
        tap(virtual, "Despero", "tap")  # back where it lay, as the list says
        expect(table.locator("#todo")).to_be_hidden()
        expect(seat(table, 1).locator(".score")).to_have_text("0")

        tap(virtual, "Power Girl", "tap")
        expect(virtual.locator("#log")).to_contain_text("Ana buys Power Girl")
        tap(virtual, "End turn", "tap")
        expect(table.locator("#now")).to_contain_text("Deal 1 card to the Line-Up")
        tap(virtual, "Man-Bat", "tap")
        expect(table.locator("#now-title")).to_contain_text("Bo")


def test_the_demo_killed_in_the_middle_goes_on_with_the_same_score(tmp_path: Path, browser: Browser) -> None:
    db = tmp_path / "killed.db"
    with RunningDemo(db, "--level", "score") as demo:
        virtual = new_page(browser)
        virtual.goto(f"{demo.url}/virtual")
        drag(virtual, "10 VP token", "seat-3")
        expect(virtual.locator('[data-key="mini-3"] b')).to_have_text("10")
        demo.kill()
        expect(virtual.locator("body")).to_contain_text("Connection lost")

    with RunningDemo(db) as again:
        table = new_page(browser)
        table.goto(f"{again.url}/table")
        expect(seat(table, 3)).to_contain_text("10 VP in tokens")
        began = time.monotonic()
        assert again.stop() == 0
    assert time.monotonic() - began < 10, "Ctrl-C must not wait for the pages that are open"


def test_a_port_that_is_taken_is_one_sentence_with_another_port(demo: RunningDemo, tmp_path: Path) -> None:
    port = demo.url.rpartition(":")[2]
    with pytest.raises(AssertionError) as failed:
        RunningDemo(tmp_path / "second.db", "--port", port)
    assert f"cannot open port {port}" in str(failed.value)
    assert "use --port" in str(failed.value)
    assert "Traceback" not in str(failed.value)


def test_a_second_demo_on_the_same_database_is_refused(demo: RunningDemo, tmp_path: Path) -> None:
    with pytest.raises(AssertionError) as failed:
        RunningDemo(tmp_path / "demo.db")
    assert "in use by another Lairkeeper" in str(failed.value)
