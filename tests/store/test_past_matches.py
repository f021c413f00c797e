"""The list of past matches: what fits a filter, in which order, and how the logs are."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.store import Filter, Store

HEADER: dict[str, Any] = {"game": "toy", "seats": ["Ana", "Bo"], "level": "score"}
BO_WINS = {
    "seats": [
        {"seat": "Ana", "score": 3, "rank": 2, "winner": False, "tiebreak": None},
        {"seat": "Bo", "score": 5, "rank": 1, "winner": True, "tiebreak": None},
    ]
}


@pytest.fixture
def shelf(store: Store) -> Store:
    """Four matches: 1 and 2 by Ana and Bo, 3 by Élodie and Bo, 4 deleted; the third began first."""
    for began, seats, game, level in (
        (20.0, ["Ana", "Bo"], "toy", "score"),
        (30.0, ["Ana", "Bo"], "toy", "full"),
        (10.0, ["Élodie", "Bo"], "other", "score"),
        (40.0, ["Ana", "Bo"], "toy", "score"),
    ):
        match = store.matches.create({**HEADER, "seats": seats, "game": game, "level": level}, began)
        store.people.sit_down(match, seats, began)
    store.matches.finish(1, BO_WINS, 25.0)
    store.matches.delete(4, 50.0)
    return store


def person(store: Store, name: str) -> int:
    found = store.people.named(name)
    assert found is not None
    return found.id


def test_the_newest_beginning_comes_first_and_pages_are_bounded(shelf: Store) -> None:
    assert shelf.past.page(Filter(), 10) == [2, 1, 3]
    assert [shelf.past.page(Filter(), 2, at) for at in (0, 2, 4)] == [[2, 1], [3], []]
    assert [row.id for row in shelf.matches.these([3, 99, 1])] == [3, 1]


@pytest.mark.parametrize(
    ("wanted", "matches"),
    [
        (Filter(game="toy"), [2, 1]),
        (Filter(level="score"), [1, 3]),
        (Filter(state="ended"), [1]),
        (Filter(state="open"), [2, 3]),
        (Filter(since=20.0, until=30.0), [1]),
        (Filter(deleted=True), [4]),
        (Filter(without=2), [1, 3]),
        (Filter(text="ÉLODIE"), [3]),
        (Filter(text="elodie"), [3]),
        (Filter(text="oth", titled=("other",)), [3]),
        (Filter(text="100%"), []),
        (Filter(text="' OR 1=1 --"), []),
        (Filter(text="bo", game="other"), [3]),
        (Filter(person=9_999), []),
    ],
)
def test_what_fits(shelf: Store, wanted: Filter, matches: list[int]) -> None:
    assert shelf.past.page(wanted, 10) == matches
    assert shelf.past.find(wanted) == matches


def test_counting(shelf: Store) -> None:
    assert (shelf.past.count(), shelf.past.count(deleted=True)) == (3, 1)


def test_who_played_and_who_won(shelf: Store) -> None:
    ana, bo = person(shelf, "Ana"), person(shelf, "Bo")
    assert shelf.past.page(Filter(person=ana), 10) == [2, 1]
    assert shelf.past.page(Filter(winner=bo), 10) == [1]
    assert shelf.past.page(Filter(winner=ana), 10) == []
    shelf.people.rename(bo, "Bob")
    assert shelf.past.page(Filter(text="bob"), 10) == [2, 1, 3], "a person is found by the name of today"


def test_words_that_people_wrote_are_found_and_kept(shelf: Store) -> None:
    shelf.matches.rename(2, "Der große Sturm")
    shelf.matches.annotate(1, "Two lines:\nthe cat", "Grand-mère")
    assert shelf.past.page(Filter(text="GROSSE  sturm"), 10) == [2]
    assert shelf.past.page(Filter(text="the cat"), 10) == [1]
    assert shelf.past.page(Filter(text="mère"), 10) == [1]
    row = shelf.matches.get(1)
    assert (row.note, row.place) == ("Two lines:\nthe cat", "Grand-mère")
    shelf.matches.annotate(1, None, None)
    assert shelf.past.page(Filter(text="cat"), 10) == []


def test_damaged_words_are_left_out_and_the_match_stays(shelf: Store) -> None:
    shelf.matches.annotate(1, "A note", None)
    with shelf.write() as connection:
        connection.execute("UPDATE matches SET notes_checksum = notes_checksum + 1 WHERE id = 1")
    row = shelf.matches.get(1)
    assert (row.note, row.game, row.damaged) == (None, "toy", False)


def test_the_choices(shelf: Store) -> None:
    choices = shelf.past.choices()
    assert dict(choices.games) == {"toy": 2, "other": 1}
    assert choices.levels == ("full", "score")
    assert [name for _, name in choices.people] == ["Ana", "Bo", "Élodie"]


def test_the_health_of_a_log(shelf: Store) -> None:
    for n in range(5):
        shelf.journal.append(1, {"n": n, "kind": "command"}, at=1.0, who="page", why="act")
    assert (shelf.past.health([1])[1].records, shelf.past.health([1])[1].lost) == (5, 0)
    with shelf.write() as connection:
        connection.execute("UPDATE journal SET checksum = checksum + 1 WHERE match = 1 AND n = 2")
        connection.execute("DELETE FROM journal WHERE match = 1 AND n = 4")
    assert (shelf.past.health([1])[1].records, shelf.past.health([1])[1].lost) == (3, 2)
    assert (shelf.past.health([2])[2].records, shelf.past.health([2])[2].lost) == (0, 1), "a log without a record"


def test_matches_that_share_a_beginning(shelf: Store) -> None:
    shelf.matches.came_from(2, 1, 7, 60.0)
    shelf.matches.came_from(3, 2, 4, 60.0)
    assert [shelf.past.family(match) for match in (1, 2, 3, 4)] == [[1, 2, 3]] * 3 + [[4]]
    assert shelf.past.running_kin(1) == 3, "1 has ended, 2 and 3 have not"
    shelf.matches.finish(2, BO_WINS, 70.0)
    shelf.matches.finish(3, BO_WINS, 70.0)
    assert shelf.past.running_kin(1) is None
    row = shelf.matches.get(3)
    assert (row.origin, row.origin_n) == (2, 4)


def test_turns_are_seen_by_the_code_and_the_log_that_made_them_only(shelf: Store) -> None:
    shelf.turns.put(1, "v1", 5, b"some turns")
    assert shelf.turns.get(1, "v1", 5) == b"some turns"
    assert [shelf.turns.get(*each) for each in ((1, "v2", 5), (1, "v1", 6), (2, "v1", 5))] == [None] * 3
    with shelf.write() as connection:
        connection.execute("UPDATE turns SET data = zeroblob(3) WHERE match = 1")
    assert shelf.turns.get(1, "v1", 5) is None


def test_clearing_out_takes_everything_along(shelf: Store) -> None:
    shelf.turns.put(4, "v1", 1, b"turns")
    shelf.matches.clear_out(50.0 + 31 * 86_400)
    assert shelf.past.page(Filter(deleted=True), 10) == []
