"""Last Villain Standing: three reputation, or a bonus action ("Evil League, Last Villain Standing")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .refusals import EL, no
from .taking import to_act
from .track import gain

RULE: Final = "last-villain"
AWARD: Final = 3
"""Reputation for the last villain standing (el-46)."""
CHOICES: Final = ("reputation", "bonus")
COMMIT: Final = "commit"
REFUSED: Final = "refused"
ACTED: Final = "acted"
"""One of the three outcomes of the final action, beside ``COMMIT`` and ``REFUSED``."""


def bonus_open(state: State, frame: Frame) -> bool:
    """Return whether the last villain may choose a bonus action instead of the reputation (el-48).

    After a final Commit only the reputation is on offer (el-47). Refusing the final action is not Commit (el-104).
    """
    how = frame.data.get("how")
    return how == ACTED or (how == REFUSED and bool(state.rules.refusal_keeps_bonus))


def _resume(work: Work, frame: Frame) -> None:
    seat = frame.data.get("seat")
    if seat is None or frame.data.get("done"):
        work.pop()
    elif not bonus_open(work.state, frame):
        work.pop()
        gain(work, seat, AWARD, "last-villain")
    else:
        to_act(work, seat)
        work.ask("last", cite=RULE, seat=seat, n=AWARD)


def _check(state: State, command: Command) -> Verdict:
    if command.by != state.active:
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": state.active}, RULE)
    fits = command.card is None or kind_of(command.card) == f"take-{command.option}"
    if command.option not in CHOICES or not fits:
        return no(EL.NOT_A_CHOICE, RULE, option=command.option, allowed=", ".join(CHOICES))
    return None


def _apply(work: Work, command: Command) -> None:
    work.set(done=True)
    work.again()
    if command.option == "reputation":
        gain(work, command.by or "", AWARD, "last-villain")
    else:
        work.push("bonus", seat=command.by)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    prompt = question(state)
    if prompt.code != "last":
        return
    for choice in CHOICES:
        if naming is None:
            yield Command(move="stand", by=state.active, option=choice, prompt=prompt.id)
        elif kind_of(naming) == f"take-{choice}":
            yield Command(move="stand", by=state.active, card=naming, option=choice, prompt=prompt.id)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option(f"stand-{each.option}", each, {"n": AWARD}) for each in _offers(state, viewer, None))


LAST_STEP: Final = FrameKind(
    "last",
    table_of(
        Move(
            "stand", _apply, _check, _offers, ("by", "option"), ("card",),
            refusals=(CoreRefusal.OUT_OF_TURN, EL.NOT_A_CHOICE), rule=RULE,
        ),
    ),
    _resume,
    _options,
    (PromptSpec("last", tuple(f"stand-{choice}" for choice in CHOICES), RULE),),
)  # fmt: skip
"""Step before the Schemes: the reputation of the last villain may win at once (el-50)."""
