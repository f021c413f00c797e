"""Actions phase: one action at a time in the round's order, until all but one villain have committed.

This file decides who acts and when the phase is over ("Evil League, Actions"). ``actions.py`` and ``fight.py`` carry
the actions out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.step import StepData, replace, save

from ..places import committed, to_act
from ..refusals import EL, no
from ..steps import Actions, Bonus, note_last, order_of
from .last import ACTED

RULE: Final = "actions"


def standing(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not committed, in the round's order."""
    return tuple(seat for seat in order_of(state) if not committed(state, seat))


def is_final(state: State) -> bool:
    """Return whether the next action is the final one of the last villain standing."""
    return len(standing(state)) == 1


def resume(work: Work, step: Actions) -> None:
    """Ask the next villain in the round's order for one action, round and round (el-19).

    So it goes on until one villain is left who has not committed (el-20). That villain may take one final action
    (el-21).
    """
    left = standing(work.state)
    if step.over or not left:
        work.pop()
        return
    ranking = order_of(work.state)
    at = step.at % len(ranking)
    seat = next(each for each in (*ranking[at:], *ranking[:at]) if each in left)
    to_act(work, seat)
    work.ask("final-action" if len(left) == 1 else "action", cite=RULE, seat=seat)


def resume_bonus(work: Work, step: Bonus) -> None:
    """Ask for the bonus action, which is one action and no more."""
    if step.over:
        work.pop()
        return
    to_act(work, step.seat)
    work.ask("bonus-action", cite="last-villain", seat=step.seat)


def actors(now: Moment[StepData]) -> tuple[Seat, ...]:
    """Return the seats that may act.

    A tap offers the other seats too: the refusal then says why they may not act now.
    """
    active = now.state.active
    if active is None:
        return ()
    return (active,) if now.naming is None else now.state.clockwise(active)


def turn_check(state: State, seat: Seat) -> Refused | None:
    """Return why a seat may not act: it has committed (el-42), or another seat is active."""
    if committed(state, seat):
        return no(EL.COMMITTED, "commit", seat=seat)
    if seat != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": seat, "active": state.active}, RULE)
    return None


def _not_their_turn(now: Moment[StepData], said: Any) -> Verdict:
    return turn_check(now.state, said)


def _active(now: Moment[StepData]) -> Iterable[Seat | None]:
    return (now.state.active,)


TURN: Final[Arg[StepData]] = Arg(_active, _not_their_turn, (CoreRefusal.OUT_OF_TURN, EL.COMMITTED))
"""The seat that acts."""


def acted(work: Work, step: StepData, seat: Seat, how: str = ACTED) -> None:
    """Spend the action of a seat.

    The next villain is asked once the action is carried out. After the final action the phase is over (el-103).
    """
    work.again()
    match step:
        case Bonus():
            save(work, step, replace(step, over=True))
        case Actions():
            final = is_final(work.state)
            save(work, step, replace(step, at=order_of(work.state).index(seat) + 1, over=final), "at")
            if final:
                note_last(work, seat, how)
