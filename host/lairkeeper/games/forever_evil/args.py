"""Arguments of moves that several steps share: seats that are asked, and cards that can be part of a deck."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from lairkeeper.core.command import Command
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Args, Refused
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.step import StepData

from .market import deck_card
from .refusals import FE


def awaited(now: Moment[StepData]) -> Iterable[Seat]:
    """Yield each seat that must still answer and that the viewer may answer for."""
    return (seat for seat in now.waiting if now.viewer in {seat, TABLE})


def not_asked(now: Moment[StepData], said: Any) -> Refused | None:
    """Return why a seat may not answer the open question, or None."""
    prompt = now.prompt
    if prompt is None or (prompt.seats and said not in now.waiting):
        return Refused(CoreRefusal.NOT_ASKED, {"seat": said})
    return None


WAITING: Final[Arg[StepData]] = Arg(awaited, not_asked, (CoreRefusal.NOT_ASKED,))
"""A seat whose answer is awaited; a seat is offered its own."""
ANY_WAITING: Final = replace(WAITING, offer=lambda now: now.waiting)
"""A seat whose answer is awaited; everybody is offered all of them."""
EVERYBODY: Final = replace(WAITING, offer=lambda now: now.state.seats)
"""A seat whose answer is awaited; all seats are offered, so that the refusal tells why not."""


def seat_if_waiting(now: Moment[StepData], command: Command) -> Args | None:
    """Return the seat that would answer, for the text of an option; None if it is not waited for."""
    return {"seat": command.by} if command.by in now.waiting else None


def of_a_deck(rule: str) -> Arg[StepData]:
    """Return a card that can lie where cards of the match lie; what is offered depends on other arguments."""
    return Arg(lambda now: (), lambda now, said: deck_card(said, rule), (FE.NOT_A_DECK_CARD,))
