"""Change of the tracking level: ``score`` follows the markers, ``full`` everything."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.kernel import Verdict
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.levels import change_of_level
from lairkeeper.rules.step import push

from .cards import CORNERS
from .moves.moving import Moving
from .moves.opening import Opening
from .moves.survey import gather
from .moves.tally import Tallying
from .numbers import numbers_missing
from .places import BOOST, scheme_at, stand_up, unmark
from .refusals import EL, no

LEVELS: Final = ("score", "full")
CITE: Final = "game-structure"
_BETWEEN: Final = frozenset({Tallying.KIND, Moving.KIND})


def _not_yet(state: State, level: str) -> Verdict:
    """Return why the level may not change now."""
    step = state.top.kind if state.top else ""
    if step not in _BETWEEN:
        return no(EL.LEVEL_LATER, CITE, step=step)
    return numbers_missing(state) if level != "score" else None


def _begin(work: Work, before: State) -> None:
    """Begin the new level; the markers stay.

    At ``full`` the players then say where each piece lies, since nobody has followed it.
    """
    stand_up(work)
    for place in CORNERS:
        scheme = scheme_at(work.state, place)
        if scheme is not None:
            unmark(work, scheme, BOOST)
    if work.state.level == "score":
        push(work, Tallying())
        return
    gather(work)
    push(work, Opening("cast", survey=True))


LEVEL: Final = change_of_level(
    LEVELS, _begin, unless=_not_yet, codes=(EL.LEVEL_LATER, EL.NUMBERS_MISSING, EL.NO_WEAPON), rule=CITE,
    level_first=True,
)  # fmt: skip
"""Move that changes the level between two rounds: during the Move phase, or while markers are counted."""
