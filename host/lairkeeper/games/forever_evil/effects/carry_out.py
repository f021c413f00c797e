"""Carrying out a program: at once where it asks nobody, else in a frame that can wait and be saved."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import StepData, push

from ..cards import SCRIPTS
from .counts import Told
from .instant import is_instant, run_all
from .script import Way, program_at
from .triggers import UNASKED, Resolving

BORROWED: Final = "borrowed"
"""Kind of the frame that carries out the texts of other cards for one."""


@quick
@dataclass(frozen=True, slots=True)
class Text(StepData):
    """A text that is carried out verb by verb."""

    KIND: ClassVar[str] = "text"
    text: str
    """Kind of card whose script it is."""
    part: str
    """Part of the script."""
    path: Way
    at: int
    """Number of the verb that comes next."""
    seat: Seat
    card: Label
    by: Seat | None
    """The attacker, or None."""
    last: tuple[Label, ...]
    """Cards that the step before has chosen."""
    shown: tuple[Label, ...]
    """Cards that the text has shown or taken."""
    target: Seat | None = UNASKED
    """Foe named when the card was played; None: nobody was named."""


def told_of(step: Text) -> Told:
    """Return what a text knows."""
    return Told(step.seat, step.card, step.by, step.last, step.shown)


def push_text(work: Work, text: str, part: str, path: Way, told: Told, target: Seat | None = UNASKED) -> None:
    """Carry out a program at once if it asks nobody, else in a frame."""
    program = program_at(SCRIPTS[text], part, path)
    if not program:
        return
    if is_instant(program):
        run_all(work, program, told)
        return
    last, shown = tuple(told.last), tuple(told.shown)
    push(work, Text(text, part, path, 0, told.seat, told.card, told.by, last, shown, target))


def asking_card(state: State, card: Label) -> Label:
    """Return the card whose text asks: below Firestorm that of the card under the Super-Villain, not Firestorm itself.

    His texts follow each other, and each may ask the same (fe-177).
    """
    own = [frame for frame in reversed(state.frames) if frame.data.get("card") == card]
    text = next((frame for frame in own if frame.kind == Text.KIND), None)
    below = takewhile(lambda frame: frame.kind != Resolving.KIND, own)
    return str(text.data["text"]) if text is not None and any(frame.kind == BORROWED for frame in below) else card


def note_last(work: Work, into: int, cards: tuple[Component, ...]) -> None:
    """Tell the text of a frame which cards its last step has chosen."""
    work.emit(ev.FrameSet(into, {"last": cards}))


def note_shown(work: Work, into: int, cards: tuple[Component, ...]) -> None:
    """Tell the text of a frame which cards it has shown."""
    work.emit(ev.FrameSet(into, {"shown": cards}))
