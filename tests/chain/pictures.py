"""`make pictures`: plays a few taps on the running demo and photographs its pages for the README."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.chromium import ARGS, CHROMIUM

from .running_demo import RunningDemo

FOLDER = Path(__file__).parents[2] / "docs" / "img"
TAPS = (
    *((name, "tap") for name in ("Catwoman", "Power Girl", "Cold Gun", "Despero", "Happy Harbor")),
    ("Power Girl", "tap"),
    ("5 VP token", "seat-1"),
    ("End turn", "tap"),
    ("Man-Bat", "tap"),
    ("Happy Harbor", "tap"),
    ("10 VP token", "seat-2"),
    ("End turn", "tap"),
    ("Element Woman", "tap"),
    ("Catwoman", "tap"),
    ("Seat 3", "tap"),
    ("Seat 2", "tap"),
    ("+1", "tap"),
)


def tap(page: Page, name: str, reader: str) -> None:
    """Choose a piece by the search box, press a reader, and wait until it was lifted again."""
    page.get_by_role("searchbox").fill(name)
    page.locator(f'.bank .thing:visible:has-text("{name}")').first.click()
    page.locator(f'[data-reader="{reader}"] .pad').click()
    expect(page.locator(f'[data-reader="{reader}"] ul button')).to_have_count(1)
    expect(page.locator(f'[data-reader="{reader}"] ul button')).to_have_count(0)


def main() -> None:
    """Both pages, 1280 pixels wide."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        demo = RunningDemo(Path(folder) / "pictures.db", "--level", "deck")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        try:
            size = {"width": 1280, "height": 1160}
            table, virtual = browser.new_page(viewport=size), browser.new_page(viewport=size)
            table.goto(f"{demo.url}/table")
            virtual.goto(f"{demo.url}/virtual")
            for name, reader in TAPS:
                tap(virtual, name, reader)
            table.get_by_role("button", name="Steal tokens").first.click()
            expect(table.get_by_role("button", name="Undo: Cy steals 1 VP from Bo").first).to_be_visible()
            virtual.get_by_role("searchbox").fill("")
            virtual.get_by_role("searchbox").blur()
            expect(virtual.locator(".bank details").first).to_be_visible()
            virtual.evaluate("scrollTo(0, 0)")
            for page, name in ((table, "table"), (virtual, "virtual")):
                page.screenshot(path=FOLDER / f"{name}.png")
                print(f"docs/img/{name}.png")
        finally:
            browser.close()
            demo.stop()


if __name__ == "__main__":
    main()
