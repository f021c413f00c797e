"""Goods whose text the app cannot follow: players resolve it by hand, and tell single steps ("Smugglers, Goods")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData

from ..args import from_hand
from ..places import ask_seat, draw, throw

CITE: Final = "goods"


@quick
@dataclass(frozen=True, slots=True)
class ByHand(StepData):
    """Players resolve a card by hand."""

    KIND: ClassVar[str] = "by-hand"
    seat: Seat
    card: Component


def _resume(work: Work, step: ByHand) -> None:
    """Ask the player of the card until all is done (sm-25)."""
    ask_seat(work, step.seat, "by-hand", cite=CITE, card=step.card)


def _draw(work: Work, step: ByHand, by: Seat) -> None:
    draw(work, by, 1)


def _throw(work: Work, step: ByHand, by: Seat, card: Component) -> None:
    throw(work, by, card)


def _done(work: Work, step: ByHand, by: Seat) -> None:
    work.pop()


BY_HAND: Final = step_kind(
    ByHand,
    move("draw", ByHand, _draw, by=ASKED, answers=Answer("draw"), rule=CITE),
    move("discard", ByHand, _throw, by=ASKED, card=from_hand(CITE), spoken=True, rule=CITE),
    move("done", ByHand, _done, by=ASKED, answers=Answer("resolved"), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("by-hand", ("resolved", "draw"), CITE),),
)
"""Step in which players resolve a card; coins are moved with ``adjust``."""
