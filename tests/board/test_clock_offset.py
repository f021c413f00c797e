"""The board's clock on the host's."""

from __future__ import annotations

from lairkeeper.board.clock_offset import STALE_MS, ClockOffset


def test_unknown_means_now() -> None:
    assert ClockOffset().host_ms(5, 900) == 900


def test_the_middle_of_the_round_trip() -> None:
    clock = ClockOffset()
    clock.sample(sent_ms=1000, board_ms=50, now_ms=1010)
    assert clock.offset == 955
    assert clock.host_ms(60, 5000) == 1015


def test_the_shortest_round_trip_wins() -> None:
    clock = ClockOffset()
    clock.sample(1000, 50, 1010)
    clock.sample(2000, 1400, 2400)
    assert clock.offset == 955
    clock.sample(3000, 2046, 3002)
    assert clock.offset == 955


def test_an_old_sample_gives_way() -> None:
    clock = ClockOffset()
    clock.sample(0, 0, 0)
    clock.sample(STALE_MS, STALE_MS - 100, STALE_MS + 200)
    assert clock.offset == 200


def test_never_in_the_future_and_no_nonsense() -> None:
    clock = ClockOffset()
    clock.sample(1000, 50, 1010)
    clock.sample(9000, 50, 1010)
    assert clock.offset == 955
    assert clock.host_ms(10_000, 1020) == 1020
