"""Tags put down together are read words first; time runs by what the board recorded."""

from __future__ import annotations

import itertools

import pytest

from lairkeeper.sense.settle import FUTURE, TOGETHER, settle

from .taps import Taps, sighting


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
