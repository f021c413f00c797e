"""Last Villain Standing: three reputation, or a bonus action ("Evil League, Last Villain Standing")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, replace, save

from ..args import TOKEN, in_turn, is_token, with_token
from ..places import to_act
from ..refusals import EL, no
from ..steps import Bonus
from ..track import gain
from .schemes import complete

RULE: Final = "last-villain"
AWARD: Final = 3
"""Reputation for the last villain standing (el-46)."""
CHOICES: Final = ("reputation", "bonus")
COMMIT: Final = "commit"
REFUSED: Final = "refused"
ACTED: Final = "acted"
"""One of the three outcomes of the final action, beside ``COMMIT`` and ``REFUSED``."""


@quick
@dataclass(frozen=True, slots=True)
class Last(StepData):
    """Step before the Schemes: the reputation of the last villain may win at once (el-50)."""

    KIND: ClassVar[str] = "last"
    seat: Seat | None
    """The last villain standing; None in a match that begins here."""
    how: str | None
    """Outcome of the final action."""
    done: bool = False


def bonus_open(state: State, step: Last) -> bool:
    """Return whether the last villain may choose a bonus action instead of the reputation (el-48).

    After a final Commit only the reputation is on offer (el-47). Refusing the final action is not Commit (el-104).
    """
    return step.how == ACTED or (step.how == REFUSED and bool(state.rules.refusal_keeps_bonus))


def _resume(work: Work, step: Last) -> None:
    if step.seat is None or step.done:
        work.pop()
    elif not bonus_open(work.state, step):
        work.pop()
        gain(work, step.seat, AWARD, "last-villain")
    else:
        to_act(work, step.seat)
        work.ask("last", cite=RULE, seat=step.seat, n=AWARD)


def _wrong_token(now: Moment[Last], by: Seat, option: str, card: Label | None = None) -> Verdict:
    return None if is_token(card, option) else no(EL.NOT_A_CHOICE, RULE, option=option, allowed=", ".join(CHOICES))


def _stand(work: Work, step: Last, by: Seat, option: str, card: Label | None = None) -> None:
    save(work, step, replace(step, done=True))
    work.again()
    if option == "reputation":
        gain(work, by, AWARD, "last-villain")
    else:
        push(work, Bonus(by))


LAST_STEP: Final = step_kind(
    Last,
    move("stand", Last, _stand, by=in_turn(RULE), option=with_token(lambda now: CHOICES, RULE), card=TOKEN,
         unless=_wrong_token, codes=(EL.NOT_A_CHOICE,), stamped=True, rule=RULE,
         answers=Answer(lambda now, command: f"stand-{command.option}", lambda now, command: {"n": AWARD})),
    complete(Last),
    resume=_resume, prompts=(PromptSpec("last", tuple(f"stand-{choice}" for choice in CHOICES), RULE),),
)  # fmt: skip
