"""Coves: they are turned up from their deck until one lies out for each player ("Smugglers, Setup")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import StepData

from ..args import from_the_deck
from ..cards import COVES
from ..places import ROW, reshuffle, take_out

CITE: Final = "setup"


@quick
@dataclass(frozen=True, slots=True)
class Dealing(StepData):
    """Coves are turned up."""

    KIND: ClassVar[str] = "deal"
    lying: bool = False
    """True when they lie out already and are only tapped, after a change of level."""


def _deal(work: Work, step: Dealing, card: Component, by: Seat | None = None) -> None:
    """Lay a cove at the right end of the row; no other card comes there (sm-3)."""
    take_out(work, card, COVES, ROW)
    work.again()


def _resume(work: Work, step: Dealing) -> None:
    """Ask for the coves that are missing: as many lie out as there are players (sm-6)."""
    state, prompt = work.state, work.top.prompt
    left = len(state.seats) - len(state.zone(ROW))
    if left and not state.size(COVES):
        reshuffle(work, COVES)
    if not left or not work.state.size(COVES):
        work.pop()
    elif prompt is None or prompt.args["n"] != left:
        work.ask("lying" if step.lying else "deal", cite=CITE, n=left, hand=state.rules.hand)


DEAL: Final = step_kind(
    Dealing,
    move("deal", Dealing, _deal, card=from_the_deck(CITE), by=ANYBODY, rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("deal", (), CITE), PromptSpec("lying", (), CITE)),
)
