"""The inbox: each event once, in the order received, until something was made of it."""

from __future__ import annotations

from pathlib import Path

from lairkeeper.board import BoardEvent, EventInbox
from lairkeeper.store import Store

from .conftest import MakeEvent


def test_is_an_inbox_for_the_board(store: Store) -> None:
    inbox: EventInbox = store.inbox
    assert inbox.last("board-1") is None


def test_a_row_holds_all_of_the_event(store: Store, event: MakeEvent) -> None:
    sent = event(7, uid="04319f5d240289", zone="seat-2")
    store.inbox.receive([sent])
    (row,) = store.inbox.unconsumed()
    assert row.event == sent


def test_an_event_resent_is_kept_once(store: Store, event: MakeEvent) -> None:
    store.inbox.receive([event(1), event(2)])
    store.inbox.receive([event(2), event(1), event(3)])
    assert [row.event.seq for row in store.inbox.unconsumed()] == [1, 2, 3]


def test_the_same_number_of_another_boot_or_board_is_another_event(store: Store, event: MakeEvent) -> None:
    store.inbox.receive([event(1), event(1, boot="b2"), event(1, device="board-2")])
    assert store.inbox.count() == {"all": 3, "waiting": 3}


def test_an_event_resent_after_it_was_used_stays_used(store: Store, event: MakeEvent) -> None:
    store.inbox.receive([event(1)])
    store.inbox.consume([store.inbox.unconsumed()[0].id], "nothing")
    store.inbox.receive([event(1)])
    assert store.inbox.unconsumed() == []
    assert store.inbox.recent(5)[0].outcome == "nothing"


def test_last_is_the_highest_of_the_newest_boot(store: Store, event: MakeEvent) -> None:
    store.inbox.receive([event(40), event(41)])
    store.inbox.receive([event(1, boot="b2"), event(2, boot="b2"), event(9, boot="b2", kind="x")])
    assert store.inbox.last("board-1") == ("b2", 9)
    assert store.inbox.last("board-2") is None


def test_what_is_left_over_of_an_old_boot_does_not_make_it_the_newest(store: Store, event: MakeEvent) -> None:
    store.inbox.receive([event(40)])
    store.inbox.receive([event(1, boot="b2")])
    store.inbox.receive([event(43)])
    assert store.inbox.last("board-1") == ("b2", 1)


def test_what_no_database_can_hold_is_kept_as_well_as_can_be(store: Store) -> None:
    strange = BoardEvent("b\ud800", "x", 2**80, -(2**80), 1.0, "+", "tap\udfff", ("\ud800", 2**80, None))
    store.inbox.receive([strange])
    store.inbox.receive([strange])
    (event,) = (row.event for row in store.inbox.unconsumed())
    assert (event.device, event.zone, event.seq, event.data) == ("b?", "tap?", 2**63 - 1, ("\ud800", 2**80, None))


def test_everything_is_there_after_reopening(path: Path, event: MakeEvent) -> None:
    with Store.open(path) as store:
        store.inbox.receive([event(n) for n in range(1, 21)])
        store.inbox.consume([row.id for row in store.inbox.unconsumed()][:5], "nothing")
    with Store.open(path) as store:
        assert store.inbox.count() == {"all": 20, "waiting": 15}
        assert [row.event.seq for row in store.inbox.recent(3)] == [18, 19, 20]
