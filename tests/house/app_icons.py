"""Draw the icons that devices show for the installed app: ``python -m tests.house.app_icons``.

They are the sign of `static/favicon.svg` on a ground that reaches to the edges, as some devices cut a circle out of it.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.chromium import ARGS, CHROMIUM

STATIC = Path(__file__).parents[2] / "host/lairkeeper/web/static"
SIZES = (180, 192, 512)
GROUND = "#352a52"
PART = 0.62
"""The part of the width that the sign takes: all of it is in the middle 80 %, which every device shows."""


def main() -> None:
    """Write one file a size."""
    sign = (STATIC / "favicon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0; height: 100vh; display: grid; place-items: center; background: {GROUND} }}"
                f"svg {{ width: {PART:.0%}; height: auto }}</style>{sign}"
            )
            page.screenshot(path=STATIC / f"app-{size}.png")
        browser.close()


if __name__ == "__main__":
    main()
