"""Why a match was won ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.view import Reason

from .moves.collecting import reached
from .places import TIES


def reasons(state: State) -> tuple[Reason, ...]:
    """Return what decided: the most points (e1-43), a tie round, or an agreement of the tied (e1-44)."""
    won = state.winners or ()
    if not won:
        return ()
    if len(won) > 1:
        return (Reason("shared"),)
    points = worth(state, won[0])
    if state.counters.get(TIES, 0):
        return (Reason("tie-round", {"points": points}),)
    others = max((worth(state, seat) for seat in state.seats if seat not in won), default=points)
    if others >= points:
        return ()  # a correction after the end: the points do not explain the winner any more
    said = {"points": points, "next": others}
    return (Reason("most", said) if reached(state) else Reason("most-dry", said),)
