"""Move phase: every pawn goes to another location, highest reputation first ("Evil League, Movement")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Path, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..cards import LOCATIONS, PAWNS, PLACES, sort_of
from ..places import hammer_at, labels, move_pawn, owner_of_pawn, pawn_of, to_act, wrong_goal
from ..refusals import EL, no
from ..steps import order_of
from .correcting import correct
from .schemes import complete

RULE: Final = "movement"


@quick
@dataclass(frozen=True, slots=True)
class Moving(StepData):
    """The villains move their pawns: placing a pawn on a location is the move."""

    KIND: ClassVar[str] = "move"
    moved: tuple[Seat, ...] = ()


def _resume(work: Work, step: Moving) -> None:
    """Ask the next villain in the round's order to move, highest reputation first (el-17)."""
    left = [seat for seat in order_of(work.state) if seat not in step.moved]
    if not left:
        work.pop()
        return
    to_act(work, left[0])
    work.ask("move", cite=RULE, seat=left[0], kind=hammer_at(work.state))


def goal(card: Label | None, target: Path | None) -> Path:
    """Return the location that a move names: its target, or the location token that was tapped; empty for neither."""
    if target is None and card is not None and sort_of(card) == PLACES:
        return kind_of(card)
    return target if target is not None else ""


def _wrong_move(now: Moment[Moving], by: Seat, card: Label | None = None, target: Path | None = None) -> Verdict:
    state = now.state
    wrong = _wrong_pawn(state, by, card) or wrong_goal(state, by, goal(card, target))
    if by != state.active:
        # The table may insist on another turn, not on a place that is not there.
        possible = wrong is None or wrong.forcible
        said = {"seat": by, "active": state.active}
        return Refused(CoreRefusal.OUT_OF_TURN, said, RULE, forcible=possible and by not in now.step.moved)
    return wrong


def _wrong_pawn(state: State, seat: Seat, card: Label | None) -> Refused | None:
    """Return why a piece is not this seat's pawn; a location token may stand for the pawn."""
    pawn = pawn_of(state, seat)
    if card is None or sort_of(card) == PLACES or (pawn is not None and kind_of(card) == kind_of(pawn)):
        return None
    return no(EL.NOT_YOUR_PAWN, RULE, card=card, seat=seat)


def _move(work: Work, step: Moving, by: Seat, card: Label | None = None, target: Path | None = None) -> None:
    save(work, step, replace(step, moved=(*step.moved, by)))
    move_pawn(work, by, goal(card, target))
    work.again()


def _pawns(now: Moment[Moving]) -> Iterable[tuple[Seat | None, Label, Path | None]]:
    """Offer the pawn whose turn it is; a tap offers the tapped pawn, or its location by a token."""
    state, naming = now.state, now.naming
    if naming is not None and sort_of(naming) == PLACES:
        yield state.active, naming, None
        return
    seat = state.active if naming is None or sort_of(naming) != PAWNS else owner_of_pawn(state, naming)
    pawn = pawn_of(state, seat) if seat is not None else None
    for label in labels((pawn,), naming) if pawn is not None else ():
        yield from ((seat, label, place) for place in LOCATIONS)


MOVE_STEP: Final = step_kind(
    Moving,
    move("move", Moving, _move, offers=_pawns, unless=_wrong_move, stamped=True, rule=RULE,
         codes=(CoreRefusal.OUT_OF_TURN, EL.NOT_YOUR_PAWN, EL.NOT_A_PLACE, EL.MUST_LEAVE),
         answers=Answer("place", lambda now, command: {"kind": command.target}, cards=True)),
    complete(Moving), correct(Moving),
    resume=_resume, prompts=(PromptSpec("move", ("place",), RULE),),
)  # fmt: skip
