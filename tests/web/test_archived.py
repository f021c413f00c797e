"""Archived matches are listed, and one press resumes one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.store import Store
from lairkeeper.table import Hub, Table

from .conftest import Client, client_for


@pytest.fixture
def real() -> Iterator[Hub]:
    """Yield a hub with a store, an archived match, and another that runs."""
    with Store.open() as store:
        hub = Hub(store)
        for seats, card in ((("Ana", "Bo"), "vp-5"), (("Cleo", "Di"), "vp-1")):
            table = hub.start("forever-evil", seats, level="score")
            assert isinstance(table, Table)
            assert isinstance(table.act(Command(move="gain", by=seats[0], card=card), "page"), Accepted)
        yield hub


@pytest.fixture
def client(real: Hub) -> Client:
    return client_for(real)


def resumable(client: Client) -> list[str]:
    """Return the matches that the first page offers to resume."""
    page = client.get("/").text
    return re.findall(r'action="/resume"><input[^>]*><input type="hidden" name="match" value="([0-9]+)"', page)


def test_the_match_is_listed_and_goes_on_with_one_press(client: Client, real: Hub) -> None:
    assert resumable(client) == ["1"]
    assert "Archived matches" not in client.get("/table").text, "a match runs"
    answer = client.send_form("/resume", match="1")
    assert (answer.status_code, answer.headers["location"]) == (303, "/table")
    assert real.table is not None
    assert (real.table.match, real.table.view().tokens["Ana"]) == (1, 5)
    assert resumable(client) == ["2"]


def test_without_a_match_the_table_page_lists_them(client: Client, real: Hub) -> None:
    real.match.close()
    client.cookies["lang"] = "fr"
    page = client.get("/table").text
    assert "Parties archivées" in page
    assert re.findall(r'name="match" value="([0-9]+)"', page) == ["2", "1"]
    assert client.send_form("/resume", match="2").status_code == 303
    assert "Parties archivées" not in client.get("/table").text


@pytest.mark.parametrize(("match", "status"), [("99", 503), ("x", 400), ("", 400), ("0", 400)])
def test_a_number_that_is_none(client: Client, real: Hub, match: str, status: int) -> None:
    answer = client.send_form("/resume", match=match)
    assert answer.status_code == status
    assert real.table is not None
    assert real.table.match == 2


def test_a_match_whose_game_is_gone_is_told(client: Client, real: Hub) -> None:
    with real.store.write() as connection:
        connection.execute("UPDATE matches SET game = 'chess' WHERE id = 1")
    assert "chess" in client.get("/").text
    assert resumable(client) == []
    answer = client.send_form("/resume", match="1")
    assert answer.status_code == 409
    assert "its game chess is not installed" in answer.text
    assert real.table is not None
    assert real.table.match == 2
