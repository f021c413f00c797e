"""Why a side has won ("DC Forever, Check for Win Conditions")."""

from __future__ import annotations

from lairkeeper.core.state import State
from lairkeeper.core.view import Reason

from .places import HERO, ROGUE, players, team
from .resolution import CITIZENS_TO_WIN, completed, down, rescued, won_by

_DOWN = {"knock-out": HERO, "capture": ROGUE}
"""The side that has lost its characters, by win condition."""


def reasons(state: State) -> tuple[Reason, ...]:
    """Return the first condition that was met, in the order in which they are checked (df-109)."""
    how = won_by(state)
    if how is None or not state.winners:
        return ()
    schemes, citizens = completed(state), rescued(state)
    if how == "schemes":
        if citizens >= CITIZENS_TO_WIN:
            return (Reason("schemes-first", {"n": schemes, "citizens": citizens}),)
        return (Reason("schemes", {"n": schemes, "citizens": citizens}),)
    if how == "rescue":
        return (Reason("rescue", {"n": citizens, "schemes": schemes}),)
    lost = _DOWN[how]
    if any(team(state, seat) for seat in players(state, lost)):
        fallen = down(state, lost)
        return (Reason("four-heroes", {"n": fallen}) if lost == HERO else Reason("four-rogues", {"n": fallen}),)
    return (Reason("no-hero") if lost == HERO else Reason("no-rogue"),)
