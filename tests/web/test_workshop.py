"""The workshop: the log, moves by hand and boards, and ways to every page that is not in the top bar."""

from __future__ import annotations

import re

import pytest

from lairkeeper.table import Hub

from .conftest import Client, client_for
from .situations import hub_of
from .test_table import part, text_of


def test_a_move_made_by_hand_leads_back_and_stands_in_the_log(client: Client, hub: Hub) -> None:
    answer = client.send_form("/act", page="workshop", move="gain", by="Bo", card="vp-5")
    assert (answer.status_code, answer.headers["location"]) == (303, "/workshop")
    assert "Bo gains 5 VP" in part(client, "log")
    assert "Steal tokens" in part(client, "moves")


@pytest.mark.parametrize("path", ["/tags", "/numbers", "/readers", "/new", "/seat"])
def test_it_leads_to_the_pages_of_boards_pieces_and_match(client: Client, path: str) -> None:
    assert f'href="{path}"' in client.get("/workshop").text
    assert client.get(path).status_code == 200


def test_without_a_match_and_a_board_it_says_what_to_do() -> None:
    client = client_for(hub_of())
    assert "No move is open now" in part(client, "moves")
    assert "--board" in part(client, "board")
    assert 'href="/seat"' not in client.get("/workshop").text


def test_the_top_bar_has_the_virtual_table_only_where_there_is_one(client: Client) -> None:
    def bar(page: str) -> list[str]:
        return re.findall(r'<li><a href="([^"]+)"', page.partition("</nav>")[0])

    assert bar(client.get("/workshop").text) == ["/", "/table", "/seat", "/history", "/workshop", "/virtual"]
    assert bar(client_for(hub_of()).get("/workshop").text) == ["/", "/table", "/history", "/workshop"]


def test_it_is_in_french_too(client: Client) -> None:
    client.cookies.set("lang", "fr")
    assert "Tout ce qu’un scan peut faire" in text_of(client.get("/workshop").text)
