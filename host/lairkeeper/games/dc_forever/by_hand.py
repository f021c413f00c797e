"""Cards that are not scripted: the table carries out the text, and the app follows single steps until all is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment, Value
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import replace, save

from .args import asked, may_act
from .places import char_label
from .primitives import STEPS, check_step, do_step, listed
from .refusals import DC
from .steps import ByHand
from .words import BY_HAND

CITE: Final = "resolving"


def _resume(work: Work, step: ByHand) -> None:
    if step.over:
        work.pop()
    elif work.top.prompt is None:
        work.ask(BY_HAND if step.card else f"{BY_HAND}-open", cite=CITE, seat=step.seat, card=step.card)


def _cannot_do(
    now: Moment[ByHand], by: Seat, option: str, card: Label | None = None, target: Label | None = None,
    amount: int | None = None,
) -> Verdict:  # fmt: skip
    return check_step(now.state, by, option, card, target)


def _do(
    work: Work, step: ByHand, by: Seat, option: str, card: Label | None = None, target: Label | None = None,
    amount: int | None = None,
) -> None:  # fmt: skip
    do_step(work, by, option, card, target, 1 if amount is None else amount)


def _done(work: Work, step: ByHand, by: Seat) -> None:
    save(work, step, replace(step, over=True))
    work.again()


def _steps(now: Moment[ByHand]) -> Iterator[tuple[Value, ...]]:
    """Offer every step with every piece that fits; with a tapped piece, the steps about it."""
    naming = now.naming
    meant = char_label(naming) or naming
    for seat in may_act(now):
        cards, goals = listed(now.state, seat)
        for option, step in STEPS.items():
            if naming is not None and not step.card:
                continue
            pieces: Iterable[str | None] = cards[step.card] if step.card else (None,)
            if naming is not None:
                pieces = (naming,) if meant in cards[step.card] else ()
            for card in pieces:
                for target in goals[step.target] if step.target else (None,):
                    yield seat, option, card, target, None


HAND: Final = step_kind(
    ByHand,
    move("do", ByHand, _do, unless=_cannot_do, codes=(DC.NOT_OPEN, DC.PROTECTED), offers=_steps, stamped=True,
         amounts=(1, 30), by=asked(CITE), rule=CITE),
    move("done", ByHand, _done, by=asked(CITE), answers=Answer("done", even_refused=True), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec(BY_HAND, ("done",), CITE), PromptSpec(f"{BY_HAND}-open", ("done",), CITE)),
)  # fmt: skip
