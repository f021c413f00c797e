"""Barter and robbery: words of goods that their own player answers ("Smugglers, Goods")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..args import from_hand
from ..places import ask_seat, earn, hand_of, rich, throw

CITE: Final = "goods"


@quick
@dataclass(frozen=True, slots=True)
class Barter(StepData):
    """A player throws goods away for a coin each."""

    KIND: ClassVar[str] = "barter"
    seat: Seat
    left: int
    """Cards that may still be thrown away."""


def _barter_resume(work: Work, step: Barter) -> None:
    """Ask for one card at a time, until the player is done (sm-23)."""
    if step.left and work.state.size(hand_of(step.seat)):
        ask_seat(work, step.seat, "barter", cite=CITE, n=step.left)
    else:
        work.pop()


def _throw(work: Work, step: Barter, by: Seat, card: Component) -> None:
    throw(work, by, card)
    earn(work, by, "words", 1)
    save(work, step, replace(step, left=step.left - 1))
    work.again()


def _enough(work: Work, step: Barter, by: Seat) -> None:
    work.pop()


BARTER: Final = step_kind(
    Barter,
    move("discard", Barter, _throw, by=ASKED, card=from_hand(CITE), rule=CITE),
    move("done", Barter, _enough, by=ASKED, answers=Answer("enough"), rule=CITE),
    resume=_barter_resume,
    prompts=(PromptSpec("barter", ("enough",), CITE),),
)


@quick
@dataclass(frozen=True, slots=True)
class Robbery(StepData):
    """A player chooses who pays."""

    KIND: ClassVar[str] = "rob"
    seat: Seat
    n: int


def victims(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the other seats that have coins (sm-24)."""
    return rich(state, state.clockwise(seat)[1:])


def _rob(work: Work, step: Robbery, by: Seat, target: Seat) -> None:
    work.pop()
    work.pay(target, by, step.n)


ROB: Final = step_kind(
    Robbery,
    move("answer", Robbery, _rob, by=ASKED, target=one_of(lambda now: victims(now.state, now.step.seat), CITE),
         seat_target=True, answers=Answer("victim", lambda now, command: {"target": command.target}), rule=CITE),
    resume=lambda work, step: ask_seat(work, step.seat, "rob", cite=CITE, n=step.n),
    prompts=(PromptSpec("rob", ("victim",), CITE),),
)  # fmt: skip
