"""Sides with goals as two doors, the sheet of a seat, and the list of hands by player."""

from __future__ import annotations

import pytest

from lairkeeper.table import Hub
from lairkeeper.web.parts.seats import seats_of
from lairkeeper.web.parts.sides import sides_of
from lairkeeper.web.parts.todo import instructions_of
from lairkeeper.web.site import Site

from .conftest import Client, client_for
from .situations import begun, do, hub_of
from .test_table import text_of


def test_two_sides_with_what_they_have_of_what_they_need() -> None:
    hub = hub_of()
    table = begun(hub, "dc-forever", ("Ana", "Bo", "Cy", "Dee"), level="score")
    t = Site(hub).translator_in("en", table.game.texts_dir)
    view = table.view()
    rogues, heroes = sides_of(view, seats_of(table, view, t), t)
    assert (rogues.name, rogues.of, rogues.goal) == ("Rogues", 5, "Schemes of 5")
    assert (heroes.name, heroes.of, heroes.got) == ("Heroes", 30, 0)
    assert {tile.name for side in (rogues, heroes) for tile in side.seats} == {"Ana", "Bo", "Cy", "Dee"}
    page = client_for(hub).get("/table").text
    assert page.count('class="side-door"') == 2 and 'class="door"' not in page


def test_a_game_without_sides_has_a_door_for_each_seat(client: Client) -> None:
    page = client.get("/table").text
    assert page.count('class="door"') == 3 and "side-door" not in page


def test_the_sheet_of_a_seat_has_its_tokens_piles_and_how_the_score_adds_up(client: Client, hub: Hub) -> None:
    client.send_form("/act", move="gain", by="Bo", card="vp-5")
    sheet = text_of(client.get("/piece?seat=Bo").text)
    assert "5 VP in tokens +5" in sheet and "Total 5" in sheet
    fragments = client.get("/piece?seat=Bo", headers={"accept": "application/json"}).json()["fragments"]
    assert 'data-asks="seat=Bo"' in fragments["piece"] and "data-stay" in fragments["piece"]


@pytest.mark.parametrize("name", ["Nobody", "<b>", "x" * 99])
def test_the_sheet_of_nobody_says_who_plays(client: Client, name: str) -> None:
    answer = client.get("/piece", params={"seat": name})
    assert answer.status_code == 404
    assert "Ana, Bo, Cleo" in answer.text and "<b>" not in answer.text


def test_what_hands_must_do_is_grouped_by_player(hub: Hub) -> None:
    table = hub.table
    assert table is not None
    for seat in ("Cleo", "Ana"):
        do(table, move="gain", by=seat, card="vp-5")
    table.undo(2, "page")
    todo = instructions_of(table, Site(hub).translator_in("en"))
    assert [(each.number, each.seat, len(each.entries)) for each in todo.groups] == [(1, "Ana", 1), (3, "Cleo", 1)]
