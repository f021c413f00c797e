"""Power: 0 to 5 on the sheet ("Evil League, Locations")."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

MOST: Final = 5
"""Highest Power (el-44)."""
FIRST: Final = 2
"""Power at the start (el-7)."""
NEEDED: Final = 5
"""Power that a superpower needs."""


def power_of(seat: Seat) -> Path:
    """Return the counter of a seat's Power."""
    return f"power.{seat}"


def power(state: State, seat: Seat) -> int:
    """Return the Power of a seat."""
    return state.counters[power_of(seat)]


def gain_power(work: Work, seat: Seat, n: int) -> None:
    """Add Power up to 5; the excess is lost (el-44, el-65)."""
    work.count(power_of(seat), min(n, MOST - power(work.state, seat)))


def lose_power(work: Work, seat: Seat, n: int) -> None:
    """Take Power away, down to 0 and not below (el-71)."""
    work.count(power_of(seat), -min(n, power(work.state, seat)))
