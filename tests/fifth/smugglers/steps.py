"""Data of the step that holds a whole round; the steps inside a round read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from lairkeeper.core.quick import quick
from lairkeeper.rules.step import StepData


@quick
@dataclass(frozen=True, slots=True)
class Round(StepData):
    """A round."""

    KIND: ClassVar[str] = "round"
    step: str
    """Name of the part of the round that begins next."""
    lying: bool = False
    """True after a change of level, when the coves lie out already and are only tapped."""
