"""Events and the inbox that forgets."""

from __future__ import annotations

import pytest

from lairkeeper.board import BoardEvent, MemoryInbox


def event(seq: int, kind: str = "+", data: tuple[object, ...] = ("04aa",), boot: str = "b1") -> BoardEvent:
    return BoardEvent("lair-1", boot, seq, seq * 10, float(seq), kind, "tap", data)


@pytest.mark.parametrize(
    ("kind", "data", "uid", "foreign", "lying"),
    [
        ("+", ("04aa",), "04aa", False, False),
        ("-", ("04aa", "foreign"), "04aa", True, False),
        ("t", ("04aa", "foreign", "lying"), "04aa", True, True),
        ("+", (), None, False, False),
        ("+", ("lying",), "lying", False, False),
        ("b", ("b1",), None, False, False),
        ("f", ("ok",), None, False, False),
    ],
)
def test_what_an_event_says(kind: str, data: tuple[object, ...], uid: str | None, foreign: bool, lying: bool) -> None:
    one = event(1, kind, data)
    assert (one.uid, one.foreign, one.lying) == (uid, foreign, lying)
    assert one.key == ("lair-1", "b1", 1)


@pytest.mark.parametrize(
    ("kind", "data", "looks"),
    [
        ("-", ("04aa", "looks-2-8"), (2, 8)),
        ("-", ("04aa", "foreign", "looks-7-3"), (7, 3)),
        ("-", ("04aa",), None),
        ("-", ("04aa", "looks-", "looks-7", "looks-x-1", "looks-²-1", "looks-7-9", "look-4-4", "12", 7), None),
        ("+", ("04aa", "looks-2-8"), None),
        ("-", (), None),
    ],
)
def test_a_removal_tells_how_many_looks_read_the_tag(
    kind: str, data: tuple[object, ...], looks: tuple[int, int] | None
) -> None:
    assert event(1, kind, data).looks == looks


def test_each_event_is_kept_once() -> None:
    inbox = MemoryInbox()
    inbox.receive([event(1), event(2)])
    inbox.receive([event(2), event(3)])
    assert [one.seq for one in inbox.events] == [1, 2, 3]


def test_last_is_of_the_newest_boot() -> None:
    inbox = MemoryInbox()
    assert inbox.last("lair-1") is None
    inbox.receive([event(7), event(8)])
    assert inbox.last("lair-1") == ("b1", 8)
    inbox.receive([event(1, boot="b2")])
    assert inbox.last("lair-1") == ("b2", 1)
    assert inbox.last("lair-2") is None
