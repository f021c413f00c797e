"""Photographs of every place of the app: each game in the middle of a match and at its end, each theme, three sizes.

`python -m tests.chain.gallery [FOLDER]` writes them to `build/pictures`, a folder a game. They are for the eyes of
whoever changed a page: nothing compares them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.game import Game
from lairkeeper.games import all_games
from lairkeeper.kit.driver import play_match
from lairkeeper.table import Hub
from lairkeeper.web.translator import THEMES
from tests.browser.conftest import House
from tests.chromium import ARGS, CHROMIUM
from tests.web.situations import QuietBoard, hub_of

SIZES: Final = ((390, 844), (1366, 768), (1920, 1080))
PLACES: Final = (
    ("home", "/"), ("table", "/table"), ("tv", "/tv"), ("seats", "/seat"), ("virtual", "/virtual"), ("new", "/new"),
    ("history", "/history"), ("replay", "/history/1"), ("players", "/players"), ("player", "/players/1"),
    ("workshop", "/workshop"), ("tags", "/tags"), ("readers", "/readers"), ("test-tap", "/test-tap"),
    ("numbers", "/numbers"), ("cheat", "/cheat"), ("phones", "/phones"), ("programs", "/programs"),
    ("overlay", "/overlay"), ("backup", "/backup"), ("import", "/history/import"), ("past", "/past"),
)  # fmt: skip
OF_A_MATCH: Final = frozenset({"home", "table", "tv", "seats", "virtual", "replay"})
"""Places that look different with each game, and are photographed in the middle and at the end of its match."""
SEED: Final = 11
"""The match of each game, so that pictures of two days can be laid side by side."""
FOLDER: Final = Path(__file__).parents[2] / "build" / "pictures"


def on_the_table(game: Game, share: float) -> Hub:
    """Return a hub with a match of ``game`` of which this share was played."""
    whole = play_match(game, SEED, level=game.levels[-1], players=min(4, game.players[1]), ruleset={}).history
    records = list(whole.records)[: max(1, round(share * len(whole)))]
    hub = hub_of(board=QuietBoard())
    begun = hub.wall - 10 * len(records)
    with hub.store.write():
        match = hub.store.matches.create(header_to_json(whole.header), begun)
        hub.store.people.sit_down(match, whole.header.seats, begun)
        for at, record in enumerate(records):
            hub.store.journal.append(match, record_to_json(record), at=begun + 10 * at, who="page", why="act")
    hub.match.resume(match)
    return hub


def moments(game: Game) -> Iterator[tuple[str, Hub]]:
    """Yield the moments of a match that are photographed, by their word."""
    yield "running", on_the_table(game, 0.6)
    yield "ended", on_the_table(game, 1.0)


async def photograph(browser: Browser, house: House, folder: Path, word: str, places: dict[str, str]) -> int:
    """Write a picture of each place in each theme and size; return how many."""
    n = 0
    for theme in THEMES[1:]:  # the first one follows the computer
        for at, (width, height) in enumerate(SIZES):
            lang = ("en", "fr")[at % 2]
            context = await browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
            cookies = (("theme", theme), ("lang", lang))
            await context.add_cookies([{"name": key, "value": value, "url": house.url} for key, value in cookies])
            page = await context.new_page()
            for name, path in places.items():
                await page.goto(house.url + path)
                await page.evaluate("document.fonts.ready")
                await page.screenshot(path=folder / f"{name}-{word}-{theme}-{width}-{lang}.png", full_page=width < 1000)
                n += 1
            await context.close()
    return n


async def main(folder: Path) -> None:
    """Photograph all games one after the other."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        rest = dict(PLACES)
        for id, game in sorted(all_games().items()):
            own = folder / id
            own.mkdir(parents=True, exist_ok=True)
            for word, hub in moments(game):
                house = House(hub)
                await house.open()
                places = {name: path for name, path in PLACES if name in OF_A_MATCH or name in rest}
                n = await photograph(browser, house, own, word, places)
                rest = {}
                await house.close()
                hub.store.close()
                print(f"{n} pictures of {id}, {word}", flush=True)
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER))
