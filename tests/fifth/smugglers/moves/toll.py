"""A toll: every other player pays, or throws goods away; all answer before any coin moves ("Smugglers, Goods")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData

from ..args import from_hand
from ..cards import FENCE
from ..places import hand_of, has_crew, throw
from ..refusals import SM, refuse

CITE: Final = "goods"


@quick
@dataclass(frozen=True, slots=True)
class Toll(StepData):
    """The other players pay or throw goods away."""

    KIND: ClassVar[str] = "toll"
    seat: Seat
    """The seat that gets the coins."""
    n: int
    payers: tuple[Seat, ...]


def payers(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats that have coins or goods, clockwise; nothing is asked of the others (sm-22).

    A Fence never pays a toll (sm-43).
    """
    others = (each for each in state.clockwise(seat)[1:] if not has_crew(state, each, FENCE))
    return tuple(each for each in others if worth(state, each) or state.size(hand_of(each)))


def _resume(work: Work, step: Toll) -> None:
    """Move the coins when all have answered (sm-21)."""
    answers = ask_each(work, "toll", step.payers, cite=CITE, n=step.n, to=step.seat)
    if answers is None:
        return
    work.pop()
    for seat, answer in answers.items():
        if answer["option"] == "paid":
            work.pay(seat, step.seat, step.n)


def _no_coins(now: Moment[Toll], by: Seat) -> Verdict:
    return None if worth(now.state, by) else refuse(SM.NO_COINS, CITE, seat=by)


def _pay(work: Work, step: Toll, by: Seat) -> None:
    work.answer(by, option="paid")


def _throw(work: Work, step: Toll, by: Seat, card: Component) -> None:
    throw(work, by, card)
    work.answer(by, option="thrown")


TOLL: Final = step_kind(
    Toll,
    move("done", Toll, _pay, by=ASKED, unless=_no_coins, codes=(SM.NO_COINS,), rule=CITE,
         answers=Answer("pay", lambda now, command: {"seat": command.by, "n": now.step.n})),
    move("discard", Toll, _throw, by=ASKED, card=from_hand(CITE), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("toll", ("pay",), CITE),),
)  # fmt: skip
