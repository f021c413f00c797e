"""People: found again by name, with a crest that stays theirs; renamed, merged, archived; taken over from format 5."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from lairkeeper.store import CRESTS, Store, StoreError, crests_for
from lairkeeper.table import Hub

OLD = Path(__file__).with_name("format5.sql")
"""The database that Lairkeeper 0.1.0 of 30 November left: a finished match, one put away, one on the table."""


def begun(store: Store, *names: str, at: float = 1.0) -> int:
    match = store.matches.create({"game": "toy", "seats": list(names)}, at)
    store.people.sit_down(match, names, at)
    return match


def finish(store: Store, match: int, *winners: str) -> None:
    seats = store.matches.get(match).header["seats"]
    rows = [{"seat": s, "score": 1, "rank": 1, "winner": s in winners, "tiebreak": None} for s in seats]
    store.matches.finish(match, {"seats": rows}, 9.0)


def person(store: Store, name: str) -> int:
    found = store.people.named(name)
    assert found is not None
    return found.id


def told(store: Store) -> dict[str, tuple[int, int, int]]:
    return {each.name: (each.crest, each.played, each.won) for each in store.people.list()}


def refusal(call: object, *args: object) -> str:
    assert callable(call)
    with pytest.raises(StoreError) as caught:
        call(*args)
    return caught.value.code


def test_each_new_person_gets_the_next_free_crest(store: Store) -> None:
    begun(store, *(f"P{n}" for n in range(CRESTS)))
    assert sorted(each.crest for each in store.people.list()) == list(range(1, CRESTS + 1))
    assert store.people.add("Nina", 2.0).crest == 1, "all are taken: the one that fewest have"
    assert store.people.add("Otto", 2.0).crest == 2


def test_a_person_is_found_again_however_the_name_is_typed(store: Store) -> None:
    begun(store, "Zoé", "Bo", at=1.0)
    begun(store, "BO", "Cy", at=5.0)
    assert [(p.name, p.since, p.last) for p in store.people.list()] == [
        ("Bo", 1.0, 5.0),
        ("Cy", 5.0, 5.0),
        ("Zoé", 1.0, 1.0),
    ]


def test_no_two_seats_of_a_match_have_the_same_crest(store: Store) -> None:
    begun(store, "Ana", "Bo")
    store.people.choose_crest(person(store, "Bo"), 1)
    store.people.choose_crest(person(store, "Ana"), 1)
    match = begun(store, "Ana", "Bo", "Cy")
    crests = {n: sitting.crest for n, sitting in store.people.seats(match).items()}
    assert crests[1] == 1 and len(set(crests.values())) == 3
    assert told(store)["Bo"][0] == 1, "for this match only"


def test_a_renamed_person_keeps_crest_and_record_and_old_logs_keep_the_name(store: Store) -> None:
    match = begun(store, "Ana", "Bo")
    finish(store, match, "Ana")
    store.people.rename(person(store, "Ana"), "Ana B.")
    assert told(store) == {"Ana B.": (1, 1, 1), "Bo": (2, 1, 0)}
    assert store.matches.get(match).header["seats"] == ["Ana", "Bo"]
    assert refusal(store.people.rename, person(store, "Bo"), "ana b.") == "name-taken"
    store.people.rename(person(store, "Bo"), "BO")


def test_merging_gives_one_person_all_matches(store: Store) -> None:
    finish(store, begun(store, "Ana", "Bo", at=1.0), "Ana")
    finish(store, begun(store, "Anna", "Bo", at=5.0), "Anna")
    store.people.merge(person(store, "Anna"), person(store, "Ana"))
    assert told(store) == {"Ana": (1, 2, 2), "Bo": (2, 2, 0)}
    assert store.people.get(person(store, "Ana")).last == 5.0
    assert refusal(store.people.merge, person(store, "Bo"), person(store, "Ana")) == "both-sat-there"
    assert refusal(store.people.merge, 99, person(store, "Ana")) == "unknown-person"
    store.people.merge(person(store, "Bo"), person(store, "Bo"))
    assert set(told(store)) == {"Ana", "Bo"}


def test_an_archived_person_comes_back_by_playing(store: Store) -> None:
    begun(store, "Ana", "Bo")
    store.people.archive(person(store, "Ana"), 2.0)
    assert [each.archived for each in store.people.list()] == [True, False]
    assert crests_for(store.people.list(), [None]) == [1], "a crest that nobody uses now is free"
    begun(store, "Ana", "Cy")
    assert not store.people.get(person(store, "Ana")).archived
    store.people.archive(person(store, "Cy"), 3.0)
    store.people.bring_back(person(store, "Cy"))
    assert not any(each.archived for each in store.people.list())


def test_a_database_of_format_5_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.close()
    with Store.open(path) as store:
        assert store.found == {}, "every row is sound"
        assert told(store) == {"Zoé": (1, 1, 1), "Bo": (2, 1, 0), "אבי": (3, 1, 0), "Cy": (4, 0, 0)}
        names = {each.id: each.name for each in store.people.list()}
        sat = {m: [names[s.person or 0] for _, s in sorted(store.people.seats(m).items())] for m in (1, 2, 3)}
        assert sat == {1: ["Zoé", "Bo", "אבי"], 2: ["Bo", "Cy"], 3: ["Cy", "Zoé", "Bo"]}
        table = Hub(store).resume_last()
        assert table is not None and table.match == 3, "the match on the table goes on"
        assert table.view().tokens["Bo"] == 5
        assert table.crests == {"Cy": 1, "Zoé": 2, "Bo": 3}, "as they were drawn before"
        assert begun(store, "Dee") == 4


def test_what_was_damaged_before_is_left_in_the_backup(tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    connection = sqlite3.connect(path)
    connection.executescript(OLD.read_text(encoding="utf-8"))
    connection.execute("UPDATE players SET name = 'Co' WHERE name = 'Bo'")
    connection.execute("UPDATE matches SET header = 'x' WHERE id = 2")
    connection.commit()
    connection.close()
    with Store.open(path) as store:
        assert set(told(store)) == {"Zoé", "אבי", "Cy"}
        assert [store.people.seats(1)[n].person for n in (1, 2, 3)] == [1, None, 3]
        assert store.people.seats(2) == {}
    backup = sqlite3.connect(next(tmp_path.glob("*.backup")))
    assert backup.execute("SELECT count(*) FROM players WHERE name = 'Co'").fetchone()[0] == 1
    backup.close()
