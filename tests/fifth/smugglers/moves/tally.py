"""Level ``score``: at the end of each round, players say in turn how many coins they have won or lost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.pieces import piece
from lairkeeper.core.purse import worth
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData

CITE: Final = "end"
STEPS: Final = ("plus-1", "plus-5", "minus-1")
"""Tokens that stand for coins won or lost."""


@quick
@dataclass(frozen=True, slots=True)
class Tallying(StepData):
    """Players tell their coins."""

    KIND: ClassVar[str] = "tally"
    seats: tuple[Seat, ...]


def _resume(work: Work, step: Tallying) -> None:
    """Go on when everybody has told (sm-35)."""
    if ask_each(work, "tally", step.seats, cite=CITE) is not None:
        work.pop()


def _coins(amount: int | None, card: Label | None) -> int:
    """Return the coins that a command means: its amount, else that of its token."""
    token = piece(card) if card is not None else None
    return amount if amount is not None else token.amount if token is not None else 0


def _bad_amount(now: Moment[Tallying], by: Seat, amount: int | None = None, card: Label | None = None) -> Verdict:
    """Refuse to win or lose nothing, and to lose more coins than there are (sm-22)."""
    have = worth(now.state, by)
    if card is not None and (kind_of(card) not in STEPS or amount is not None):
        args = {"move": "gain", "argument": "card"}
        return Refused(CoreRefusal.UNEXPECTED_ARGUMENT, args, CITE, invalid=True)
    n = _coins(amount, card)
    if n and have + n >= 0:
        return None
    return Refused(CoreRefusal.BAD_VALUE, {"option": "amount", "value": n, "allowed": f"-{have}..99"}, CITE)


def _gain(work: Work, step: Tallying, by: Seat, amount: int | None = None, card: Label | None = None) -> None:
    n = _coins(amount, card)
    work.pay(BANK, by, n) if n > 0 else work.pay(by, BANK, -n)


def _offers(now: Moment[Tallying]) -> Iterable[tuple[Seat, int | None, Label | None]]:
    for seat in now.waiting[:1]:
        if now.naming is None:
            yield from ((seat, n, None) for n in (1, 2, 3, 5))
        elif kind_of(now.naming) in STEPS:
            yield seat, None, now.naming


def _told(work: Work, step: Tallying, by: Seat) -> None:
    work.answer(by, option="told")


TALLY: Final = step_kind(
    Tallying,
    move("gain", Tallying, _gain, by=ASKED, unless=_bad_amount, offers=_offers, amounts=(-99, 99), rule=CITE,
         codes=(CoreRefusal.BAD_VALUE, CoreRefusal.UNEXPECTED_ARGUMENT)),
    move("done", Tallying, _told, by=ASKED, rule=CITE,
         answers=Answer("told", lambda now, command: {"seat": command.by})),
    resume=_resume,
    prompts=(PromptSpec("tally", ("told",), CITE),),
)  # fmt: skip
