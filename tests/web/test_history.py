"""History: the list with its search, what can be done with a match, and the replay of one."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.table import Hub
from lairkeeper.web.access.roles import CallerRole
from lairkeeper.web.app_texts import texts_for
from lairkeeper.web.translator import Translator

from .access.phones import let_in
from .conftest import Client, client_for
from .season import DAY, HOUR, keep, renamed, season, whole
from .situations import begun, do, hub_of
from .test_table import text_of


@pytest.fixture
def quiet() -> Iterator[Hub]:
    """No match was ever begun."""
    hub = hub_of()
    yield hub
    hub.store.close()


def entries(page: str) -> list[str]:
    """Return the links to the matches of a list, from above."""
    return re.findall(r'<h3><a href="/history/(\d+)">', page)


def listed(hub: Hub, query: str = "") -> list[str]:
    answer = client_for(hub).get(f"/history{query}")
    assert answer.status_code == 200, query
    return entries(answer.text)


# The list ---------------------------------------------------------------------------------------------------------


def test_without_a_match_the_page_says_what_will_be_there(quiet: Hub) -> None:
    told = client_for(quiet).get("/history")
    assert "No match yet." in told.text and 'role="search"' not in told.text
    assert re.findall(r'class="button primary" href="([^"]+)"', told.text) == ["/new"]
    french = client_for(quiet)
    french.cookies.set("lang", "fr")
    assert "Pas encore de partie." in french.get("/history").text


@pytest.mark.parametrize(("kept", "pages"), [(1, [1]), (3, [3]), (25, [25]), (26, [25, 1]), (60, [25, 25, 10])])
def test_pages_of_the_list_are_bounded(quiet: Hub, kept: int, pages: list[int]) -> None:
    season(quiet.store, kept, quiet.wall)
    found = [listed(quiet, f"?page={n}") for n in range(1, len(pages) + 1)]
    assert [len(each) for each in found] == pages
    assert [int(match) for page in found for match in page] == list(range(kept, 0, -1)), "newest first, each once"
    assert listed(quiet, "?page=999") == found[-1], "beyond the end is the end"
    last = client_for(quiet).get(f"/history?page={len(pages)}").text
    assert 'rel="next"' not in last and ('rel="prev"' in last) == (len(pages) > 1)


def test_a_match_says_who_what_when_and_how_it_ended(quiet: Hub) -> None:
    history = whole("forever-evil", "score")
    keep(quiet.store, history, quiet.wall - 2 * HOUR)
    told = text_of(client_for(quiet).get("/history").text)
    assert "DC Deck-building Game: Forever Evil" in told and "Score" in told
    for seat in history.header.seats:
        assert seat in told
    assert re.search(r"\d+ min", told) and "Winner: " in told


def test_what_cannot_be_shown_or_is_damaged_says_so(quiet: Hub) -> None:
    store, history = quiet.store, whole("forever-evil", "score")
    damaged, lost, other, gone, open_ = (keep(store, history, quiet.wall - n * DAY) for n in range(5, 0, -1))
    new = keep(store, renamed(history, 0), quiet.wall - HOUR)
    with store.write() as connection:
        connection.execute("UPDATE matches SET checksum = checksum + 1 WHERE id = ?", (damaged,))
        connection.execute("DELETE FROM journal WHERE match = ? AND n >= 10", (lost,))
        connection.execute("UPDATE matches SET game = 'gone' WHERE id = ?", (gone,))
        connection.execute("UPDATE matches SET finished_at = NULL, result = NULL WHERE id = ?", (open_,))
    page = client_for(quiet).get("/history").text
    parts = re.split(r'<li><span class="box', page)[1:]
    rows = dict(zip((new, open_, gone, other, lost, damaged), parts, strict=True))
    said = {match: re.findall(r'class="badge \w+">(.*?)<', row) for match, row in rows.items()}
    assert said[damaged] == ["Set-up damaged: it cannot be shown"]
    assert said[lost] == [f"Log damaged: {len(history) - 10} records lost"]
    assert said[other] == []
    assert said[gone] == ["The game gone is not installed"]
    assert said[open_] == ["Not ended"]
    assert said[new] == [f"Rules version 0, now {history.game.version}"]
    assert entries(page) == [str(each) for each in (new, open_, other, lost)], "the others cannot be opened"
    client = client_for(quiet)
    assert client.get(f"/history/{damaged}").status_code == 404
    refused = client.get(f"/history/{gone}")
    assert refused.status_code == 409 and "cannot be shown like this" in refused.text
    assert "Part of this log is damaged" in client.get(f"/history/{lost}").text
    assert "began with version 0 of the rules" in client.get(f"/history/{new}").text


def test_search_and_filters_narrow_the_list_and_stay_in_its_address(quiet: Hub) -> None:
    season(quiet.store, 30, quiet.wall, ("forever-evil", "evil-101"))
    quiet.matches.annotate(3, None, "Grand-mère")
    assert listed(quiet, "?text=grand-mere") == ["3"]
    assert len(listed(quiet, "?text=evil%3A101")) == 15, "titles of games are found, too"
    page = client_for(quiet).get("/history?text=forever&game=forever-evil&level=score").text
    assert "1–15 of 15 matches" in page and "Show all matches" in page
    page = client_for(quiet).get("/history?level=score").text
    older = html.unescape(re.findall(r'rel="next" href="([^"]+)"', page)[0])
    assert older == "/history?level=score&page=2" and len(listed(quiet, older.removeprefix("/history"))) == 5
    assert "No match fits." in client_for(quiet).get("/history?text=nothing").text
    person = quiet.store.people.named("Ana")
    assert person is not None and len(listed(quiet, f"?who={person.id}")) == 25
    assert listed(quiet, "?who=9999") == [] and listed(quiet, "?since=2999-01-01") == []


@pytest.mark.parametrize(
    "query",
    [
        "?page=x", "?page=-1", "?who=ana", "?won=1.5", "?who=99999999999", "?since=yesterday", "?until=2026-02-31",
        "?state=maybe", "?since=0001-01-01", "?until=9999-12-31", "?page=%C2%B2",
    ],
)  # fmt: skip
def test_a_filter_that_is_none(quiet: Hub, query: str) -> None:
    answer = client_for(quiet).get(f"/history{query}")
    assert answer.status_code == 400 and "cannot be filtered so" in answer.text


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "'; DROP TABLE matches; --", "%_", "\u202e", "x" * 500])
def test_any_text_can_be_looked_for(quiet: Hub, text: str) -> None:
    season(quiet.store, 1, quiet.wall)
    page = client_for(quiet).get("/history", params={"text": text})
    assert page.status_code == 200 and "<script>alert" not in page.text


# What can be done with a match ------------------------------------------------------------------------------------


def test_name_place_and_note_are_kept_together(quiet: Hub) -> None:
    season(quiet.store, 1, quiet.wall)
    client = client_for(quiet)
    words = {"title": "The <b>storm</b>", "place": "At Bo’s", "note": "One\r\n<i>two</i>"}
    answer = client.send_form("/history/keep", match="1", list="game=forever-evil", **words)
    assert answer.headers["location"] == "/history?game=forever-evil&told=keep&match=1"
    page = client.get(answer.headers["location"]).text
    assert "Match 1 is saved." in page and "The &lt;b&gt;storm&lt;/b&gt;" in page and "One\n&lt;i&gt;two" in page
    for field, bad in (("title", "x" * 61), ("place", "y" * 61), ("note", "z" * 1001), ("title", "a\u202eb")):
        answer = client.send_form("/history/keep", match="1", **{**words, field: bad})
        if answer.status_code == 303:  # what cannot be seen is left out of a name
            assert quiet.matches.all()[0].title == "ab"
            continue
        assert answer.status_code == 400
        row = quiet.matches.all()[0]
        assert (row.title, row.place, row.note) == ("The <b>storm</b>", "At Bo’s", "One\n<i>two</i>"), "nothing changed"
    assert client.send_form("/history/keep", match="1").status_code == 303
    assert quiet.matches.all()[0].note is None


def test_deleting_has_a_way_back(quiet: Hub) -> None:
    season(quiet.store, 2, quiet.wall)
    client = client_for(quiet)
    page = client.get(client.send_form("/history/delete", match="2").headers["location"]).text
    assert "Match 2 is deleted." in page and 'action="/history/restore"' in page and entries(page) == ["1"]
    assert "Kept until" in client.get("/history?deleted=1").text
    page = client.get(client.send_form("/history/restore", match="2").headers["location"]).text
    assert entries(page) == ["2", "1"]


@pytest.mark.parametrize("deed", ["keep", "delete", "restore", "play-on"])
@pytest.mark.parametrize(("match", "status"), [("99", 404), ("x", 400), ("", 400), ("0", 400)])
def test_a_match_that_is_none(hub: Hub, deed: str, match: str, status: int) -> None:
    assert client_for(hub).send_form(f"/history/{deed}", match=match, n="1").status_code == status
    assert hub.table is not None and len(hub.matches.all()) == 1


def test_a_form_leads_back_to_our_own_list_only(quiet: Hub) -> None:
    season(quiet.store, 1, quiet.wall)
    client = client_for(quiet)
    for given in ("https://elsewhere.example", "//x", "page=x", "text=a&next=//x"):
        answer = client.send_form("/history/delete", match="1", list=given)
        assert answer.headers["location"].startswith("/history?") and "//" not in answer.headers["location"]
    assert client.get("/history?told=<b>&match=1").status_code == 200
    assert "None" not in text_of(client.get("/history?told=keep&match=zz").text)


# The replay -------------------------------------------------------------------------------------------------------


def at(client: Client, match: int, query: str) -> dict[str, Any]:
    answer = client.get(f"/history/{match}{query}", headers={"accept": "application/json"})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def test_each_turn_can_be_reached_by_links_alone(quiet: Hub) -> None:
    match = keep(quiet.store, whole("forever-evil", "score"), quiet.wall - DAY)
    client = client_for(quiet)
    address, seen = f"/history/{match}?turn=0", []
    while address:
        page = client.get(address).text
        seen.append(re.findall(r'data-turn="(\d+)"', page)[0])
        address = "".join(re.findall(r'id="to-turn-after"[^>]* href="([^"]+)"', page))
    turns = len(quiet.replays.open(match).index.course.at)
    assert turns > 5 and [int(each) for each in seen] == list(range(turns + 1))
    assert f'max="{turns}"' in page and '<input id="turn" type="range" name="turn"' in page


def test_the_script_gets_the_same_table(quiet: Hub) -> None:
    match = keep(quiet.store, whole("forever-evil", "score"), quiet.wall - DAY)
    client = client_for(quiet)
    told = at(client, match, "?turn=3")
    page = client.get(f"/history/{match}?turn=3").text
    assert told["turn"] == 3 and _without_tokens(told["fragments"]["past"]) in _without_tokens(page)
    assert at(client, match, "?at=999999999")["at"] == quiet.replays.open(match).index.last


def _without_tokens(page: str) -> str:
    return re.sub(r'name="once" value="[^"]*"', "", page)


def test_a_replay_has_no_way_to_act(quiet: Hub) -> None:
    match = keep(quiet.store, whole("evil-101"), quiet.wall - DAY)
    page = client_for(quiet).get(f"/history/{match}?turn=4").text
    assert not re.findall(r'action="/(act|answer|undo|redo|back)"', page) and "/piece?" not in page


@pytest.mark.parametrize("query", ["?turn=x", "?at=-1", "?turn=1.5", "?at=99999999999"])
def test_a_turn_that_is_none(quiet: Hub, query: str) -> None:
    match = keep(quiet.store, whole("forever-evil", "score"), quiet.wall - DAY)
    assert client_for(quiet).get(f"/history/{match}{query}").status_code == 400
    assert client_for(quiet).get("/history/77").status_code == 404
    assert client_for(quiet).get("/history/99999999999999999999").status_code == 404


def test_the_score_stands_there_as_it_was(quiet: Hub) -> None:
    table = begun(quiet, seats=("Ana", "Bo"))
    do(table, move="gain", by="Bo", card="vp-5")
    do(table, move="gain", by="Ana", card="vp-1")
    client = client_for(quiet)
    shown = [at(client, 1, f"?at={n}")["fragments"]["past"] for n in range(3)]
    scores = [re.findall(r'<span class="score">(\d+)', past) for past in shown]
    assert scores == [["0", "0"], ["0", "5"], ["1", "5"]]
    assert "Bo gains 5 VP" in at(client, 1, "?at=1")["fragments"]["past"]


def test_a_running_match_hides_what_it_hides_from_each_viewer(quiet: Hub) -> None:
    history = whole("evil-101")
    depth = next(n for n in range(1, len(history.live)) if _secrets(history.game, history.state_at(n)))
    records = history.records[: history.live[-1 - depth].n + 1]
    match = keep(quiet.store, history, quiet.wall - HOUR, records=records)
    table = quiet.match.resume(match)
    client = client_for(quiet)
    seat, cards = next(iter(_secrets(table.game, table.history.state).items()))
    t = quiet.games["evil-101"].texts_dir
    names = {_name(t, card) for card in cards}
    far = let_in(client, CallerRole.SEAT, seat, "192.168.7.9")
    mine, all_see = (at(each, match, "")["fragments"]["past"] for each in (far, client))
    assert "Hidden cards open" not in mine + all_see
    assert any(name in _own_part(mine) for name in names)
    assert not any(name in _own_part(all_see) for name in names)
    assert "/history/play-on" in all_see and "/history/play-on" not in mine
    begun(quiet, seats=table.header.seats)
    elsewhere = at(let_in(client, CallerRole.SEAT, seat, "192.168.7.10"), match, "")["fragments"]["past"]
    assert _own_part(elsewhere) == _own_part(all_see), "at another match it has the view of the table"


def _secrets(game: Any, state: Any) -> dict[str, set[str]]:
    """Return the seats that know cards which the table does not know, with these."""
    public = _own_cards(game.view(state, TABLE))
    return {seat: cards for seat in state.seats if (cards := _own_cards(game.view(state, seat)) - public)}


def _own_part(past: str) -> str:
    return past.partition('id="own-title"')[2].partition("</section>")[0]


def _own_cards(view: Any) -> set[str]:
    return {card for zone in view.zones.values() for card in zone.cards or ()}


def _name(folder: Any, card: str) -> str:
    return Translator(texts_for("en", folder)).name(card)


def test_playing_on_from_a_turn(quiet: Hub) -> None:
    match = keep(quiet.store, whole("forever-evil", "score"), quiet.wall - DAY)
    client = client_for(quiet)
    past = at(client, match, "?turn=3")["fragments"]["past"]
    n = re.findall(r'name="n" value="(\d+)"', past)[0]
    assert client.send_form("/history/play-on", match=str(match), n=n).headers["location"] == "/table"
    assert quiet.table is not None and quiet.table.history.last.n == int(n)
    page = client.get("/history").text
    assert f"Played on from match {match}" in page
    again = client.get(f"/history/{match}").text
    assert f"Match {quiet.table.match} has the same beginning" in again and "Hidden cards open" not in again
    last = at(client, match, "")["fragments"]["past"]
    assert "/history/play-on" not in last, "it is over there"
    refused = client.send_form("/history/play-on", match=str(match), n="999999")
    assert refused.status_code == 409 and "Choose an earlier one." in html.unescape(refused.text)
    assert client.send_form("/history/play-on", match=str(match)).status_code == 400


# Who may see it ---------------------------------------------------------------------------------------------------


def test_a_seat_reads_and_changes_nothing(hub: Hub, client: Client) -> None:
    season(hub.store, 2, hub.wall)
    seat, tablet = (
        let_in(client, role, name, f"192.168.7.{n}")
        for n, (role, name) in enumerate(((CallerRole.SEAT, "Ana"), (CallerRole.TABLE, None)), 2)
    )
    page = seat.get("/history").text
    assert entries(page) and not re.findall(r'action="/(history/\w+|resume)"', page)
    page = tablet.get("/history").text
    assert 'action="/history/keep"' in page and "/matches/file" not in page, "files are for the host"
    assert tablet.send_form("/history/keep", match="2", note="From the tablet").status_code == 303
    assert hub.store.matches.get(2).note == "From the tablet"


def test_home_and_every_page_lead_to_it(quiet: Hub) -> None:
    page = client_for(quiet).get("/").text
    assert '<a class="tile" data-key="history" href="/history">' in page
    assert re.search(r'<li><a href="/history">.*?<span>History</span>', page)


def test_the_language_is_changed_on_the_page_of_a_match(quiet: Hub) -> None:
    client = client_for(quiet)
    assert client.send_form("/prefs", lang="fr", back="/history/7").headers["location"] == "/history/7"
    for bad in ("/history/x", "/nowhere/7", "//history/7", "/history/7/8"):
        assert client.send_form("/prefs", lang="fr", back=bad).headers["location"] == "/"
