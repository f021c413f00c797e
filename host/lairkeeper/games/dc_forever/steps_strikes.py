"""Single steps about the Attack, Threaten or Rescue that is going on."""

from __future__ import annotations

from collections.abc import Callable

from lairkeeper.core.ids import Seat
from lairkeeper.core.work import Work

from .acts import note, strike


def do_noting(name: str) -> Callable[[Work, Seat, str, str, int], None]:
    """Return the step that keeps a note about one modifier of the action."""

    def do(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
        now = strike(work.state)
        if now is not None and card in now.mods:
            note(work, name, 1, card)

    return do


def do_less(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Reduce the damage of the action."""
    note(work, "less", n)


def do_half(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Halve the total of the action, rounded up (df-43; "DC Forever, Golden Rules")."""
    note(work, "half", 1)


def do_base(work: Work, seat: Seat, card: str, target: str, n: int) -> None:
    """Replace the base value of the action (df-217)."""
    if strike(work.state) is not None:
        work.count("strike.base", n + 1 - work.state.counters.get("strike.base", 0))
