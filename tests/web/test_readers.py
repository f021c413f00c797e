"""The readers page: what each reader sees, in words and figures, and only while somebody looks."""

from __future__ import annotations

import asyncio
import re
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from lairkeeper.board import SimulatedBoard
from lairkeeper.store import Store
from lairkeeper.table import Hub
from lairkeeper.table.survey import EVERY_SECONDS, SAMPLES
from lairkeeper.web import survey_watch
from lairkeeper.web.screens.readers.model import cards_of
from lairkeeper.web.site import Site
from lairkeeper.web.sse import changes

from .conftest import Client
from .fake_board import UIDS, Board
from .test_table import part


def measured(hub: Hub, board: Board, times: int = SAMPLES) -> None:
    hub.devices.boards.links[:] = [board]
    for _ in range(times):
        hub.devices.survey.ask()
        board.answer()


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", ("Good:", "Weak:", "Nothing lies here", "No answer")), ("fr", ("Bon :", "Faible :", "Rien n’est posé"))],
)
def test_each_reader_has_a_verdict_a_share_and_its_tags(
    client: Client, hub: Hub, lang: str, words: tuple[str, ...]
) -> None:
    measured(hub, Board({"tap": (100, 0), "seat-1": (100, 60), "seat-2": (0, 0)}))
    hub.registry.enrol(UIDS["tap"], "catwoman#1", hub.stock("forever-evil"), force=True)
    client.cookies.set("lang", lang)
    shown = part(client, "survey", "/readers")
    for word in words:
        assert word in shown
    assert "Catwoman" in shown and UIDS["seat-1"] in shown and "100 %" in shown and "40 %" in shown


def test_what_is_read_aloud_changes_with_the_verdict_and_not_with_each_figure(client: Client, hub: Hub) -> None:
    board = Board({"tap": (100, 0)})
    aloud, figures = [], []
    for lost in (0, 3, 6, 9, 60):
        board.zones["tap"] = (100, lost)
        measured(hub, board)
        page = client.get("/readers").text
        shown = page[page.index('id="survey"') : page.index('id="board"')]
        found = re.search(r'<div class="vh" role="status" aria-live="polite">(.*?)</div>', shown, re.DOTALL)
        assert found is not None
        aloud.append(found[1])
        figures.append(shown)
    assert len(set(figures)) == 5
    assert len(set(aloud[:4])) == 1 and aloud[4] != aloud[0]
    assert not re.search(r"\d+ %", "".join(aloud))


def test_without_a_board_and_with_an_old_one_the_next_step_is_named(client: Client, hub: Hub) -> None:
    hub.devices.boards.links.clear()
    assert "Plug one in" in client.get("/readers").text
    board = Board({"tap": (100, 0)})
    hub.devices.boards.links[:] = [board]
    hub.devices.survey.ask()
    board.answer(False, "this firmware does not know looks")
    assert "lairkeeper board install" in part(client, "survey", "/readers")
    board.status = msgspec.structs.replace(board.status, zones={"tap": "silent"})
    assert "lairkeeper board doctor" in part(client, "survey", "/readers")
    assert 'href="/readers"' in client.get("/workshop").text


async def test_boards_are_asked_only_while_a_stream_shows_the_page(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(survey_watch, "EVERY_SECONDS", 0.01)
    board = Board({"tap": (100, 0)})
    hub.devices.boards.links[:] = [board]
    site = Site(hub)
    table = changes(site, ("table",), "en", site.since)
    await anext(table)
    await asyncio.sleep(0)
    assert board.asked == [] and site.looking.viewers == 0
    stream = changes(site, ("readers",), "en", site.since)
    await anext(stream)
    seen = ""
    async with asyncio.timeout(5):
        while "Good:" not in seen:
            following = asyncio.ensure_future(anext(stream))
            while not following.done():
                board.answer()
                await asyncio.sleep(0.005)
            seen += following.result()
    assert "survey" in seen and '"log"' not in seen, "only what changed"
    await stream.aclose()
    assert site.looking.viewers == 0
    board.answer()  # else nobody would ask again, watched or not
    await asyncio.sleep(0.05)
    assert board.asked == []
    await table.aclose()


@pytest.mark.chain
async def test_a_simulated_board_with_two_tags_and_losses_is_seen_so(tmp_path: Path) -> None:
    """The whole way, from lost answers in the field to the card on the page."""
    uids = ("04319F5D240289", "04A1B2C3D4E5F6")
    with closing(Store.open(tmp_path / "t.db")) as store, SimulatedBoard(("tap", "seat-1")) as board:
        hub, stop = Hub(store, simulated=board), asyncio.Event()
        running = asyncio.create_task(hub.run(stop))
        for uid in uids:
            await asyncio.to_thread(board.place, "tap", uid)
        await asyncio.to_thread(board.place, "seat-1", "04222222222222")
        await asyncio.to_thread(lambda: board.noise("tap", miss=0.3))
        site = Site(hub)
        with site.looking.watched(lambda: None):
            async with asyncio.timeout(30):
                while len(cards_of(hub, site.translator_in("en"))) < 2 or hub.devices.survey.readers()[0].looks < 40:
                    await asyncio.sleep(EVERY_SECONDS / 10)
        tap, seat = cards_of(hub, site.translator_in("en"))
        print(tap, seat)
        assert tap.grade in ("fair", "weak") and tap.share < 90
        assert {tag.name for tag in tap.tags} <= set(uids) and tap.tags
        assert seat.grade == "good" and seat.share == 100
        stop.set()
        await running
