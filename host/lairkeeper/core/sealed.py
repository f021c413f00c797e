"""Cards that an antenna read through their backs: counted and checked, but told to nobody before the reveal.

A sealed play is always accepted, legal or not, so that no light, sound or text tells. What is wrong with it is kept
as a mark that its owner alone sees, and everybody at the reveal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from . import events as ev
from .ids import TABLE, Component, Path, Seat
from .result import Refused
from .state import APP, State
from .work import Work

_ILLEGAL: Final = "sealed:"


@dataclass(frozen=True, slots=True)
class SealedNote:
    """A note of what is wrong with a sealed card: text ``refusal.<code>``."""

    card: Component
    seat: Seat
    code: str


def seal(work: Work, card: Component, target: Path, seat: Seat, wrong: Refused | None = None) -> None:
    """Move a card somewhere face down; the app and its owner know it, and what is wrong with it."""
    work.move(card, target)
    work.emit(ev.Faced(card, (APP, seat)))
    mark_wrong(work, card, seat, wrong)


def mark_wrong(work: Work, card: Component, seat: Seat, wrong: Refused | None) -> None:
    """Keep what is wrong with a card for its owner's eyes, and for everybody's once the card is shown.

    What was wrong with it at an earlier time is over.
    """
    settle(work, card)
    if wrong is not None:
        work.emit(ev.Marked(card, f"{_ILLEGAL}{wrong.code}", seat))


def reveal(work: Work, card: Component) -> str | None:
    """Show the card to everybody; return the code of what was wrong with it, if anything was."""
    work.emit(ev.Faced(card, (TABLE,)))
    return next((note.code for note in notes(work.state, TABLE) if note.card == card), None)


def notes(state: State, viewer: str) -> tuple[SealedNote, ...]:
    """Return what a viewer may know to be wrong with its own sealed cards and with all revealed ones."""
    return tuple(
        SealedNote(card, mark.owner, mark.name.removeprefix(_ILLEGAL))
        for card, marks in state.marks.items()
        for mark in marks
        if mark.name.startswith(_ILLEGAL) and mark.owner is not None and _may_read(state, viewer, card, mark.owner)
    )


def _may_read(state: State, viewer: str, card: Component, owner: Seat) -> bool:
    """Return True for the owner of a note while it knows the card, and for everybody once the card is shown."""
    known = state.known.get(card, ())
    return TABLE in known or (viewer == owner and viewer in known)


def settle(work: Work, card: Component) -> None:
    """Remove the notes on a card once they have been dealt with."""
    for mark in work.state.marks.get(card, ()):
        if mark.name.startswith(_ILLEGAL):
            work.emit(ev.Unmarked(card, mark.name, mark.owner))
