"""The reputation track: spaces, the hop over occupied ones, turn order and the winning reputation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

TARGETS: Final = {3: 16, 4: 18, 5: 20}
"""Winning reputation by number of players ("Evil League, Ending the Game")."""
SPACES: Final = "START"
"""The spaces before 1; the last letter is the one next to it."""
SOURCES: Final = ("last-villain", "scheme", "card", "tapped", "correction", "hop")
"""Where reputation came from, in the order in which a breakdown lists it."""


def reputation_of(seat: Seat) -> Path:
    return f"reputation.{seat}"


def start_of(seat: Seat) -> Path:
    """The START space of a marker: 1 is next to the number 1; 0 once it has left."""
    return f"start.{seat}"


def home_of(seat: Seat) -> Path:
    """The START space on which a marker began."""
    return f"home.{seat}"


def source_of(seat: Seat, source: str) -> Path:
    return f"from.{source}.{seat}"


def reputation(state: State, seat: Seat) -> int:
    """0 on START ("Evil League, Reputation Turn Order")."""
    return state.counters.get(reputation_of(seat), 0)


def space(state: State, seat: Seat) -> int:
    """The space of a marker as one number: 1 and more as printed; 0 for the START space next to 1, then -1, -2 …"""
    rep = reputation(state, seat)
    return rep if rep > 0 else 1 - state.counters.get(start_of(seat), 1)


def space_name(at: int) -> str:
    """A space as players say it: its number, or its letter of START."""
    return str(at) if at > 0 else f"{SPACES[4 + at]}{5 + at}"


def order(state: State) -> tuple[Seat, ...]:
    """Reputation turn order: highest first, on START whoever is nearer to 1."""
    return tuple(sorted(state.seats, key=lambda seat: -space(state, seat)))


def reverse(state: State, seats: Iterable[Seat], ranking: Iterable[Seat]) -> tuple[Seat, ...]:
    """Some seats, the lowest of a ranking first."""
    among = set(seats)
    return tuple(seat for seat in reversed(tuple(ranking)) if seat in among)


def target(state: State) -> int:
    """The winning reputation of this match."""
    return TARGETS.get(len(state.seats)) or int(state.rules.two_players or 0)


def taken_by(state: State, at: int, but: Seat) -> Seat | None:
    """Whose marker stands on a space."""
    return next((seat for seat in state.seats if seat != but and space(state, seat) == at), None)


def landing(state: State, seat: Seat, n: int, base: int | None = None) -> int:
    """The space that a gain ends on: counted along the track, then on to the first that nobody stands on.

    Only the landing space counts, occupied ones that are passed over do not ("Evil League, Last Villain Standing").
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
    """A gain as one: the marker hops if it must, and whoever is there wins at once."""
    before = reputation(work.state, seat)
    put(work, seat, landing(work.state, seat, n))
    moved = reputation(work.state, seat) - before
    work.count(source_of(seat, source), min(n, moved))
    work.count(source_of(seat, "hop"), max(0, moved - n))
    check_win(work, seat)


def check_win(work: Work, seat: Seat) -> None:
    """Reputation victory, as soon as a marker is on the winning number or beyond."""
    if not work.state.finished and reputation(work.state, seat) >= target(work.state):
        win(work, seat)


def win(work: Work, seat: Seat | None) -> None:
    """One winner and everybody else loses; None: Captain Hammer's win, all lose."""
    work.finish((seat,) if seat else ())
