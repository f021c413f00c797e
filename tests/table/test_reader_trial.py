"""Readers that are given to seats by a touch each, and tried: meanwhile no scan counts."""

from __future__ import annotations

import pytest

from lairkeeper.store import StoreError
from lairkeeper.table.reader_trial import Seated, seated

from ..scans.toy import TOY
from .no_commit import refusing
from .room import Room

READERS = ("tap", "seat-1", "seat-2", "other")


@pytest.fixture
def room() -> Room:
    room = Room()
    room.start()
    return room


@pytest.mark.parametrize(
    ("zones", "reader", "seat", "fresh"),
    [
        ({}, "seat-2", 1, {"seat-2": "seat-1", "seat-1": "seat-2"}),
        ({}, "other", 1, {"other": "seat-1", "seat-1": "other"}),
        ({}, "tap", 2, {"tap": "seat-2", "seat-2": "tap"}),
        ({}, "seat-1", 1, {}),
        ({"other": "seat.1"}, "tap", 1, {"other": "tap", "tap": "seat-1", "seat-1": "tap"}),
        ({"seat-2": "seat-1", "seat-1": "seat-2"}, "seat-1", 1, {}),
        ({"far": "seat-2"}, "other", 2, {"far": "seat-2", "other": "seat-2", "seat-2": "other"}),
    ],
)
def test_the_reader_that_was_a_tray_gets_the_role_of_the_new_one(
    zones: dict[str, str], reader: str, seat: int, fresh: dict[str, str]
) -> None:
    assert seated(zones, READERS, reader, seat) == fresh
    assert seated(fresh, READERS, reader, seat) == fresh


def test_one_touch_a_reader_and_scans_count_again_after_the_last(room: Room) -> None:
    trial = room.hub.trial
    room.hub.try_readers((1, 2))
    assert (trial.mode, trial.asking) == ("seats", 1)
    room.tap("coin-5", zone="seat-2")
    assert (trial.asking, trial.last) == (2, Seated("seat-2", 1))
    room.tap("?04AABBCC", zone="other", device="b2")
    assert (trial.mode, trial.asking) == ("", None)
    assert trial.zones == {"seat-2": "seat-1", "other": "seat-2"}
    assert room.tokens() == {"Ana": 0, "Bo": 0}
    room.tap("coin-5", zone="seat-2")
    assert room.tokens() == {"Ana": 5, "Bo": 0}
    assert room.links["b1"].told[0][1] == "applied"


def test_a_touch_that_could_not_be_kept_is_taken_up_again(room: Room) -> None:
    trial = room.hub.trial
    room.hub.try_readers((1, 2))
    room.receive("coin-5", zone="seat-2", deliver=False)
    with refusing(room.store):
        room.hub.pump()
    assert (trial.asking, trial.last, trial.zones) == (1, None, {})
    room.now += 60
    room.hub.pump()
    assert (trial.asking, trial.last) == (2, Seated("seat-2", 1))
    assert trial.zones == {"seat-2": "seat-1"}


def test_a_touch_that_could_not_be_taken_back_stays(room: Room) -> None:
    trial = room.hub.trial
    room.hub.try_readers((1, 2))
    room.tap("coin-5", zone="seat-2")
    with refusing(room.store), pytest.raises(StoreError):
        trial.undo()
    assert (trial.asking, trial.can_undo, trial.zones) == (2, True, {"seat-2": "seat-1"})
    trial.undo()
    assert (trial.asking, trial.zones) == (1, {})


def test_a_reader_that_was_touched_already_is_refused(room: Room) -> None:
    trial = room.hub.trial
    room.hub.try_readers((1, 2))
    room.tap("coin-5", zone="seat-2")
    room.tap("coin-5", zone="seat-2")
    assert (trial.asking, trial.last) == (2, Seated("seat-2", 1, again=True))
    assert room.links["b1"].told[-1][1] == "refused"


def test_a_touch_is_taken_back_and_a_seat_left_out(room: Room) -> None:
    trial = room.hub.trial
    room.hub.try_readers((1, 2))
    assert not trial.can_undo
    room.tap("coin-5", zone="seat-2")
    trial.undo()
    assert (trial.asking, trial.zones, trial.last) == (1, {}, None)
    trial.skip()
    room.tap("coin-5", zone="seat-2")
    assert (trial.mode, trial.zones) == ("", {})
    trial.undo()
    assert (trial.mode, trial.asking) == ("seats", 2)
    room.tap("coin-5", zone="other", device="b2")
    assert trial.zones == {"other": "seat-2", "seat-2": "other"}
    trial.forget()
    assert trial.zones == {}


def test_what_was_read_is_kept_with_its_light(room: Room) -> None:
    trial = room.hub.trial
    room.hub.try_readers()
    room.tap("coin-5", "?04AABBCC", zone="seat-2")
    room.tap("?08AABBCC")
    assert [(tap.zone, tap.component, tap.foreign, tap.light) for tap in trial.taps] == [
        ("tap", None, True, "refused"),
        ("seat-2", None, False, "asked"),
        ("seat-2", "coin-5#1", False, "applied"),
    ]
    assert room.tokens() == {"Ana": 0, "Bo": 0}
    trial.stop()
    room.tap("coin-5", zone="seat-2")
    assert room.tokens() == {"Ana": 0, "Bo": 5}
    assert len(trial.taps) == 3, "what counts is no trial"


def test_without_a_match_each_tap_is_kept() -> None:
    room = Room()
    room.tap("coin-5")
    assert [tap.component for tap in room.hub.trial.taps] == ["coin-5#1"]


@pytest.mark.parametrize("seats", [(1,), ()])
def test_it_ends_itself_after_two_minutes_without_a_tap(room: Room, seats: tuple[int, ...]) -> None:
    room.hub.try_readers(seats)
    room.now += 119
    room.hub.pump()
    assert room.hub.trial.mode
    room.now += 1
    room.hub.pump()
    assert not room.hub.trial.mode
    room.tap("coin-5")
    assert room.tokens()["Ana"] == 5


def test_what_was_received_before_counts(room: Room) -> None:
    room.receive("coin-5", deliver=False)
    room.hub.try_readers((1,))
    room.now += 0.5
    room.hub.pump()
    assert room.tokens()["Ana"] == 5 and room.hub.trial.asking == 1


def test_an_enrolment_ends_it(room: Room) -> None:
    room.hub.try_readers((1,))
    room.hub.start_enrol(TOY.id, "coin-1")
    assert not room.hub.trial.mode
    room.tap("?04AABBCC")
    assert room.hub.trial.zones == {}
