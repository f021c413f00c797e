"""Tokens and price of a Super-Villain of another set, which only its card can tell.

The player who defeated it takes the tokens and, where Power is followed, pays the price.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.work import Work
from lairkeeper.rules.moves import Answer, DeclaredMove, move, step_kind

from .args import ANY_WAITING
from .effects.by_hand import power_by_hand
from .gaining import GAIN
from .levels import FULL
from .steps import PrintedVp
from .team import RULE

PRINTED_VP_DONE: Final = "printed-vp-done"
PRINTED_PRICE: Final = "printed-vp-and-price"


def _resume(work: Work, step: PrintedVp) -> None:
    prompt = work.top.prompt
    if prompt is None:
        code = PRINTED_PRICE if work.state.level in FULL else step.KIND
        work.ask(code, seats=(step.seat,), cite=RULE, seat=step.seat, card=step.card)
    elif not prompt.waiting:
        work.pop()


def _done(work: Work, step: PrintedVp, by: Seat) -> None:
    work.answer(by, option=PRINTED_VP_DONE)


PRINTED_VP_STEP: Final = step_kind(
    PrintedVp,
    DeclaredMove(GAIN),
    DeclaredMove(replace(power_by_hand(PrintedVp).move, levels=FULL)),
    move("done", PrintedVp, _done, by=ANY_WAITING, rule=RULE,
         answers=Answer(PRINTED_VP_DONE, lambda now, command: {"seat": command.by})),
    resume=_resume,
    prompts=tuple(PromptSpec(code, (PRINTED_VP_DONE,), RULE) for code in (PrintedVp.KIND, PRINTED_PRICE)),
)  # fmt: skip
"""Step in which the player takes the tokens; the card is destroyed already."""
