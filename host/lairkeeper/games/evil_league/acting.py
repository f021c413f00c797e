"""The Actions phase: one action at a time in the round's order, until all but one have committed.

What an action does is in ``actions.py`` and ``fight.py``; here is whose turn it is and when the
phase is over ("Evil League, Actions").
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
    return next(frame for frame in state.frames if frame.kind == "round")


def standing(state: State) -> tuple[Seat, ...]:
    """Those who have not committed, in the round's order."""
    return tuple(seat for seat in _round(state).data["order"] if not committed(state, seat))


def is_final(state: State) -> bool:
    """Whether the next action is the final one of the last villain standing."""
    return len(standing(state)) == 1


def resume(work: Work, frame: Frame) -> None:
    """Ask whoever acts next, round and round; the last one has one final action."""
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
    """The bonus action is one action, no more."""
    if frame.data.get("over"):
        work.pop()
        return
    to_act(work, frame.data["seat"])
    work.ask("bonus-action", cite="last-villain", seat=frame.data["seat"])


def actors(state: State, naming: Label | None) -> tuple[Seat, ...]:
    """Who may act; for a tap the others as well, so that they are told why not now."""
    if state.active is None:
        return ()
    return (state.active,) if naming is None else state.clockwise(state.active)


def turn_check(state: State, command: Command) -> Refused | None:
    """Why a seat may not act now."""
    seat = command.by or ""
    if committed(state, seat):
        return no(EL.COMMITTED, "commit", seat=seat)
    if seat != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": seat, "active": state.active}, RULE)
    return None


def acted(work: Work, seat: Seat, how: str = ACTED) -> None:
    """An action is spent: the next in order is asked once it has been carried out, or the phase is over."""
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
