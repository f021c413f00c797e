"""Change of the tracking level: ``score`` follows the markers, ``full`` everything."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.moves import set_level
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .catalog import CORNERS, HAMMER
from .numbers import numbers_missing
from .places import BOOST, COMMITTED, DOWN, EMPOWERED, EQUIPPED, scheme_at, unmark
from .refusals import EL, no
from .survey import gather

LEVELS: Final = ("score", "full")
_BETWEEN: Final = frozenset({"tally", "move"})


def _change(work: Work, before: str, after: str) -> None:
    """Change the level; the markers stay.

    At ``full`` the players then say where each piece lies, since nobody has followed it.
    """
    while work.state.frames:
        work.pop()
    for seat in work.state.seats:
        for name in (COMMITTED, EQUIPPED, EMPOWERED):
            unmark(work, seat, name)
    unmark(work, HAMMER, DOWN)
    for place in CORNERS:
        unmark(work, scheme_at(work.state, place) or "", BOOST)
    if after == "score":
        work.push("tally")
        return
    gather(work)
    work.push("opening", step="cast", survey=True)


_MOVE: Final = set_level(LEVELS, _change)


def _check(state: State, command: Command) -> Verdict:
    refused = _MOVE.check(state, command)
    if refused is not None:
        return refused
    step = state.top.kind if state.top else ""
    if step not in _BETWEEN:
        return no(EL.LEVEL_LATER, "game-structure", step=step)
    return numbers_missing(state) if command.option != "score" else None


LEVEL: Final[Move] = replace(
    _MOVE, check=_check, refusals=(*_MOVE.refusals, EL.LEVEL_LATER.value, EL.NUMBERS_MISSING.value, EL.NO_WEAPON.value),
    rule="game-structure",
)  # fmt: skip
"""Move that changes the level between two rounds: during the Move phase, or while markers are counted."""
