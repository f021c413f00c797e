"""People: found again by name, with a crest that stays theirs; renamed, merged, archived; taken over from format 5."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from lairkeeper.store import CRESTS, PlayRecord, Store, StoreError, crests_for
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
    records, none = store.people.records(), PlayRecord(0, 0)
    found = {each: records.get(each.id, none) for each in store.people.list()}
    return {each.name: (each.crest, record.played, record.won) for each, record in found.items()}


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
    anna = person(store, "Anna")
    store.people.merge(anna, person(store, "Ana"), 6.0)
    assert told(store) == {"Ana": (1, 2, 2), "Bo": (2, 2, 0)}
    assert store.people.get(person(store, "Ana")).last == 5.0
    assert refusal(store.people.merge, person(store, "Bo"), person(store, "Ana"), 7.0) == "both-sat-there"
    assert refusal(store.people.merge, 99, person(store, "Ana"), 7.0) == "unknown-person"
    store.people.merge(person(store, "Bo"), person(store, "Bo"), 7.0)
    assert set(told(store)) == {"Ana", "Bo"}
    assert store.people.seats(2)[1].person == person(store, "Ana")
    assert store.matches.get(2).header["seats"] == ["Anna", "Bo"], "the log keeps the name"
    assert begun(store, "anna", "Cy", at=8.0) == 3
    assert store.people.seats(3)[1].person == person(store, "Ana"), "found by the old name too"


def test_merged_people_can_be_separated_again_each_with_its_own(store: Store) -> None:
    finish(store, begun(store, "Ana", "Bo", at=1.0), "Ana")
    finish(store, begun(store, "Anna", "Bo", at=5.0), "Anna")
    finish(store, begun(store, "A.", "Bo", at=9.0), "Bo")
    ana, anna, a = (person(store, name) for name in ("Ana", "Anna", "A."))
    store.people.merge(a, anna, 10.0)
    store.people.merge(anna, ana, 11.0)
    assert told(store)["Ana"][1:] == (3, 2)
    assert [(each.name, each.at) for each in store.people.merged(ana)] == [("Anna", 11.0), ("A.", 10.0)]
    assert store.people.same() == {ana: ana, anna: ana, a: ana, person(store, "Bo"): person(store, "Bo")}
    assert refusal(store.people.rename, person(store, "Bo"), "anna") == "name-taken", "as long as it is merged"
    assert refusal(store.people.merge, a, ana, 12.0) == "unknown-person", "it is in the list no more"
    store.people.rename(ana, "Anna")
    assert set(told(store)) == {"Anna", "Bo"}
    store.people.separate(anna)
    assert {name: record[1:] for name, record in told(store).items()} == {"Anna": (1, 1), "Ana": (2, 1), "Bo": (3, 1)}
    assert refusal(store.people.separate, anna) == "unknown-person"
    assert store.people.get(ana).since == 1.0 and store.people.get(ana).last == 1.0


def test_people_who_met_under_an_older_name_are_two(store: Store) -> None:
    begun(store, "Anna", "Bo")
    begun(store, "Ana", "Cy")
    store.people.merge(person(store, "Anna"), person(store, "Ana"), 3.0)
    assert refusal(store.people.merge, person(store, "Bo"), person(store, "Ana"), 4.0) == "both-sat-there"
    assert refusal(store.people.merge, person(store, "Ana"), person(store, "Bo"), 4.0) == "both-sat-there"


def test_a_merge_that_was_damaged_is_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "lair.db"
    with Store.open(path) as store:
        begun(store, "Ana", "Bo")
        begun(store, "Anna", "Cy")
        store.people.merge(person(store, "Anna"), person(store, "Ana"), 6.0)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE merges SET kept = 2")
    connection.commit()
    connection.close()
    with Store.open(path) as store:
        assert store.found == {"merges": 1}
        assert set(told(store)) == {"Ana", "Anna", "Bo", "Cy"}


def test_a_circle_of_merges_ends(store: Store) -> None:
    begun(store, "Ana", "Bo")
    with store.write() as connection:
        connection.execute("INSERT INTO merges (person, kept, at) VALUES (1, 2, 1.0), (2, 1, 1.0)")
    assert len(store.people.same()) == 2


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
