"""Triggers: abilities that wait until the card which set them off is resolved.

See "Forever Evil, Resolving Card Abilities".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Kind, Seat
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.step import StepData, push, read

UNASKED: Final = ""
"""Target of a text whose foe nobody can name before it asks."""


@quick
@dataclass(frozen=True, slots=True)
class Resolving(StepData):
    """A card, a purchase or a First Appearance, with the triggers that wait."""

    KIND: ClassVar[str] = "resolve"
    stage: str
    """``text``, ``played`` or ``after``: what comes next."""
    seat: Seat
    card: Label
    pending: tuple[tuple[str, ...], ...]
    """Triggers that wait, each with the fields of `Trigger`."""
    target: Seat | None = UNASKED
    """Foe named when the card was played; None: nobody was named."""

    @property
    def triggers(self) -> tuple[Trigger, ...]:
        """Return the triggers that wait."""
        return tuple(Trigger(*each) for each in self.pending)


class Trigger(NamedTuple):
    """Ability that waits: a program of a kind, for a seat; ``card`` is the card that it is about."""

    kind: Kind
    part: str
    seat: Seat
    card: Label


def trigger(work: Work, kind: Kind, part: str, seat: Seat, card: Label) -> None:
    """Let an ability wait behind the card that is being resolved, or happen next when no card is (fe-24)."""
    waiting = Trigger(kind, part, seat, card)
    for frame in reversed(work.state.frames):
        if frame.kind == Resolving.KIND:
            pending = (*read(Resolving, frame).pending, tuple(waiting))
            work.emit(ev.FrameSet(frame.id, {"pending": pending}))
            return
    begin_resolving(work, seat, card, (waiting,))


def begin_resolving(work: Work, seat: Seat, card: Label, waiting: tuple[Trigger, ...] = ()) -> None:
    """Begin to resolve what waits behind a card whose own text is done or runs elsewhere."""
    push(work, Resolving("after", seat, card, tuple(tuple(each) for each in waiting)))
