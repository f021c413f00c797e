"""The journal: a record and the scans behind it are one transaction, and a scan causes one record only."""

from __future__ import annotations

from pathlib import Path

import pytest

from lairkeeper.store import Store, StoreError

from .conftest import MakeEvent


def new_match(store: Store) -> int:
    return store.matches.create({"game": "toy", "seats": ["Ana", "Bo"], "level": "score"}, 1000.0)


def test_a_record_marks_the_scans_it_used(store: Store, event: MakeEvent) -> None:
    match = new_match(store)
    store.inbox.receive([event(1), event(2), event(3)])
    ids = [row.id for row in store.inbox.unconsumed()]
    store.journal.append(match, {"n": 0}, at=1.0, who="page", why="start")
    store.journal.append(match, {"n": 1}, at=2.0, who="scan", why="tap", consumed=ids[:2])
    first, second = store.journal.read(match)
    assert (first.n, first.consumed, first.who) == (0, (), "page")
    assert (second.n, second.consumed, second.record, second.why) == (1, tuple(ids[:2]), {"n": 1}, "tap")
    assert [row.id for row in store.inbox.unconsumed()] == ids[2:]


def test_a_scan_used_twice_leaves_no_record(store: Store, event: MakeEvent) -> None:
    match = new_match(store)
    store.inbox.receive([event(1), event(2)])
    first, second = (row.id for row in store.inbox.unconsumed())
    store.journal.append(match, {}, at=1.0, who="scan", why="tap", consumed=[first])
    with pytest.raises(StoreError, match="used twice"):
        store.journal.append(match, {}, at=2.0, who="scan", why="tap", consumed=[second, first])
    assert len(store.journal.read(match)) == 1
    assert [row.id for row in store.inbox.unconsumed()] == [second]


def test_a_failure_later_in_the_transaction_takes_the_record_back(store: Store, event: MakeEvent) -> None:
    match = new_match(store)
    store.inbox.receive([event(1)])
    row = store.inbox.unconsumed()[0]
    with pytest.raises(RuntimeError), store.write():
        store.journal.append(match, {}, at=1.0, who="scan", why="tap", consumed=[row.id])
        raise RuntimeError("the app fails here")
    assert store.journal.read(match) == []
    assert store.inbox.unconsumed() == [row]


def test_a_log_with_a_hole_is_refused(store: Store) -> None:
    match = new_match(store)
    for n in range(3):
        store.journal.append(match, {"n": n}, at=1.0, who="page", why="click")
    with store.write() as connection:
        connection.execute("DELETE FROM journal WHERE n = 1")
    with pytest.raises(StoreError, match="record 1 of match 1 is missing") as caught:
        store.journal.read(match)
    assert caught.value.code == "broken"


def test_matches_do_not_mix(path: Path) -> None:
    with Store.open(path) as store:
        one = new_match(store)
        store.journal.append(one, {"of": "one"}, at=1.0, who="page", why="start")
        two = new_match(store)
        store.journal.append(two, {"of": "two"}, at=1.0, who="page", why="start")
    with Store.open(path) as store:
        assert [row.record for row in store.journal.read(one)] == [{"of": "one"}]
        assert [row.record for row in store.journal.read(two)] == [{"of": "two"}]
