"""Landing: from the Captain on, each player lands goods at the own cove ("Smugglers, Landing")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..args import from_hand
from ..effects import begin_effect
from ..places import ask_seat, cove_of, earn, hand_of, landed_of, take_out, turn_to
from ..refusals import SM, refuse
from ..scoring import pays

CITE: Final = "landing"


@quick
@dataclass(frozen=True, slots=True)
class Landing(StepData):
    """Players land goods, one after the other."""

    KIND: ClassVar[str] = "landing"
    order: tuple[Seat, ...]
    at: int = 0
    """Index of the seat that lands next."""


def _resume(work: Work, step: Landing) -> None:
    """Ask each player in order (sm-12); an empty hand lands nothing."""
    if step.at >= len(step.order):
        turn_to(work, None)
        work.pop()
        return
    seat = step.order[step.at]
    if work.state.size(hand_of(seat)):
        ask_seat(work, seat, "land", cite=CITE, cove=cove_of(work.state, seat) or "")
    else:
        _next(work, step)


def _next(work: Work, step: Landing) -> None:
    save(work, step, replace(step, at=step.at + 1))
    work.again()


def _land(work: Work, step: Landing, by: Seat, card: Component) -> None:
    """Land one card from the hand, face up (sm-13), and get paid before it does anything (sm-19)."""
    worth, price = pays(work.state, by, card)
    take_out(work, card, hand_of(by), landed_of(by))
    earn(work, by, "goods", worth)
    earn(work, by, "price", price)
    _next(work, step)
    begin_effect(work, by, card)


def _must_land(now: Moment[Landing], by: Seat) -> Verdict:
    """Refuse to land nothing with goods in hand, unless the house rule ``hold-back`` allows it (sm-17)."""
    return None if now.state.rules.hold_back else refuse(SM.MUST_LAND, CITE, seat=by)


def _pass(work: Work, step: Landing, by: Seat) -> None:
    _next(work, step)


LAND: Final = step_kind(
    Landing,
    move("land", Landing, _land, by=ASKED, card=from_hand(CITE), rule=CITE),
    move("pass", Landing, _pass, by=ASKED, unless=_must_land, codes=(SM.MUST_LAND,), answers=Answer("pass"),
         rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("land", ("pass",), CITE),),
)  # fmt: skip
