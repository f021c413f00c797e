"""The virtual table: pads with light in words, things in groups, placing, tapping and taking."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable

import pytest

from lairkeeper.board import SimulationError
from lairkeeper.games.forever_evil.catalog import CATALOG
from lairkeeper.table import Hub, virtual
from lairkeeper.tags import Tag
from lairkeeper.web.pieces import plain
from lairkeeper.web.screens.virtual.model import _rgb

from .conftest import Client, client_for
from .situations import board_of, do, hub_of
from .test_table import part, text_of


def uid_of(hub: Hub, component: str) -> str:
    return next(tag.uid for tag in hub.registry.list() if tag.component == component)


def test_every_thing_of_the_box_is_there_once(client: Client, hub: Hub) -> None:
    assert hub.virtual is not None
    page = client.get("/virtual").text
    uids = re.findall(r'name="piece" form="place" value="(\w+)"', page[page.index('class="panel bank"') :])
    assert len(uids) == len(set(uids)) == len(hub.virtual.pieces)
    there = Counter(piece.component.partition("#")[0] for piece in hub.virtual.pieces if piece.component)
    box = {kind: facts.copies for kind, facts in CATALOG.kinds.items() if facts.copies}
    assert {kind: there[kind] for kind in box} == box


def test_things_of_other_games_stay_in_their_boxes(client: Client, hub: Hub) -> None:
    before = client.get("/virtual").text.count('name="piece"')
    assert isinstance(hub.registry.enrol("04AABBCCDDEEFF", "target-1#1", hub.stock("evil-101")), Tag)
    page = client.get("/virtual").text
    assert page.count('name="piece"') == before
    assert "04AABBCCDDEEFF" not in page


def test_points_seats_and_actions_come_first_and_open(client: Client) -> None:
    page = client.get("/virtual").text
    titles = [text_of(title).strip() for title in re.findall(r"<details.*?><summary>|<summary>(.*?)</summary>", page)]
    titles = [re.sub(r"\s+\d+$", "", title) for title in titles if title]
    things = [title for title in titles if title in ("Points", "Seat tokens", "Action tokens", "Villains", "Kicks")]
    assert things[:3] == ["Points", "Seat tokens", "Action tokens"]
    assert set(things[3:]) == {"Villains", "Kicks"}
    assert page.count("<details open data-open>") == 3


def test_placing_shows_on_the_pad_and_changes_the_score(client: Client, hub: Hub) -> None:
    uid = uid_of(hub, "vp-5#1")
    assert client.send_form("/virtual/place", reader="seat-2", piece=uid).status_code == 303
    assert hub.table is not None and hub.virtual is not None
    assert hub.table.view().tokens["Bo"] == 5
    assert hub.virtual.tags()["seat-2"] == [uid]
    pads = part(client, "pads", "/virtual")
    assert "5 VP token" in pads
    assert "Put the chosen piece on: Bo’s tray" in client.get("/virtual").text
    assert "5" in part(client, "mini", "/virtual")
    assert client.send_form("/virtual/take", take=f"seat-2 {uid}").status_code == 303
    assert hub.virtual.tags()["seat-2"] == []


def test_the_readers_follow_the_match(client: Client, hub: Hub) -> None:
    def trays() -> list[tuple[str, str, str]]:
        page = client.get("/virtual").text
        found = re.findall(r'data-reader="seat-(\d)"[^>]*?(?: data-seat="(\d)")?( data-turn)?>', page)
        return [(n, crest, turn.strip()) for n, crest, turn in found]

    assert hub.table is not None
    assert trays() == [("1", "1", "data-turn"), ("2", "2", ""), ("3", "3", ""), ("4", "", "")]
    do(hub.table, move="end-turn", by="Ana", prompt=hub.table.view().prompt.id, force="she is away")
    assert [turn for _, _, turn in trays()] == ["", "data-turn", "", ""]
    hub.store.settings.set("zones", {"seat-1": "seat-3", "seat-3": "off"})
    assert trays() == [("1", "3", ""), ("2", "2", "data-turn"), ("3", "", ""), ("4", "", "")]
    assert "Put the chosen piece on: Cleo’s tray" in client.get("/virtual").text


def test_a_tap_leaves_nothing_behind(client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual, "TAP_SECONDS", 0)
    uid = uid_of(hub, "vp-1#1")
    assert client.send_form("/virtual/place", reader="tap", piece=uid, tap="1").status_code == 303
    assert hub.virtual is not None and hub.table is not None
    assert [(row.event.kind, row.event.zone) for row in hub.store.inbox.after(0)] == [("+", "tap"), ("-", "tap")]
    assert hub.table.view().tokens["Ana"] == 1
    assert hub.virtual.tags()["tap"] == []


async def until(met: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not met():
            await asyncio.sleep(0.01)


async def test_taps_of_one_piece_wait_for_each_other_and_all_count(hub: Hub) -> None:
    assert hub.virtual is not None and hub.table is not None
    table, uid = hub.table, uid_of(hub, "vp-5#1")
    for _ in range(3):
        hub.virtual.tap("seat-1", uid)
    with pytest.raises(ValueError, match="no reader 'moon' here"):
        hub.virtual.tap("moon", uid)
    await until(lambda: table.view().tokens["Ana"] == 15)
    taps = hub.virtual._taps
    await until(lambda: not taps)
    assert not hub.virtual._timers


async def test_taps_that_wait_are_bounded_and_end_with_the_table(hub: Hub) -> None:
    assert hub.virtual is not None and hub.table is not None
    uid = uid_of(hub, "vp-5#1")
    for _ in range(virtual.MOST_TAPS + 1):
        hub.virtual.tap("seat-1", uid)
    with pytest.raises(ValueError, match="let them count first"):
        hub.virtual.tap("seat-1", uid)
    hub.virtual.close()
    assert not hub.virtual._timers


async def test_a_board_without_power_forgets_the_taps_that_wait(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(virtual, "TAP_SECONDS", 0)
    monkeypatch.setattr(virtual, "APART_SECONDS", 0.3)
    assert hub.virtual is not None
    uid = uid_of(hub, "vp-5#1")
    hub.virtual.tap("seat-1", uid)
    hub.virtual.tap("seat-1", uid)
    await until(lambda: len(hub.store.inbox.after(0)) == 2)

    def stopped(op: str, **args: object) -> None:
        raise SimulationError("the simulated board has stopped; restart() it")

    monkeypatch.setattr(hub.virtual.board, "_request", stopped)
    taps = hub.virtual._taps
    await until(lambda: not taps)
    assert [row.event.kind for row in hub.store.inbox.after(0)] == ["+", "-"]


@pytest.mark.parametrize(
    ("path", "fields", "status", "says"),
    [
        ("/virtual/place", {"reader": "tap"}, 400, "No piece is chosen"),
        ("/virtual/place", {"reader": "moon", "piece": "X"}, 400, "There is no reader moon"),
        ("/virtual/place", {"reader": "tap", "piece": "0400"}, 400, "There is no tag 0400"),
        ("/virtual/place", {"piece": "0400"}, 400, "left out: reader"),
        ("/virtual/take", {"take": "tap 0400"}, 409, "no tag 0400 lies on tap"),
        ("/virtual/take", {"take": "moon 0400"}, 400, "no reader moon"),
        ("/virtual/take", {}, 400, "left out: take"),
    ],
)
def test_what_cannot_be_placed(
    *, client: Client, hub: Hub, path: str, fields: dict[str, str], status: int, says: str
) -> None:
    version = hub.version
    answer = client.send_form(path, **fields)
    assert answer.status_code == status
    assert says in text_of(answer.text)
    assert hub.version == version


def test_a_thing_lies_in_one_place_only(client: Client, hub: Hub) -> None:
    uid = uid_of(hub, "vp-5#1")
    client.send_form("/virtual/place", reader="seat-2", piece=uid)
    assert client.send_form("/virtual/place", reader="seat-3", piece=uid).status_code == 303
    assert hub.virtual is not None
    assert [reader for reader, tags in hub.virtual.tags().items() if uid in tags] == ["seat-3"]


def test_what_the_simulated_board_refuses_is_told(client: Client, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(op: str, **args: object) -> None:
        raise SimulationError("the simulated board has stopped; restart() it")

    monkeypatch.setattr(board_of(hub), "_request", stopped)
    answer = client.send_form("/virtual/place", reader="tap", piece=uid_of(hub, "seat-1#1"))
    assert answer.status_code == 409
    assert "the simulated board has stopped" in text_of(answer.text)


@pytest.mark.parametrize(
    ("lang", "query", "found"),
    [
        ("en", "vp 10", ["10 VP token"]),
        ("en", "1", ["+1", "−1", "1 VP token", "Seat 1"]),
        ("fr", "10 pv", ["Jeton 10 PV"]),
        ("en", "CATWOMAN", ["Catwoman"]),
        ("en", "cat", ["Catwoman"]),
        ("en", "twoman", ["Catwoman"]),
        ("en", "catwoman#2", ["Catwoman"]),
        ("fr", "repliques", []),
        ("fr", "faiblesse", ["Faiblesse"]),
        ("en", "no such thing", []),
    ],
)
def test_search_without_a_script(client: Client, lang: str, query: str, found: list[str]) -> None:
    client.cookies.set("lang", lang)
    page = client.get("/virtual", params={"q": query}).text
    bank = page[page.index('class="panel bank"') : page.index('class="beside"')]
    names = re.findall(r'<span class="(?:called|name(?: long)?)">([^<]+?) ?<', bank)
    assert names == found


def test_lights_are_told_in_words_and_colour(client: Client, hub: Hub) -> None:
    board_of(hub).shows("tap", "applied", (0, 40, 0))
    board_of(hub).shows("seat-1", "odd", None)
    page = client.get("/virtual").text
    pads = part(client, "pads", "/virtual")
    assert "counted" in pads
    assert "odd" in pads
    assert page.count('stroke="#00ff00"') == 1


@pytest.mark.parametrize(
    ("rgb", "shown"),
    [
        ((0, 40, 0), "#00ff00"),
        ([20, 10, 0], "#ff8000"),
        (0x280000, "#ff0000"),
        ((0, 0, 0), None),
        (None, None),
        ("red", None),
        ([1, 2], None),
        (["x", 1, 2], None),
    ],
)
def test_a_dim_light_is_shown_bright(rgb: object, shown: str | None) -> None:
    assert _rgb({"rgb": rgb}) == shown


def test_a_phone_is_called_a_phone_in_the_bank_and_on_a_reader(client: Client, hub: Hub) -> None:
    assert hub.virtual is not None
    page = text_of(client.get("/virtual").text)
    assert page.count("A phone 08A1B2C3") == 1
    assert page.count("Blank tag 04B1A201E5F680") == 1
    hub.virtual.place("tap", "08A1B2C3")
    assert "A phone" in part(client, "pads", "/virtual")
    assert "Blank tag" not in part(client, "pads", "/virtual")
    client.cookies.set("lang", "fr")
    assert "Un téléphone" in part(client, "pads", "/virtual")


def test_plain_words() -> None:
    assert plain("Élément ÇA") == "element ca"


def test_without_a_virtual_table_the_page_says_how_to_get_one() -> None:
    hub = hub_of()
    client = client_for(hub)
    assert "lairkeeper demo" in text_of(client.get("/virtual").text)
    assert client.send_form("/virtual/place", reader="tap", piece="X").status_code == 409
