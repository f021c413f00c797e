"""Matches, results and players."""

from __future__ import annotations

import pytest

from lairkeeper.store import Store, StoreError

HEADER = {"game": "toy", "seats": ["Ana", "Bo"], "level": "score"}
RESULT = {
    "winners": ["Bo"],
    "seats": [
        {"seat": "Ana", "score": 3, "rank": 2, "winner": False, "tiebreak": None},
        {"seat": "Bo", "score": 5, "rank": 1, "winner": True, "tiebreak": 2},
    ],
}


def test_the_newest_open_match_is_the_current_one(store: Store) -> None:
    assert store.matches.current() is None
    first = store.matches.create(HEADER, 1.0)
    second = store.matches.create(HEADER, 2.0)
    assert store.matches.current() == second
    assert store.matches.get(first).closed_at == 2.0
    store.matches.close(second, 3.0)
    assert store.matches.current() is None
    assert [row.id for row in store.matches.list()] == [second, first]


def test_a_finished_match_stays_on_the_table_and_can_be_reopened(store: Store) -> None:
    match = store.matches.create(HEADER, 1.0)
    store.players.seen(["Ana", "Bo"], 1.0)
    store.matches.finish(match, RESULT, 9.0)
    row = store.matches.get(match)
    assert (row.finished_at, row.result, row.header) == (9.0, RESULT, HEADER)
    assert store.matches.current() == match
    assert {p.name: (p.played, p.won) for p in store.players.list()} == {"Ana": (1, 0), "Bo": (1, 1)}
    store.matches.reopen(match)
    assert store.matches.get(match).result is None
    assert {p.name: p.played for p in store.players.list()} == {"Ana": 0, "Bo": 0}


def test_a_player_is_one_row_however_often_seen(store: Store) -> None:
    store.players.seen(["Ana", "Bo"], 1.0)
    store.players.seen(["Cy", "Ana"], 5.0)
    assert [(p.name, p.since, p.last) for p in store.players.list()] == [
        ("Ana", 1.0, 5.0),
        ("Cy", 5.0, 5.0),
        ("Bo", 1.0, 1.0),
    ]


def test_an_unknown_match_is_named(store: Store) -> None:
    with pytest.raises(StoreError, match="no match 77") as caught:
        store.matches.get(77)
    assert caught.value.code == "unknown-match"


def test_settings_are_json_values(store: Store) -> None:
    assert store.settings.get("zones", {}) == {}
    store.settings.set("zones", {"tap": "tap"})
    store.settings.set("zones", {"a": "seat-1"})
    assert store.settings.get("zones") == {"a": "seat-1"}
    store.settings.remove("zones")
    assert store.settings.get("zones") is None


def test_a_tag_stands_for_one_component_and_back(store: Store) -> None:
    store.tags.put("04AA", "toy", "coin#1", "", 1.0)
    store.tags.put("04BB", "toy", "coin#1", "new sticker", 2.0)
    assert store.tags.by_uid("04AA") is None
    found = store.tags.by_component("toy", "coin#1")
    assert found is not None
    assert (found.uid, found.note) == ("04BB", "new sticker")
    store.tags.put("04BB", "table", "seat-1#1", "", 3.0)
    assert [tag.component for tag in store.tags.of_game()] == ["seat-1#1"]
    assert store.tags.of_game("toy") == []
    assert store.tags.remove("04BB") is True
    assert store.tags.remove("04BB") is False
