"""Tags put down together are read words first; time runs by what the board recorded."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from lairkeeper.scans.settle import FUTURE, LONGEST, TOGETHER, settle

from .taps import Taps, sighting


def rows(*at: float, now: float) -> tuple[list[int], float | None]:
    """Which of the tags that come to one reader at these times, from 0 on, are judged now; when the next ones are."""
    ready, until = settle([sighting(n, each, f"coin-1#{n + 1}") for n, each in enumerate(at)], now)
    return [each.row for each in ready], until


@pytest.mark.parametrize("order", list(itertools.permutations(["seat-2", "verb-discard", "coin-1"])))
def test_together_in_any_order_is_the_same_sentence(order: tuple[str, ...]) -> None:
    taps = Taps().tap("coin-5", zone="seat-2")
    for what in order:
        taps.row += 1
        taps.player.listener.hear(sighting(taps.row, 5.0 + 0.01 * taps.row, what))
    taps.wait(5)
    assert taps.moves == ["gain Bo coin-5", "lose Bo coin-1"]


def test_one_after_the_other_is_in_order() -> None:
    taps = Taps().hear("coin-1", gap=1).hear("seat-2", gap=0.2)
    assert taps.moves == ["gain Ana coin-1"]
    assert taps.player.listener.armed[0].words == ("seat-2#1",)


def test_a_tag_is_judged_when_nothing_more_can_have_come_with_it() -> None:
    one = sighting(1, 10.0, "coin-1")
    assert settle([one], 10.0) == ((), 10.0 + TOGETHER)
    assert settle([one], 10.0 + TOGETHER) == ((one,), None)


def test_what_happened_long_ago_is_judged_at_once() -> None:
    two = [sighting(1, 10.0, "coin-1"), sighting(2, 10.01, "seat-2")]
    ready, until = settle(two, 5000.0)
    assert ([each.row for each in ready], until) == ([2, 1], None)


def test_arrival_out_of_order_is_put_right() -> None:
    late, early = sighting(7, 10.0, "coin-1"), sighting(9, 9.0, "coin-5")
    assert [each.row for each in settle([late, early], 11.0)[0]] == [9, 7]


def test_a_board_clock_in_the_future_stops_nothing() -> None:
    ahead = sighting(1, 100.0 + FUTURE + 1, "coin-1")
    assert settle([ahead], 100.0)[0] == (ahead,)


def test_an_endless_row_of_tags_is_cut() -> None:
    row = [sighting(n, 10.0 + 0.03 * n, "coin-1") for n in range(50)]
    ready, until = settle(row, 10.5)
    assert ready
    assert until is not None


def test_each_tag_that_joins_lets_the_others_wait_anew() -> None:
    assert rows(10.0, 10.03, now=10.05) == ([], 10.03 + TOGETHER)
    assert rows(10.0, 10.03, now=10.03 + TOGETHER) == ([0, 1], None)


def test_however_many_join_a_group_ends() -> None:
    joined = [0.035 * n for n in range(5)]
    assert rows(*joined, now=0.141) == ([], LONGEST)
    assert rows(*joined, now=LONGEST) == ([0, 1, 2, 3, 4], None)


@pytest.mark.parametrize(("away", "together"), [(0.03, True), (TOGETHER, False), (0.05, False)])
def test_together_is_what_comes_within_one_look(away: float, together: bool) -> None:
    """A word that comes later than that is not put before the piece."""
    ready, _ = settle([sighting(1, 0.0, "coin-1"), sighting(2, away, "seat-2")], 20.0)
    assert [each.row for each in ready] == ([2, 1] if together else [1, 2])


@pytest.mark.parametrize(("late", "first"), [(0.159, "seat-2"), (LONGEST, "coin-1#1"), (0.17, "coin-1#1")])
def test_a_word_after_the_end_of_a_group_is_not_put_before_it(late: float, first: str) -> None:
    group = [sighting(n, 0.039 * n, f"coin-1#{n + 1}") for n in range(5)]
    ready, _ = settle([*group, sighting(9, late, "seat-2")], 20.0)
    assert ready[0].component == (f"{first}#1" if "#" not in first else first)


@pytest.mark.parametrize(
    ("device", "zone", "order"), [("b", "tap", [2, 1]), ("b", "seat-1", [1, 2]), ("c", "tap", [1, 2])]
)
def test_what_comes_to_another_reader_is_not_together(device: str, zone: str, order: list[int]) -> None:
    word = replace(sighting(2, 10.01, "seat-2", zone), device=device)
    assert [each.row for each in settle([sighting(1, 10.0, "coin-1"), word], 20.0)[0]] == order


def test_seats_come_before_verbs_and_verbs_before_pieces() -> None:
    words = ("coin-1", "plus-1", "verb-discard", "seat-2", "coin-5", "verb-gain", "seat-3")
    ready, _ = settle([sighting(n, 10.0 + 0.01 * n, what) for n, what in enumerate(words)], 20.0)
    assert [each.row for each in ready] == [3, 6, 2, 5, 0, 1, 4]


def test_what_comes_to_another_reader_in_between_ends_the_group() -> None:
    three = (("coin-1", "tap"), ("coin-5", "tap-2"), ("seat-2", "tap"))
    ready, _ = settle([sighting(n, 10.0 + 0.01 * n, *each) for n, each in enumerate(three)], 20.0)
    assert [each.row for each in ready] == [0, 1, 2]


@pytest.mark.parametrize(("ahead", "ready"), [(0.4, 0), (FUTURE - TOGETHER, 1), (0.5, 1)])
def test_a_board_clock_a_little_ahead_is_waited_for(ahead: float, ready: int) -> None:
    assert len(settle([sighting(1, ahead, "coin-1")], 0.0)[0]) == ready


def test_what_is_ready_does_not_wait_for_what_is_not() -> None:
    assert rows(10.0, 11.0, now=11.01) == ([0], 11.0 + TOGETHER)


def test_readers_do_not_wait_for_each_other() -> None:
    taps = Taps().wait(10)
    taps.player.listener.hear(sighting(1, 10.0, "coin-1", "seat-1"))
    taps.player.listener.hear(sighting(2, 10.035, "coin-1#2", "seat-2"))
    taps.player.until(10.0 + TOGETHER)
    assert taps.moves == ["gain Ana coin-1"]


def test_words_that_ran_out_stay_so_when_all_is_heard_late() -> None:
    taps = Taps().wait(100)
    taps.player.listener.hear(sighting(1, 10.0, "seat-2"))
    taps.player.listener.hear(sighting(2, 18.0, "coin-1"))
    taps.wait(1)
    assert taps.moves == ["gain Ana coin-1"]
