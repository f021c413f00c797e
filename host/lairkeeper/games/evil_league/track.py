"""Reputation track: spaces, the hop over occupied ones, turn order and the winning reputation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

TARGETS: Final = {3: 16, 4: 18, 5: 20}
"""Winning reputation by number of players (el-82; "Evil League, Ending the Game")."""
SPACES: Final = "START"
"""Spaces before 1; the last letter is next to it."""
SOURCES: Final = ("last-villain", "scheme", "card", "tapped", "correction", "hop")
"""Sources of reputation, in the order in which a breakdown lists them."""


def reputation_of(seat: Seat) -> Path:
    """Return the counter of a seat's reputation."""
    return f"reputation.{seat}"


def start_of(seat: Seat) -> Path:
    """Return the counter of a marker's START space: 1 is next to the number 1; 0 once it has left."""
    return f"start.{seat}"


def home_of(seat: Seat) -> Path:
    """Return the counter of the START space on which a marker began."""
    return f"home.{seat}"


def source_of(seat: Seat, source: str) -> Path:
    """Return the counter of a seat's reputation from one source."""
    return f"from.{source}.{seat}"


def reputation(state: State, seat: Seat) -> int:
    """Return the reputation of a seat: 0 on START (el-3; "Evil League, Reputation Turn Order")."""
    return state.counters.get(reputation_of(seat), 0)


def space(state: State, seat: Seat) -> int:
    """Return the space of a marker as one number.

    It is the reputation, or on START 0 for the space next to 1, then -1, -2 and so on.
    """
    rep = reputation(state, seat)
    return rep if rep > 0 else 1 - state.counters.get(start_of(seat), 1)


def space_name(at: int) -> str:
    """Return a space as players say it: its number, or its letter of START."""
    return str(at) if at > 0 else f"{SPACES[4 + at]}{5 + at}"


def order(state: State) -> tuple[Seat, ...]:
    """Return the reputation turn order: highest first, on START the one nearer to 1 first (el-3)."""
    return tuple(sorted(state.seats, key=lambda seat: -space(state, seat)))


def reverse(state: State, seats: Iterable[Seat], ranking: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return some seats, the lowest of a ranking first."""
    among = set(seats)
    return tuple(seat for seat in reversed(tuple(ranking)) if seat in among)


def target(state: State) -> int:
    """Return the winning reputation of this match."""
    return TARGETS.get(len(state.seats)) or int(state.rules.two_players or 0)


def taken_by(state: State, at: int, but: Seat) -> Seat | None:
    """Return the other seat whose marker stands on a space, or None."""
    return next((seat for seat in state.seats if seat != but and space(state, seat) == at), None)


def landing(state: State, seat: Seat, n: int, base: int | None = None) -> int:
    """Return the space on which a gain of ``n`` ends.

    From START it counts from 0 by default (el-89). If the space is occupied, the marker moves on to the next free one
    (el-51), so that no number has two markers (el-83). Occupied spaces that it passes over do not count (el-108; "Evil
    League, Last Villain Standing").
    """
    if base is None:
        here = space(state, seat)
        base = here if here > 0 or state.rules.start_count == "by-space" else 0
    at = base + n
    while taken_by(state, at, seat) is not None:
        at += 1
    return at


def put(work: Work, seat: Seat, at: int) -> None:
    """Set a marker on a space."""
    rep, start = (at, 0) if at > 0 else (0, 1 - at)
    work.count(reputation_of(seat), rep - reputation(work.state, seat))
    work.count(start_of(seat), start - work.state.counters.get(start_of(seat), 0))


def gain(work: Work, seat: Seat, n: int, source: str) -> None:
    """Add a gain as a whole: the marker hops if it must (el-53), and the hop can win (el-52).

    Gains come one at a time, so only one player can win (el-81).
    """
    before = reputation(work.state, seat)
    put(work, seat, landing(work.state, seat, n))
    moved = reputation(work.state, seat) - before
    work.count(source_of(seat, source), min(n, moved))
    work.count(source_of(seat, "hop"), max(0, moved - n))
    check_win(work, seat)


def check_win(work: Work, seat: Seat) -> None:
    """Let a seat win as soon as its marker is on the winning number or beyond (el-80)."""
    if not work.state.finished and reputation(work.state, seat) >= target(work.state):
        win(work, seat)


def win(work: Work, seat: Seat | None) -> None:
    """End the match at once with one winner; all others lose (el-124). None is Captain Hammer's win, and all lose."""
    work.finish((seat,) if seat else ())
