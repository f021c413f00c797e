"""The first page: the running match, the way to the next one, the last ones, and what needs attention."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from lairkeeper.board import LinkState
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub

from .conftest import Client, client_for
from .situations import FULL, QuietBoard, begun, board_of, do, hub_of
from .test_table import text_of

DAY = 86_400.0


@pytest.fixture
def quiet() -> Iterator[Hub]:
    """No match was ever begun."""
    hub = hub_of()
    yield hub
    hub.store.close()


def part(client: Client, id: str) -> str:
    """Return a part of the first page."""
    page = client.get("/").text
    found = re.search(rf'<(\w+) id="{id}".*?</\1>(?=\n<|\n?$|\s*</div>|\s*<section)', page, re.S)
    assert found is not None, id
    return found[0]


def finish(hub: Hub) -> None:
    """Play the match on the table to its end."""
    table = hub.table
    assert table is not None
    do(table, move="end-game", by=table.header.seats[0], option="line-up")
    while not table.view().finished:
        prompt = table.view().prompt
        assert prompt is not None
        option = prompt.options[0].command
        if option.by:
            do(table, move="sweep", by=option.by, card="kick")
        assert not hasattr(table.act(option, "page"), "code")


def test_the_running_match_comes_first_with_the_way_to_it(hub: Hub) -> None:
    table = hub.table
    assert table is not None
    do(table, move="gain", by="Bo", card="vp-5")
    page = client_for(hub).get("/").text
    told = text_of(page)
    assert "Running" in told and "Ana’s turn" in told and "DC Deck-building Game: Forever Evil" in told
    assert [text_of(each).split() for each in re.findall(r'<li data-seat="\d">(.*?)</li>', page)][:3] == [
        ["Ana", "0"], ["Bo", "5"], ["Cleo", "0"],
    ]  # fmt: skip
    assert re.findall(r'class="button primary big" href="([^"]+)"', page) == ["/table"]
    assert page.count(" primary") == 1, "one gold button"


def test_a_match_that_is_over_offers_its_result_and_a_rematch(hub: Hub) -> None:
    finish(hub)
    page = client_for(hub).get("/").text
    assert "Look at the result" in page and "Continue" not in page
    assert 'href="/new?again=1"' in page
    end = client_for(hub).get("/table").text
    assert re.findall(r'class="button primary" href="([^"]+)"', end) == ["/new?again=1"], "and so does the table"


def test_putting_away_and_resuming(hub: Hub) -> None:
    client = client_for(hub)
    told = client.send_form("/matches/put-away", follow=True, match="1").text
    assert hub.table is None
    assert "Match 1 is put away" in told and "The lair is quiet" in told
    assert 'action="/resume"' in told
    assert client.send_form("/resume", match="1").headers["location"] == "/table"
    assert hub.table is not None


def test_a_match_is_renamed_deleted_and_brought_back(quiet: Hub) -> None:
    begun(quiet, seats=("Ana", "Bo"))
    begun(quiet, seats=("Cy", "Dee"))
    client = client_for(quiet)
    assert client.send_form("/matches/rename", match="1", title="The <b>storm</b>").status_code == 200
    assert "<bdi>The &lt;b&gt;storm&lt;/b&gt;</bdi>" in client.get("/").text
    assert client.send_form("/matches/rename", match="1", title="x" * 61).status_code == 400
    client.send_form("/matches/rename", match="1", title="")
    assert "storm" not in client.get("/").text
    client.send_form("/matches/delete", match="1")
    page = client.get("/").text
    assert "1 deleted match" in page and 'action="/matches/restore"' in page and 'action="/resume"' not in page
    client.send_form("/matches/restore", match="1")
    page = client.get("/").text
    assert "deleted match" not in page and 'action="/resume"' in page
    client.send_form("/matches/delete", match="2")
    assert quiet.table is None, "the one on the table is put away first"


@pytest.mark.parametrize("deed", ["rename", "delete", "restore"])
@pytest.mark.parametrize(("match", "status"), [("99", 404), ("x", 400), ("", 400), ("0", 400)])
def test_a_match_that_is_none(hub: Hub, deed: str, match: str, status: int) -> None:
    assert client_for(hub).send_form(f"/matches/{deed}", match=match).status_code == status
    assert hub.table is not None


def test_an_ended_match_tells_its_places_best_first(quiet: Hub) -> None:
    table = begun(quiet, seats=("Ana", "Bo"))
    do(table, move="gain", by="Bo", card="vp-5")
    finish(quiet)
    quiet.match.close()
    faces = re.findall(r'<p class="faces">(.*?)</p>', client_for(quiet).get("/").text)
    assert [text_of(each).split() for each in faces] == [["Winner:", "Bo", "6", "Ana", "1"]]


def test_a_long_list_is_folded(quiet: Hub) -> None:
    for _ in range(11):
        begun(quiet)
    page = client_for(quiet).get("/").text
    assert '<a class="button" href="/history">History: all 10 matches</a>' in page
    assert len(re.findall(r'data-key="m-\d+"', page)) == 8


def test_the_first_run_goes_step_by_step(quiet: Hub) -> None:
    client = client_for(quiet)

    def states() -> list[str]:
        return re.findall(r'data-state="(\w+)"', client.get("/").text)

    assert states() == ["next", "later", "later", "later"]
    page = client.get("/").text
    assert re.findall(r'class="button primary" href="([^"]+)"', page) == ["/readers"]
    client.send_form("/first-run/skip", step="board")
    client.send_form("/first-run/skip", step="tags")
    assert states() == ["skipped", "skipped", "next", "later"]
    client.send_form("/first-run/skip", step="board")
    assert states() == ["next", "skipped", "later", "later"], "a step can be taken up again"
    client.send_form("/first-run/skip", step="board")
    quiet.people.add("Ana")
    quiet.people.add("Bo")
    assert states() == ["skipped", "skipped", "done", "next"]
    assert client.send_form("/first-run/skip", step="fly").status_code == 400
    begun(quiet)
    assert states() == [], "a match was begun"


def test_with_a_board_and_its_tags_only_players_and_match_are_left() -> None:
    hub = hub_of(board=QuietBoard())
    states = re.findall(r'data-state="(\w+)"', client_for(hub).get("/").text)
    assert states == ["done", "done", "next", "later"]


def test_each_need_has_the_one_press_that_leads_to_its_cure(hub: Hub) -> None:
    client = client_for(hub)
    assert "Everything works." in client.get("/").text
    for tag in hub.registry.list("forever-evil")[:2]:
        hub.registry.forget(tag.uid)
    board_of(hub).changes(state=LinkState.CLOSED, message="closed", device="sideboard")
    page = html.unescape(client.get("/").text)
    assert "Offline" in page and "Board “sideboard”" in page
    assert 'aria-label="Check: Board “sideboard”"' in page and 'href="/readers"' in page
    assert "DC Deck-building Game: Forever Evil: tags missing" in page and "Tag 2 more pieces." in page
    hub.troubles.failed(FULL)
    page = client.get("/").text
    needs = page[page.index('id="attention"') :]
    assert "No room is left on the disk" in needs


def test_missing_numbers_are_told_once_some_are_typed(quiet: Hub) -> None:
    client = client_for(quiet)
    assert "numbers missing" not in client.get("/").text, "invented ones do"
    assert quiet.pieces.set_numbers("evil-101", "plot-1", {"points": "2", "symbols": "disc"}) is None
    page = client.get("/").text
    assert "numbers missing" in page and 'href="/numbers?game=evil-101"' in page


def test_all_is_well(quiet: Hub) -> None:
    assert "Everything works." in client_for(quiet).get("/").text


def test_a_match_of_another_year_says_so(tmp_path: Path) -> None:
    now = [1_700_000_000.0]
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store, clocks=Clocks(lambda: now[0], lambda: now[0]))
        begun(hub)
        now[0] += 72 * 60
        finish(hub)
        hub.match.close()
        client = client_for(hub)
        assert re.search(r"14 Nov|15 Nov", client.get("/").text)
        assert "1 h 12 min" in client.get("/").text
        now[0] += 400 * DAY
        assert "Nov 2023" in client.get("/").text
        client.cookies.set("lang", "fr")
        assert "nov. 2023" in client.get("/").text


def test_a_match_that_is_over_grows_no_longer(tmp_path: Path) -> None:
    now = [1_700_000_000.0]
    with Store.open(tmp_path / "lair.db") as store:
        hub = Hub(store, clocks=Clocks(lambda: now[0], lambda: now[0]))
        begun(hub)
        now[0] += 72 * 60
        assert "1 h 12 min" in client_for(hub).get("/").text
        finish(hub)
        now[0] += 400 * DAY
        assert "1 h 12 min" in client_for(hub).get("/").text


def test_the_virtual_table_has_a_tile_where_there_is_one(client: Client, hub: Hub, quiet: Hub) -> None:
    tile = 'class="tile" data-key="virtual" href="/virtual"'
    assert tile in client.get("/").text
    assert tile not in client_for(quiet).get("/").text
