"""A match for BG Stats, field by field as its support pages and the files of its own *Send play file* have it."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from lairkeeper.exports import NotEndedError, bg_stats_link, export
from lairkeeper.exports.bgsplay import LONGEST
from lairkeeper.store import Store
from lairkeeper.table import Hub

from ..web.situations import begun, do
from ..web.test_ending import finish

SECOND = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d"
UUID = r"[0-9A-F]{8}-[0-9A-F]{4}-5[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}"

PUSH: dict[str, Any] = {
    "sourceName": str, "sourcePlayId": str, "playDate": str, "board": str, "game": dict, "players": list,
}  # fmt: skip
"""The fields that a link must have; ``durationMin`` only where it is known."""
PUSH_GAME = {"name": str, "sourceGameId": str, "highestWins": bool, "noPoints": bool}
PUSH_PLAYER = {"name": str, "sourcePlayerId": str, "score": int, "rank": int, "startPlayer": bool, "winner": bool}
FILE = {"about": str, "players": list, "locations": list, "games": list, "plays": list, "userInfo": dict}
GAME = {
    "uuid": str, "id": int, "name": str, "modificationDate": str, "cooperative": bool, "highestWins": bool,
    "noPoints": bool, "usesTeams": bool, "bggId": int, "bggYear": int, "isBaseGame": int, "isExpansion": int,
}  # fmt: skip
PLAYER = {"uuid": str, "id": int, "name": str, "isAnonymous": bool, "modificationDate": str, "bggUsername": str}
PLAY = {
    "uuid": str, "modificationDate": str, "entryDate": str, "playDate": str, "usesTeams": bool, "durationMin": int,
    "ignored": bool, "manualWinner": bool, "rounds": int, "bggId": int, "importPlayId": int, "gameRefId": int,
    "board": str, "rating": int, "scoringSetting": int, "playerScores": list, "expansionPlays": list,
}  # fmt: skip
SCORE = {
    "score": str, "winner": bool, "newPlayer": bool, "startPlayer": bool, "playerRefId": int, "role": str, "rank": int,
    "seatOrder": int,
}  # fmt: skip


def shape(found: dict[str, Any], wanted: dict[str, Any], *more: str) -> None:
    assert set(wanted) <= set(found) <= {*wanted, *more}
    assert {name: type(found[name]) for name in wanted} == wanted


@pytest.fixture
def hub(store: Store) -> Hub:
    return Hub(store)


def played(hub: Hub, seats: tuple[str, ...] = ("Zoé", "Bo", "王小明")) -> int:
    table = begun(hub, seats=seats)
    do(table, move="gain", by=seats[1], card="vp-5")
    finish(table)
    return table.match


def pushed(hub: Hub, match: int) -> dict[str, Any]:
    link = urlsplit(bg_stats_link(hub.store, match))
    assert (link.scheme, link.netloc, link.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    assert " " not in link.query and "+" not in link.query
    told: dict[str, Any] = json.loads(parse_qs(link.query, strict_parsing=True)["data"][0])
    return told


def test_the_link_has_every_field_in_its_type(hub: Hub) -> None:
    match = played(hub)
    with hub.store.write() as connection:
        connection.execute("UPDATE matches SET started_at = 1780000000.0, finished_at = 1780004500.0")
    play = pushed(hub, match)
    shape(play, PUSH, "durationMin")
    shape(play["game"], PUSH_GAME)
    for player in play["players"]:
        shape(player, PUSH_PLAYER, "role", "team")
    assert play["sourceName"] == "Lairkeeper"
    assert re.fullmatch(UUID, play["sourcePlayId"])
    assert (play["playDate"], play["durationMin"]) == ("2026-05-28 21:41:40", 75), "UTC, at its end"
    told = [(each["name"], each["score"], each["rank"], each["winner"]) for each in play["players"]]
    assert told == [("Zoé", 0, 2, False), ("Bo", 5, 1, True), ("王小明", 0, 2, False)]
    assert [each["startPlayer"] for each in play["players"]] == [True, False, False]


def test_the_file_has_every_field_in_its_type(hub: Hub) -> None:
    file = json.loads(export(hub.store, played(hub), "bgsplay"))
    shape(file, FILE)
    assert file["about"].startswith("This is a Play file that can be read by Board Game Stats.")
    assert isinstance(file["userInfo"]["meRefId"], int)
    (game,), (play,) = file["games"], file["plays"]
    shape(game, GAME)
    shape(play, PLAY)
    for player in file["players"]:
        shape(player, PLAYER)
        assert re.fullmatch(UUID, player["uuid"])
    for score in play["playerScores"]:
        shape(score, SCORE, "team")
    assert play["gameRefId"] == game["id"]
    assert [each["playerRefId"] for each in play["playerScores"]] == [each["id"] for each in file["players"]]
    assert all(re.fullmatch(SECOND, play[name]) for name in ("playDate", "entryDate", "modificationDate"))
    assert [each["score"] for each in play["playerScores"]] == ["0", "5", "0"]
    assert play["manualWinner"] and [each["winner"] for each in play["playerScores"]] == [False, True, False]


def test_the_file_has_the_place_and_the_note(hub: Hub) -> None:
    match = played(hub)
    hub.matches.annotate(match, "Two hours\nof rain", "Café Zoé")
    file = json.loads(export(hub.store, match, "bgsplay"))
    (place,), (play,) = file["locations"], file["plays"]
    shape(place, {"uuid": str, "id": int, "name": str, "modificationDate": str})
    assert (place["name"], play["locationRefId"], play["comments"]) == ("Café Zoé", place["id"], "Two hours\nof rain")
    hub.matches.annotate(match, None, None)
    assert json.loads(export(hub.store, match, "bgsplay"))["locations"] == []


def test_sent_again_it_is_the_same_play_of_the_same_people(hub: Hub) -> None:
    match, other = played(hub), played(hub)
    first, again, second = (json.loads(export(hub.store, each, "bgsplay")) for each in (match, match, other))
    assert first == again
    assert pushed(hub, match)["sourcePlayId"] == first["plays"][0]["uuid"] != second["plays"][0]["uuid"]
    assert [each["uuid"] for each in first["players"]] == [each["uuid"] for each in second["players"]]
    assert first["games"][0]["uuid"] == second["games"][0]["uuid"]
    hub.people.rename(hub.people.list()[0].id, "Somebody")
    assert [each["uuid"] for each in json.loads(export(hub.store, match, "bgsplay"))["players"]] == [
        each["uuid"] for each in first["players"]
    ]


def test_a_number_at_boardgamegeek_is_sent_only_where_it_is_known(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(hub)
    assert "bggId" not in pushed(hub, match)["game"]
    assert json.loads(export(hub.store, match, "bgsplay"))["games"][0]["bggId"] == 0
    monkeypatch.setattr("lairkeeper.exports.match.ExportMatch.bgg", 12)
    assert pushed(hub, match)["game"]["bggId"] == 12


def test_a_match_that_runs_is_refused(hub: Hub) -> None:
    table = begun(hub)
    for wanted in (lambda: export(hub.store, table.match, "bgsplay"), lambda: bg_stats_link(hub.store, table.match)):
        with pytest.raises(NotEndedError, match="has not ended"):
            wanted()


def test_the_longest_names_fit_in_a_link(hub: Hub) -> None:
    names = tuple(f"{n}{'界' * 23}" for n in range(5))
    assert len(bg_stats_link(hub.store, played(hub, names))) <= LONGEST


def test_a_store_that_only_reads_gives_the_same_ids(hub: Hub, store: Store) -> None:
    match = played(hub)
    with Store.open(store.path, readonly=True) as reading:
        unknown = json.loads(export(reading, match, "bgsplay"))["plays"][0]["uuid"]
        assert unknown == json.loads(export(reading, match, "bgsplay"))["plays"][0]["uuid"]
        known = json.loads(export(store, match, "bgsplay"))["plays"][0]["uuid"]
        assert uuid.UUID(known) != uuid.UUID(unknown)
        assert json.loads(export(reading, match, "bgsplay"))["plays"][0]["uuid"] == known
