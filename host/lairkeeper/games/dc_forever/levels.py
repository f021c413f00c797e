"""Change of the tracking level: ``score`` counts Schemes and citizens, ``full`` follows everything."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.kernel import Verdict
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.levels import change_of_level
from lairkeeper.rules.step import push, read

from .places import ROGUE, players, pool_of
from .refusals import DC, no
from .steps import Action, Tallying

LEVELS: Final = ("score", "full")


def _quiet(state: State) -> bool:
    """Return True when a round begins: the first Rogue player plots, and nothing lies in the pool."""
    top, seat = state.top, players(state, ROGUE)[0]
    if top is None or top.kind != Action.KIND or read(Action, top).seat != seat:
        return False
    return not state.zone(pool_of(seat))


def _not_yet(state: State, level: str) -> Verdict:
    """Return why the level may not change now: to ``score`` only at the start of a round, never to ``full``."""
    if level == "full":
        return no(DC.LEVEL_FROM_START, "set-up", level=level)
    return None if _quiet(state) else no(DC.LEVEL_LATER, "set-up", step=state.top.kind if state.top else "")


def _begin(work: Work, before: State) -> None:
    """Go on with the score alone."""
    work.turn_of(None)
    push(work, Tallying())


LEVEL: Final = change_of_level(
    LEVELS, _begin, unless=_not_yet, codes=(DC.LEVEL_FROM_START, DC.LEVEL_LATER), rule="set-up"
)
"""Move that changes the level."""
