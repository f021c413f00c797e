"""Rounds: the steps in order, and the end of the match ("Smugglers, The end of a round")."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.moves import step_kind
from lairkeeper.rules.step import push, replace, save

from .cards import COVES, GOODS
from .moves.courses import Choosing
from .moves.coves import Dealing
from .moves.hiring import Hiring
from .moves.landing import Landing
from .moves.tally import Tallying
from .places import (
    DISCARDS,
    ROUND,
    captain,
    carry,
    course_of,
    courses_of,
    cove_of,
    fill_hands,
    in_order,
    landed_of,
    set_captain,
    turn_to,
)
from .scoring import reached, winners
from .steps import Round

FULL_STEPS: Final = ("coves", "courses", "landing", "end", "clear", "hire", "fill")
"""Steps of a round at level ``full``: the match ends before anybody hires crew."""
SCORE_STEPS: Final = ("tally", "end")
"""Steps of a round at level ``score``."""


def begin_round(work: Work, *, lying: bool = False) -> None:
    """Begin the next round."""
    work.count(ROUND, 1)
    turn_to(work, None)
    push(work, Round(_steps(work.state)[0], lying))


def _steps(state: State) -> tuple[str, ...]:
    """Return the steps of a round at the level that is tracked."""
    return FULL_STEPS if state.level == "full" else SCORE_STEPS


def _resume(work: Work, now: Round) -> None:
    STEPS[now.step](work, now)


def _next(work: Work, now: Round) -> None:
    """Set the next step; it begins when all that this step has begun is over."""
    steps = _steps(work.state)
    at = steps.index(now.step) + 1
    save(work, now, replace(now, step=steps[at] if at < len(steps) else "over"))
    work.again()


def _coves(work: Work, now: Round) -> None:
    _next(work, now)
    push(work, Dealing(now.lying))


def _courses(work: Work, now: Round) -> None:
    _next(work, now)
    push(work, Choosing(work.state.seats))


def _landing(work: Work, now: Round) -> None:
    _next(work, now)
    push(work, Landing(in_order(work.state)))


def _tally(work: Work, now: Round) -> None:
    _next(work, now)
    push(work, Tallying(in_order(work.state)))


def _end(work: Work, now: Round) -> None:
    """Finish the match after a round in which a seat has reached the goal (sm-32)."""
    if reached(work.state):
        won = winners(work.state)
        turn_to(work, None)
        work.finish(won)
    else:
        _next(work, now)


def _clear(work: Work, now: Round) -> None:
    """Discard the landed goods (sm-18) and the coves that boats have reached (sm-28); take courses back (sm-11)."""
    for cove in {cove_of(work.state, seat): None for seat in in_order(work.state)}:
        if cove is not None:
            work.move(cove, DISCARDS[COVES])
    for seat in work.state.seats:
        carry(work, landed_of(seat), DISCARDS[GOODS])
        carry(work, course_of(seat), courses_of(seat))
    _next(work, now)


def _hire(work: Work, now: Round) -> None:
    """Let players hire crew before the hands are filled (sm-45), unless the house rule ``crew`` is off (sm-44)."""
    _next(work, now)
    if work.state.rules.crew:
        push(work, Hiring(in_order(work.state)))


def _fill(work: Work, now: Round) -> None:
    fill_hands(work)
    _next(work, now)


def _over(work: Work, now: Round) -> None:
    """Pass the role of Captain to the left (sm-31) and begin the next round."""
    work.pop()
    set_captain(work, work.state.clockwise(captain(work.state))[1])
    begin_round(work)


STEPS: Final[Mapping[str, Callable[[Work, Round], None]]] = {
    "coves": _coves,
    "courses": _courses,
    "landing": _landing,
    "tally": _tally,
    "end": _end,
    "clear": _clear,
    "hire": _hire,
    "fill": _fill,
    "over": _over,
}
ROUND_STEP: Final = step_kind(Round, resume=_resume)
