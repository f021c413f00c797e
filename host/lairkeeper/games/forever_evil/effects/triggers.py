"""Triggers: abilities that wait until the card which set them off is resolved.

See "Forever Evil, Resolving Card Abilities".
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Kind, Seat
from lairkeeper.core.work import Work

RESOLVE: Final = "resolve"
"""Frame of a card, a purchase or a First Appearance, with the triggers that wait."""


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
        if frame.kind == RESOLVE:
            pending = (*frame.data["pending"], tuple(waiting))
            work.emit(ev.FrameSet(frame.id, {"pending": pending}))
            return
    work.push(RESOLVE, stage="after", seat=seat, card=card, pending=(tuple(waiting),))


def pending_of(data: Any) -> tuple[Trigger, ...]:
    """Return the triggers that wait, from a frame's data."""
    return tuple(Trigger(*each) for each in data["pending"])
