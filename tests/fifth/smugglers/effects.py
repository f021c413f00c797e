"""Words of goods, carried out one after the other ("Smugglers, Goods")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.moves import step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from .moves.barter import Barter, Robbery, victims
from .moves.by_hand import ByHand
from .moves.toll import Toll, payers
from .places import draw, earn, facts_of, hand_of


@quick
@dataclass(frozen=True, slots=True)
class Effect(StepData):
    """The words of a landed card."""

    KIND: ClassVar[str] = "effect"
    seat: Seat
    card: Component
    words: tuple[tuple[str, int], ...]
    """Words that are still to be carried out, each with its number."""


def begin_effect(work: Work, seat: Seat, card: Component) -> None:
    """Begin the words of a card, if it has any."""
    words = tuple((word, n) for word, n in facts_of(work.state, card)["words"])
    if words:
        push(work, Effect(seat, card, words))


def _resume(work: Work, step: Effect) -> None:
    """Carry out the next word (sm-19)."""
    if not step.words:
        work.pop()
        return
    (word, n), *rest = step.words
    save(work, step, replace(step, words=tuple(rest)))
    work.again()
    _do(work, step, word, n)


def _do(work: Work, step: Effect, word: str, n: int) -> None:
    """Carry out a word (sm-20), or begin the step that asks; a word with nothing to do is left out (sm-26)."""
    state, seat = work.state, step.seat
    match word:
        case "coins":
            earn(work, seat, "words", n)
        case "draw":
            draw(work, seat, n)
        case "toll" if payers(state, seat):
            push(work, Toll(seat, n, payers(state, seat)))
        case "barter" if state.size(hand_of(seat)):
            push(work, Barter(seat, n))
        case "rob" if victims(state, seat):
            push(work, Robbery(seat, n))
        case "by-hand":
            push(work, ByHand(seat, step.card))


EFFECT: Final = step_kind(Effect, resume=_resume)
