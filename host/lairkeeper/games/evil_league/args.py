"""Arguments that several moves of the Evil League share: the seat that is asked, and options with a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from lairkeeper.core.ids import kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.rules.args import Arg, Moment, one_of
from lairkeeper.rules.step import StepData

from .refusals import EL
from .steps import OfSeat

S = TypeVar("S", bound=StepData)

TOKEN: Final[Arg[StepData]] = Arg(lambda now: (now.naming,))
"""The token that was tapped; none by click."""


def _not_asked(said: Any, rule: str | None) -> Refused:
    return Refused(CoreRefusal.NOT_ASKED, {"seat": said}, rule)


def step_seat(rule: str) -> Arg[OfSeat]:
    """Return the seat of the step, and nobody else."""

    def why_not(now: Moment[OfSeat], said: Any) -> Verdict:
        return None if said == now.step.seat else _not_asked(said, rule)

    return Arg(lambda now: (now.step.seat,), why_not, (CoreRefusal.NOT_ASKED,))


def active_seat(rule: str) -> Arg[StepData]:
    """Return the active seat, and nobody else."""

    def why_not(now: Moment[StepData], said: Any) -> Verdict:
        return None if said == now.state.active else _not_asked(said, rule)

    return Arg(lambda now: (now.state.active,), why_not, (CoreRefusal.NOT_ASKED,))


def in_turn(rule: str) -> Arg[StepData]:
    """Return the active seat; the others are told whose turn it is."""

    def why_not(now: Moment[StepData], said: Any) -> Verdict:
        active = now.state.active
        return None if said == active else Refused(CoreRefusal.OUT_OF_TURN, {"seat": said, "active": active}, rule)

    return Arg(lambda now: (now.state.active,), why_not, (CoreRefusal.OUT_OF_TURN,))


def waiting(rule: str | None = None) -> Arg[StepData]:
    """Return a seat that has not yet answered the question."""

    def why_not(now: Moment[StepData], said: Any) -> Verdict:
        return None if said in now.waiting else _not_asked(said, rule)

    return Arg(lambda now: now.waiting, why_not, (CoreRefusal.NOT_ASKED,))


def with_token(
    values: Callable[[Moment[S]], Iterable[str]],
    rule: str,
    *,
    code: str = EL.NOT_A_CHOICE,
    word: Callable[[str], str] = str,
) -> Arg[S]:
    """Return an option; a tap offers those whose token was tapped. ``word`` is the word on the token of a value."""

    def offered(now: Moment[S]) -> Iterable[str]:
        for value in dict.fromkeys(values(now)):
            if now.naming is None or is_token(now.naming, word(value)):
                yield value

    return one_of(values, rule, offered, code=code)


def is_token(card: str | None, word: str) -> bool:
    """Return whether a piece is the token of this word; no piece at all fits every word."""
    return card is None or kind_of(card) == f"take-{word}"
