"""Targets: they are turned up from their deck, one for each empty place ("Evil:101, The Setup")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ANYBODY, Arg, Moment
from lairkeeper.rules.moves import move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..args import from_deck
from ..places import DECK, ROW, TARGET, available, reshuffle
from ..refusals import E1, refuse

CITE: Final = "cleaners"


@quick
@dataclass(frozen=True, slots=True)
class Dealing(StepData):
    """Targets are turned up."""

    KIND: ClassVar[str] = "deal"
    empty: tuple[int, ...]
    """Empty places in the row, from 0."""
    lying: bool = False
    """True when the Targets lie out already and are only tapped, after a change of level."""


def _place(now: Moment[Dealing], said: str | None) -> int | None:
    """Return the empty place that is meant, from 0; the first empty one when ``said`` is None."""
    if said is None:
        return now.step.empty[0]
    head, _, number = said.partition("-")
    at = int(number) - 1 if head == "slot" and number.isdecimal() else -1
    return at if at in now.step.empty else None


def _full(now: Moment[Dealing], said: Any) -> Verdict:
    if _place(now, said) is not None:
        return None
    return refuse(E1.PLACE_FULL, CITE, place=(said or "").removeprefix("slot-"))


def _places(now: Moment[Dealing]) -> Iterable[str | None]:
    yield None
    if now.naming is not None:
        yield from (f"slot-{at + 1}" for at in now.step.empty)


def _deal(work: Work, step: Dealing, card: Component, by: Seat | None = None, target: int = 0) -> None:
    """Lay a Target from the Target deck at an empty place; no other card comes there (e1-49)."""
    index = target - sum(each < target for each in step.empty)
    work.move(card, ROW, source=DECK[TARGET], index=index)
    save(work, step, replace(step, empty=tuple(each for each in step.empty if each != target)))
    work.again()


def _resume(work: Work, step: Dealing) -> None:
    left, prompt = len(step.empty), work.top.prompt
    if left and not work.state.size(DECK[TARGET]) and available(work.state, DECK[TARGET]):
        reshuffle(work, DECK[TARGET])
    if not left or not work.state.size(DECK[TARGET]):
        work.pop()
    elif prompt is None or prompt.args["n"] != left:
        work.ask("lying" if step.lying else "deal", cite=CITE, n=left)


DEAL: Final = step_kind(
    Dealing,
    move("deal", Dealing, _deal, card=from_deck(TARGET, E1.NOT_A_TARGET, CITE), by=ANYBODY,
         target=Arg(_places, _full, (E1.PLACE_FULL,), lambda now, said: _place(now, said) or 0), rule=CITE),
    resume=_resume, prompts=(PromptSpec("deal", (), CITE), PromptSpec("lying", (), CITE)),
)  # fmt: skip
