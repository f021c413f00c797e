"""Data of the step that holds a whole round; the steps inside a round read it and write it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lairkeeper.core.ids import Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.rules.step import StepData, below


@quick
@dataclass(frozen=True, slots=True)
class Round(StepData):
    """A round."""

    KIND: ClassVar[str] = "round"
    step: str
    """Name of the part of the round that begins next."""
    tied: tuple[Seat, ...]
    """Players of a tie round; empty in any other round."""
    chased: tuple[Seat, ...]
    """Foiled players who have been asked for a chase."""
    empty: tuple[int, ...] | None
    """Places in the row of Targets that the last round has emptied, from 0."""
    again: tuple[Seat, ...] = ()
    """Players who are tied at the end of this round and play a tie round next."""
    late: bool = False
    """True with ``game-end=end-of-round`` while the check for the end waits for the purchases."""
    bought: bool = False
    """True when the purchases of this round are over."""
    idle: bool = False
    """True at level ``score`` when nobody had a Plot in this round."""


def tied_of(state: State) -> tuple[Seat, ...]:
    """Return the tied players of a tie round; empty in any other round."""
    now = below(Round, state)
    return now.tied if now is not None else ()
