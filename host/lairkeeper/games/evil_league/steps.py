"""Data of the steps that other steps read, and the base of those in which one seat is asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lairkeeper.core.ids import Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import StepData, below, frame_of, read, replace, save


@quick
@dataclass(frozen=True, slots=True)
class Round(StepData):
    """A round; each phase that asks does so in a step inside it."""

    KIND: ClassVar[str] = "round"
    step: str = ""
    """Name of the part of the round that begins next."""
    order: tuple[Seat, ...] = ()
    """Turn order of the round; empty before it is fixed."""
    first: bool | None = None
    """True in the first round of a match."""
    last: Seat | None = None
    """The last villain standing, once the final action is over."""
    how: str | None = None
    """Outcome of the final action."""


@dataclass(frozen=True, init=False)
class OfSeat(StepData):
    """Base of the data of a step in which one seat is asked."""

    __slots__ = ()
    seat: Seat


@quick
@dataclass(frozen=True, slots=True)
class Actions(StepData):
    """The villains act, one after the other."""

    KIND: ClassVar[str] = "actions"
    at: int
    """Index in the order of the round of the seat that acts next, if it has not committed."""
    over: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Bonus(OfSeat):
    """The bonus action of the last villain, any action under its usual conditions (el-105)."""

    KIND: ClassVar[str] = "bonus"
    over: bool = False


def order_of(state: State) -> tuple[Seat, ...]:
    """Return the order that is fixed for the round; empty if no round runs."""
    now = below(Round, state)
    return now.order if now is not None else ()


def note_last(work: Work, seat: Seat, how: str) -> None:
    """Write into the round which villain was the last one standing, and the outcome of its final action."""
    frame = frame_of(Round, work.state)
    if frame is not None:
        now = read(Round, frame)
        save(work, now, replace(now, last=seat, how=how), "last", "how", frame=frame)
