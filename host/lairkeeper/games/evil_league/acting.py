"""Actions phase: one action at a time in the round's order, until all but one villain have committed.

This file decides who acts and when the phase is over ("Evil League, Actions"). ``actions.py`` and ``fight.py`` carry
the actions out.
"""

from __future__ import annotations

from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from .last import ACTED
from .places import committed
from .refusals import EL, no
from .taking import to_act

RULE: Final = "actions"
BONUS: Final = "bonus"


def _round(state: State) -> Frame:
    """Return the frame of the round that runs."""
    return next(frame for frame in state.frames if frame.kind == "round")


def standing(state: State) -> tuple[Seat, ...]:
    """Return the seats that have not committed, in the round's order."""
    return tuple(seat for seat in _round(state).data["order"] if not committed(state, seat))


def is_final(state: State) -> bool:
    """Return whether the next action is the final one of the last villain standing."""
    return len(standing(state)) == 1


def resume(work: Work, frame: Frame) -> None:
    """Ask the next villain in the round's order for one action, round and round (el-19).

    So it goes on until one villain is left who has not committed (el-20). That villain may take one final action
    (el-21).
    """
    state = work.state
    left = standing(state)
    if frame.data.get("over") or not left:
        work.pop()
        return
    ranking = _round(state).data["order"]
    at = frame.data["at"] % len(ranking)
    seat = next(each for each in (*ranking[at:], *ranking[:at]) if each in left)
    to_act(work, seat)
    work.ask("final-action" if len(left) == 1 else "action", cite=RULE, seat=seat)


def resume_bonus(work: Work, frame: Frame) -> None:
    """Ask for the bonus action, which is one action and no more."""
    if frame.data.get("over"):
        work.pop()
        return
    to_act(work, frame.data["seat"])
    work.ask("bonus-action", cite="last-villain", seat=frame.data["seat"])


def actors(state: State, naming: Label | None) -> tuple[Seat, ...]:
    """Return the seats that may act.

    A tap offers the other seats too: the refusal then says why they may not act now.
    """
    if state.active is None:
        return ()
    return (state.active,) if naming is None else state.clockwise(state.active)


def turn_check(state: State, command: Command) -> Refused | None:
    """Return why a seat may not act: it has committed (el-42), or another seat is active."""
    seat = command.by or ""
    if committed(state, seat):
        return no(EL.COMMITTED, "commit", seat=seat)
    if seat != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": seat, "active": state.active}, RULE)
    return None


def acted(work: Work, seat: Seat, how: str = ACTED) -> None:
    """Spend the action of a seat.

    The next villain is asked once the action is carried out. After the final action the phase is over (el-103).
    """
    top = work.top
    work.again()
    if top.kind == BONUS:
        work.set(over=True)
        return
    ranking = _round(work.state).data["order"]
    final = is_final(work.state)
    work.set(at=ranking.index(seat) + 1, **({"over": True} if final else {}))
    if final:
        work.emit(ev.FrameSet(_round(work.state).id, {"last": seat, "how": how}))
