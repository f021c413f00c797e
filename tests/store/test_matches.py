"""Matches, their list and their results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lairkeeper.store import KEPT_DAYS, PlayRecord, Store, StoreError

from .conftest import MakeEvent

DAY = 86_400.0
HEADER: dict[str, Any] = {"game": "toy", "seats": ["Ana", "Bo"], "level": "score"}
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
    store.people.sit_down(match, ["Ana", "Bo"], 1.0)
    store.matches.finish(match, RESULT, 9.0)
    row = store.matches.get(match)
    assert (row.finished_at, row.result, row.header) == (9.0, RESULT, HEADER)
    assert store.matches.current() == match
    assert store.people.records() == {1: PlayRecord(1, 0), 2: PlayRecord(1, 1)}
    store.matches.reopen(match)
    assert store.matches.get(match).result is None
    assert store.people.records() == {}


def test_a_match_has_a_name_of_its_own(store: Store) -> None:
    match = store.matches.create(HEADER, 1.0)
    store.matches.rename(match, "The night of the storm")
    assert store.matches.get(match).title == "The night of the storm"
    store.matches.rename(match, None)
    assert store.matches.get(match).title is None
    with pytest.raises(StoreError, match="no match 77"):
        store.matches.rename(77, "x")


def test_a_deleted_match_comes_back_for_thirty_days(tmp_path: Path, event: MakeEvent) -> None:
    path = tmp_path / "lair.db"
    with Store.open(path) as store:
        match = store.matches.create(HEADER, 1.0)
        store.people.sit_down(match, HEADER["seats"], 1.0)
        store.inbox.receive([event(1)])
        store.journal.append(match, {}, at=1.0, who="page", why="start", consumed=[1])
        store.matches.finish(match, RESULT, 9.0)
        store.summaries.put(match, 1, 1, "{}")
        store.matches.delete(match, 10.0)
        assert store.matches.current() is None, "it left the table"
        assert store.people.records() == {}, "it does not count"
        store.matches.restore(match)
        assert len(store.people.records()) == 2
        assert store.matches.get(match).deleted_at is None and store.matches.get(match).closed_at == 10.0
        store.matches.delete(match, 10.0)
        store.matches.clear_out(10.0 + KEPT_DAYS * DAY)
        assert store.matches.get(match).deleted_at == 10.0
    with Store.open(path) as store:  # years later
        assert store.matches.list() == []
        assert store.people.seats(match) == {}
        assert [each.name for each in store.people.list()] == ["Ana", "Bo"]
        assert store.people.records() == {}
        assert store.database.read("SELECT count(*) FROM summaries")[0][0] == 0
        assert store.inbox.count() == {"all": 1, "waiting": 0}, "the board counts on it"
        assert store.matches.create(HEADER, 2.0) == match + 1, "its number stays its own"


def test_a_deleted_match_is_no_longer_offered_and_comes_back_when_it_is_resumed(store: Store) -> None:
    first, _ = store.matches.create(HEADER, 1.0), store.matches.create(HEADER, 2.0)
    assert [row.id for row in store.matches.archived()] == [first]
    store.matches.delete(first, 3.0)
    assert store.matches.archived() == []
    store.matches.reopen_alone(first, 4.0)
    assert store.matches.current() == first
    assert store.matches.get(first).deleted_at is None


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
