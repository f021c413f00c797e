"""Data of the steps that several files read, and the base of those in which one seat carries out a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Path, Seat
from lairkeeper.core.kernel import Move
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.rules.moves import DeclaredMove
from lairkeeper.rules.step import StepData, read

T = TypeVar("T", bound=StepData)


@dataclass(frozen=True, init=False)
class OfCard(StepData):
    """Base of the data of a step in which one seat does what a card says."""

    __slots__ = ()
    seat: Seat
    card: Label


@quick
@dataclass(frozen=True, slots=True)
class ByHand(OfCard):
    """A card without a script is resolved at the table."""

    KIND: ClassVar[str] = "by-hand"


@quick
@dataclass(frozen=True, slots=True)
class PrintedVp(OfCard):
    """A seat takes the tokens for a Super-Villain of another set."""

    KIND: ClassVar[str] = "printed-vp"


@quick
@dataclass(frozen=True, slots=True)
class Turn(StepData):
    """The turn of the active seat."""

    KIND: ClassVar[str] = "turn"
    opening: bool = False
    """True before the first turn, while the Line-Up is dealt."""


@quick
@dataclass(frozen=True, slots=True)
class Flip(StepData):
    """The next card of a stack is turned face up."""

    KIND: ClassVar[str] = "flip"
    seat: Seat
    """Seat whose turn has ended."""
    stack: Path = ""
    """In teams the stack whose card it is; empty without teams."""


@quick
@dataclass(frozen=True, slots=True)
class Appearance(StepData):
    """Each player tells what a First Appearance did."""

    KIND: ClassVar[str] = "first-appearance"
    hero: Component
    seats: tuple[Seat, ...]
    had: Mapping[Seat, int]
    """VP tokens that each seat had when it began."""
    gained: Mapping[Seat, int]
    """Weaknesses that each seat has gained by it."""


def in_opening(state: State) -> bool:
    """Return whether the turn that runs waits for the opening Line-Up."""
    top = state.frames[-1]
    return top.kind == Turn.KIND and read(Turn, top).opening


def appearance(state: State) -> Appearance | None:
    """Return the data of the First Appearance that runs, or None."""
    top = state.frames[-1]
    return read(Appearance, top) if top.kind == Appearance.KIND else None


def flipping(state: State) -> Flip | None:
    """Return the data of the step that turns up the next card of a stack, or None."""
    top = state.frames[-1]
    return read(Flip, top) if top.kind == Flip.KIND else None


def shared(kind: type[T], moves: Iterable[Move]) -> tuple[DeclaredMove[T], ...]:
    """Return moves that other steps have too as moves of this one."""
    return tuple(DeclaredMove(each) for each in moves)
