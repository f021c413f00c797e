"""The pages of players with no match, one, three and many: what they say, to whom, and what bad addresses get."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator

import pytest

from lairkeeper.core.codec import header_to_json, record_to_json
from lairkeeper.core.result import Accepted
from lairkeeper.statistics import Book
from lairkeeper.table import Hub
from tests.statistics.matches import kept, played, season

from .conftest import Client, client_for
from .situations import hub_of

Of = Callable[[int], Client]


@pytest.fixture
def hub() -> Iterator[Hub]:
    """Yield a hub without a match and without people."""
    hub = hub_of()
    yield hub
    hub.store.close()


def with_matches(hub: Hub, n: int) -> Client:
    """Return a browser in front of a hub with so many finished matches, all read."""
    season(hub.store, n)
    client = client_for(hub)
    while client.app.state.site.book.read_on(1.0):
        pass
    return client


def text(client: Client, path: str, **cookies: str) -> str:
    answer = client.get(path, headers={"cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())} if cookies else {})
    assert answer.status_code == 200, path
    shown = html.unescape(re.sub(r"<[^>]+>", " ", answer.text[answer.text.index("<main") :]))
    return re.sub(r"\s+", " ", shown)


def test_nobody_and_no_match(hub: Hub) -> None:
    client = client_for(hub)
    page = text(client, "/players")
    assert "Nobody yet." in page and "No match has ended yet." in page
    hub.people.add("Ana")
    assert "No match of this player has ended yet." in text(client, "/players/1")
    assert 'svg class="chart' not in client.get("/players/1").text


def test_one_match_says_that_it_is_little(hub: Hub) -> None:
    client = with_matches(hub, 1)
    assert "1 match " in text(client, "/players") and "Only 1 match: chance decides" in text(client, "/players")
    page = client.get("/players/1").text
    assert "Only 1 match: chance decides" in page
    assert 'class="chart' not in page, "one match makes no curve and no bars"
    assert "<details open>" in page, "so its numbers are shown"


def test_three_matches_have_no_chart_of_nothing(hub: Hub) -> None:
    client = with_matches(hub, 3)
    page = text(client, "/players/1")
    assert "Only 3 matches" in page and "Rating after each match" in page
    for person in hub.people.list():
        assert client.get(f"/players/{person.id}").status_code == 200


def test_many_matches(hub: Hub) -> None:
    client = with_matches(hub, 12)
    page = text(client, "/players")
    assert "All 12 matches" in page and "Only" not in page
    assert "DC Forever" in page and "Evil:101" in page
    mine = text(client, "/players/1")
    book: Book = client.app.state.site.book
    assert "{1} won, of {0} matches".format(*book.record(1)) in mine
    for said in ("Against whom", "By game", "By level", "By number of players", "By villain or character", "By side"):
        assert said in mine, said


def test_every_chart_stands_with_its_table(hub: Hub) -> None:
    client = with_matches(hub, 12)
    for game in ("forever-evil", "evil-101", "dc-forever", "evil-league"):
        page = client.get("/players/1", params={"game": game}).text
        sections = re.findall(r'<section class="panel".*?</section>', page, re.S)
        drawn = [each for each in sections if 'class="chart' in each]
        assert drawn and all("<table" in each and 'role="img" aria-label="' in each for each in drawn)
        assert all("<table" in each for each in sections if 'class="part-of"' in each)
        assert "style=" not in page and "<script>" not in page


def test_the_last_matches_are_of_the_game_that_was_asked_for(hub: Hub) -> None:
    client = with_matches(hub, 12)
    assert "Evil:101: the last" in text(client, "/players/1?game=evil-101")
    first = text(client, "/players/1")
    assert text(client, "/players/1?game=nonsense") == first
    assert "<b>" not in text(client, "/players/1?game=<b>")


def test_in_french(hub: Hub) -> None:
    client = with_matches(hub, 3)
    assert "3 parties seulement" in text(client, "/players/1", lang="fr")
    assert "Les 3 parties" in text(client, "/players", lang="fr")
    assert "Cote après chaque partie" in text(client, "/players/1", lang="fr")


@pytest.mark.parametrize("path", ["/players/99", "/players/0", f"/players/{10**30}"])
def test_a_person_who_is_not_there(hub: Hub, path: str) -> None:
    answer = client_for(hub).get(path)
    assert answer.status_code == 404
    assert "There is no such player" in answer.text


def test_an_address_that_is_no_number(hub: Hub) -> None:
    assert client_for(hub).get("/players/x").status_code in (404, 405)


def test_a_script_in_a_name_stays_text(hub: Hub) -> None:
    client = with_matches(hub, 3)
    hub.store.people.rename(1, "<b onclick=x>'\"")
    for path in ("/players", "/players/1", "/players/2"):
        page = client.get(path).text
        assert "<b onclick" not in page and "&lt;b onclick" in page, path


def test_a_merge_and_its_way_back_on_the_page(hub: Hub) -> None:
    client = with_matches(hub, 3)
    nina = hub.people.add("Nina")
    sent = client.send_form("/players/merge", person=str(nina.id), into="1")
    assert sent.status_code == 303 and sent.headers["location"] == "/players/1"
    page = text(client, "/players/1")
    assert "Nina counts here since" in page
    assert client.get(f"/players/{nina.id}").status_code == 404
    assert "Nina" not in text(client, "/players")
    sent = client.send_form("/players/separate", person=str(nina.id))
    assert sent.headers["location"] == f"/players/{nina.id}"
    assert "Nina" in text(client, "/players")
    assert client.send_form("/players/separate", person=str(nina.id)).status_code == 409


def test_what_is_not_read_yet_is_said(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    client = with_matches(hub, 1)
    kept(hub.store, played("evil-101", "score"), 1_800_000_000.0)
    kept(hub.store, played("evil-101", "score"), 1_800_100_000.0)
    hub.matches.version += 1
    monkeypatch.setattr("lairkeeper.web.screens.players.model.READ_S", 0.0)
    assert "Counted so far: 2 of 3 matches." in text(client, "/players")
    assert "Counted so far" not in text(client, "/players")


def test_a_match_counts_when_it_ends_and_not_when_that_is_undone(hub: Hub) -> None:
    history = played("evil-101", "score").history
    last = history.records[-1].command
    assert last is not None
    with hub.store.write():
        match = hub.store.matches.create(header_to_json(history.header), 1000.0)
        for record in history.records[:-1]:
            hub.store.journal.append(match, record_to_json(record), at=1000.0, who="page", why="act")
        hub.store.people.sit_down(match, history.header.seats, 1000.0)
    table, client = hub.match.resume(match), client_for(hub)
    assert "No match has ended yet" in text(client, "/players")
    assert isinstance(table.act(last, "page"), Accepted) and table.view().finished
    assert "1 match " in text(client, "/players")
    table.undo(1, "page")
    assert "No match has ended yet" in text(client, "/players")


def test_only_the_host_sees_the_people(hub: Hub) -> None:
    client = with_matches(hub, 1)
    stranger = Client(client.app, at="192.0.2.7")
    for path in ("/players", "/players/1"):
        answer = stranger.get(path, follow_redirects=False)
        assert answer.status_code != 200 or "Against" not in answer.text
