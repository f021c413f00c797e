"""Corrections: markers and Power by number, all other pieces with the words of the effects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import Move, Verdict
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg
from lairkeeper.rules.moves import DeclaredMove, move
from lairkeeper.rules.step import StepData, push

from ..cards import HAMMER
from ..effects import ByHand
from ..powers import MOST, power, power_of
from ..refusals import EL, no
from ..track import check_win, home_of, put, reputation, reputation_of, source_of, taken_by

RULE: Final = "track"
S = TypeVar("S", bound=StepData)


def step_back(state: State, seat: str, n: int) -> int:
    """Return the space that a correction of ``n`` leads to; back at 0 it is the START space where the marker began."""
    after = reputation(state, seat) + n
    return after if after > 0 else 1 - state.counters.get(home_of(seat), 1)


def wrong_step(state: State, seat: str, n: int) -> Refused | None:
    """Return why a marker cannot move by ``n``: reputation below 0, or two markers on a space (el-83)."""
    if reputation(state, seat) + n < 0:
        return no(EL.BELOW_START, RULE, seat=seat, n=reputation(state, seat))
    at = step_back(state, seat, n)
    other = taken_by(state, at, seat)
    return no(EL.SPACE_TAKEN, RULE, n=max(0, at), seat=other) if other is not None else None


def _said(command: Command) -> tuple[Seat, int]:
    """Return the seat and the amount, which the kernel has asked for."""
    assert command.by is not None
    assert command.amount is not None
    return command.by, command.amount


def _check(state: State, command: Command) -> Verdict:
    seat, n = _said(command)
    if not n:
        args = {"option": "amount", "value": n, "allowed": "-99..-1, 1..99"}
        return Refused(CoreRefusal.BAD_VALUE, args, RULE, invalid=True)
    match command.target:
        case "power" if state.level != "score":
            value = power(state, seat) + n
            return None if 0 <= value <= MOST else no(EL.POWER_RANGE, "locations", seat=seat, value=value)
        case None | "reputation":
            return wrong_step(state, seat, n)
    return no(EL.NOT_A_CHOICE, RULE, option=command.target, allowed="reputation, power")


def _apply(work: Work, command: Command) -> None:
    seat, n = _said(command)
    counter = power_of(seat) if command.target == "power" else reputation_of(seat)
    work.emit(ev.Adjusted(counter, n, seat, command.option if command.option is not None else ""))
    if command.target == "power":
        work.count(counter, n)
        return
    put(work, seat, step_back(work.state, seat, n))
    work.count(source_of(seat, "correction"), n)
    check_win(work, seat)


def _offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for seat in state.seats if naming is None else ():
        for target in ("reputation", "power") if state.level != "score" else ("reputation",):
            for n in (1, -1):
                yield Command(move="adjust", by=seat, amount=n, target=target)


ADJUST: Final = Move(
    "adjust", _apply, _check, _offers, ("by", "amount"), ("option", "target"), amount=(-99, 99), spoken=True,
    refusals=(CoreRefusal.BAD_VALUE, EL.BELOW_START, EL.SPACE_TAKEN, EL.POWER_RANGE, EL.NOT_A_CHOICE), rule=RULE,
)  # fmt: skip
"""Move that corrects a marker or Power by ``amount``: never below 0, two markers on a number, or Power over 5."""


def _correct(work: Work, step: StepData, by: Seat) -> None:
    push(work, ByHand(by, kind_of(HAMMER)))


def correct(kind: type[S]) -> DeclaredMove[S]:
    """Return the move with which a player corrects Parts, Loot, pawns or Captain Hammer, word by word."""
    return move("correct", kind, _correct, by=Arg(lambda now: now.state.seats), spoken=True, rule=RULE)
