"""The whole chain: pieces on virtual readers, through the real firmware, to the score."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from lairkeeper.board import SimulatedBoard
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table, demo_uid
from lairkeeper.table.virtual import BLANKS, PHONE
from lairkeeper.web import create_app, panels

READERS = ("tap", "seat-1", "seat-2")
GAME = "forever-evil"
pytestmark = pytest.mark.chain


@asynccontextmanager
async def running(
    path: Path | str = ":memory:", readers: tuple[str, ...] = READERS, **settings: str
) -> AsyncIterator[Hub]:
    with SimulatedBoard(readers, settings=settings) as board:
        store = Store.open(path)
        hub = Hub(store, simulated=board)
        hub.enrol_demo_set(GAME)
        stop = asyncio.Event()
        task = asyncio.create_task(hub.run(stop))
        try:
            await until(lambda: hub.boards[0].state == "up")
            yield hub
        finally:
            stop.set()
            await task
            store.close()


async def until(true: Callable[[], bool], seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.01)


def begin(hub: Hub) -> Table:
    table = hub.start(GAME, ["Ana", "Bo"], level="score", ruleset={"turn-end": "told"})
    assert isinstance(table, Table)
    return table


def uid(component: str, game: str = GAME) -> str:
    return demo_uid(game, component)


async def test_a_token_on_a_tray_changes_the_score_and_the_light() -> None:
    async with running() as hub:
        virtual = hub.virtual
        assert virtual is not None
        table = begin(hub)
        virtual.place("seat-2", uid("vp-5#1"))
        await until(lambda: table.view().tokens["Bo"] == 5)
        await until(lambda: virtual.lights()["seat-2"]["pattern"] == "applied")
        assert virtual.tags()["seat-2"] == [uid("vp-5#1")]
        virtual.place("tap", uid("vp-5#1"))
        await until(lambda: table.question is not None)
        assert virtual.tags()["seat-2"] == []
        question = table.question
        assert question is not None
        assert (question.code, question.args["other"]) == ("carried", "seat-2")
        also = next(n for n, option in enumerate(question.options) if option.action == "also")
        table.answer(question.id, also, "page")
        assert table.view().tokens == {"Ana": 5, "Bo": 5}
        virtual.take("tap", uid("vp-5#1"))
        await until(lambda: hub.store.inbox.count()["waiting"] == 0)
        assert table.view().tokens == {"Ana": 5, "Bo": 5}


@pytest.mark.parametrize("how", ["error", "killed", "power"])
async def test_a_board_whose_program_has_ended_shows_no_verdict_any_more(how: str) -> None:
    async with running() as hub:
        virtual = hub.virtual
        assert virtual is not None
        begin(hub)
        virtual.place("seat-2", uid("vp-5#1"))
        await until(lambda: virtual.lights()["seat-2"]["pattern"] == "applied")
        told: list[str] = []
        hub.subscribe(lambda: told.append(virtual.lights()["seat-2"]["pattern"]))
        board = virtual.board
        assert board._process is not None and board._control is not None
        if how == "error":
            board._control.sendall(b"no request\n")
            await until(lambda: not board.alive)
            assert board._process.returncode == 1, "its program has raised"
        elif how == "killed":
            board._process.kill()
        else:
            board.kill()
        await until(lambda: "lost" in told)
        assert {(light["pattern"], light["rgb"]) for light in virtual.lights().values()} == {("lost", (0, 0, 0))}
        board.restart()
        await until(lambda: "lost" not in {light["pattern"] for light in virtual.lights().values()})


async def test_the_page_shows_nothing_lit_of_a_board_whose_program_has_ended() -> None:
    async with running(screen="ssd1306") as hub:
        virtual = hub.virtual
        assert virtual is not None
        begin(hub)
        site = create_app(hub).state.site

        def shown(lang: str) -> dict[str, Any]:
            return panels.context(hub, "virtual", site.translator_in(lang), site.lan)

        virtual.place("seat-2", uid("vp-5#1"))
        await until(lambda: virtual.lights()["seat-2"]["pattern"] == "applied")
        hub.devices.boards.links[0].command("buz", 880, 20, 1)
        await until(lambda: virtual.sound() == 880 and bool(shown("en")["glass"]))
        assert shown("en")["glass_says"].startswith("The board's small screen: ")
        assert virtual.board._process is not None
        virtual.board._process.kill()
        await until(lambda: not virtual.board.alive)
        for lang, lost, dark in (
            ("en", "link lost", "The board's small screen is dark."),
            ("fr", "liaison perdue", "Le petit écran de la carte électronique est éteint."),
        ):
            values = shown(lang)
            assert {(pad.rgb, pad.glow, pad.light) for pad in values["pads"]} == {(None, 0.0, lost)}
            assert (values["glass"], values["glass_says"], values["sound"]) == ("", dark, 0)
        virtual.board.restart()
        assert 880 not in virtual.board.tones(), "a sound of before its start"
        await until(lambda: bool(shown("en")["glass"]))


async def test_a_tap_lifts_itself_and_a_sentence_is_understood() -> None:
    async with running() as hub:
        virtual = hub.virtual
        assert virtual is not None
        table = begin(hub)
        virtual.tap("tap", uid("seat-2#1", "table"))
        await until(lambda: bool(table.armed) and virtual.lights()["tap"]["pattern"] == "armed")
        await until(lambda: not virtual.tags()["tap"])
        virtual.tap("tap", uid("vp-1#1"))
        await until(lambda: table.view().tokens["Bo"] == 1)
        await until(lambda: not virtual.tags()["tap"])


async def test_what_is_laid_on_a_place_stays_there() -> None:
    async with running(readers=("tap", "slot-1")) as hub:
        virtual = hub.virtual
        assert virtual is not None
        table = hub.start(GAME, ["Ana", "Bo"], level="deck")
        assert isinstance(table, Table)
        virtual.tap("slot-1", uid("catwoman#1"))
        virtual.tap("tap", uid("giganta#1"))
        await until(lambda: set(table.history.state.zone("line-up")) == {"catwoman#1", "giganta#1"})
        await until(lambda: not virtual.tags()["tap"])
        assert virtual.tags()["slot-1"] == [uid("catwoman#1")]
        assert table.question is None


async def test_strangers_change_nothing() -> None:
    async with running() as hub:
        virtual = hub.virtual
        assert virtual is not None
        table = begin(hub)
        virtual.place("tap", PHONE)
        await until(lambda: hub.last_scan is not None)
        assert hub.last_scan is not None
        assert hub.last_scan.code == "foreign-tag"
        virtual.place("seat-1", BLANKS[0])
        await until(lambda: table.question is not None)
        assert table.view().tokens == {"Ana": 0, "Bo": 0}


async def test_what_lies_on_a_reader_survives_the_boards_restart() -> None:
    async with running() as hub:
        virtual = hub.virtual
        assert virtual is not None
        table = begin(hub)
        virtual.place("seat-1", uid("vp-10#1"))
        await until(lambda: table.view().tokens["Ana"] == 10)
        virtual.board.restart()
        await until(lambda: hub.boards[0].state != "up")
        await until(lambda: hub.boards[0].state == "up")
        virtual.place("seat-2", uid("vp-1#1"))
        await until(lambda: table.view().tokens["Bo"] == 1)
        assert table.view().tokens == {"Ana": 10, "Bo": 1}


async def test_what_cannot_be_done_is_said() -> None:
    async with running() as hub:
        virtual = hub.virtual
        assert virtual is not None
        with pytest.raises(ValueError, match="there are tap, seat-1, seat-2"):
            virtual.place("nowhere", BLANKS[0])
        with pytest.raises(ValueError, match="lies on tap"):
            virtual.take("tap", BLANKS[0])
        with pytest.raises(ValueError):
            virtual.place("tap", "nonsense")
        pieces = {piece.uid: piece for piece in virtual.pieces}
        assert pieces[uid("catwoman#2")].component == "catwoman#2"
        assert pieces[PHONE].component is None
