"""Power: 0 to 5 on the sheet; what would be more is lost ("Evil League, Locations")."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

MOST: Final = 5
FIRST: Final = 2
NEEDED: Final = 5
"""Power that a superpower needs."""


def power_of(seat: Seat) -> Path:
    return f"power.{seat}"


def power(state: State, seat: Seat) -> int:
    return state.counters[power_of(seat)]


def gain_power(work: Work, seat: Seat, n: int) -> None:
    """Up to the maximum; the rest is lost."""
    work.count(power_of(seat), min(n, MOST - power(work.state, seat)))


def lose_power(work: Work, seat: Seat, n: int) -> None:
    """Down to 0 and not below."""
    work.count(power_of(seat), -min(n, power(work.state, seat)))
