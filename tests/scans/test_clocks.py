"""The board's clock tells the time that a tag was away; the difference to the host's is measured anew."""

from __future__ import annotations

import pytest

from lairkeeper.scans.presence import FLICKER, FLICKERED, Presence
from lairkeeper.scans.sighting import Sighting


def seen(row: int, kind: str, at: float, ms: int | None, boot: str = "b1") -> Sighting:
    return Sighting(row, at, "tap", kind, "04319F5D240289", device="board", boot=boot, ms=ms)


def came_back(at: float, ms: int | None, boot: str = "b1") -> str | None:
    """Return what is made of a tag that left at 10 s and is seen again.

    It left at 1,000 ms by the board's clock.
    """
    presence = Presence()
    assert presence.see(seen(1, "+", 9.5, 500)) is None
    assert presence.see(seen(2, "-", 10.0, 1_000)) is None
    return presence.see(seen(3, "+", at, ms, boot))


@pytest.mark.parametrize("at", [10.05, 10.2, 10.2999999, 10.3, 11.0])
def test_a_real_tap_counts_however_the_clocks_were_compared(at: float) -> None:
    assert came_back(at, 1_306) is None


@pytest.mark.parametrize("at", [10.05, 10.3, 10.9])
def test_a_flicker_is_none_however_the_clocks_were_compared(at: float) -> None:
    assert came_back(at, 1_120) == FLICKERED


def test_the_limit_itself_is_a_tap() -> None:
    assert came_back(10.3, 1_000 + round(FLICKER * 1_000)) is None
    assert came_back(10.3, 999 + round(FLICKER * 1_000)) == FLICKERED


@pytest.mark.parametrize(("ms", "boot"), [(None, "b1"), (40, "b2")])
def test_two_starts_of_a_board_are_compared_by_the_host(ms: int | None, boot: str) -> None:
    assert came_back(10.1, ms, boot) == FLICKERED
    assert came_back(10.4, ms, boot) is None
