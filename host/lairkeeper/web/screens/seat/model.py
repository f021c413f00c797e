"""A seat's own page: what this player may know and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lairkeeper.core.view import View

from ...commands import Press, fields_of
from ...places import Layout, Place, layout_of
from ...seat_codes import SeatKeys, Shut
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Table

NOTES: Final = "notes"
"""In a view's ``extra``: what is wrong with cards that this viewer may know, each with ``code`` and ``card``."""


@dataclass(frozen=True, slots=True)
class Note:
    """A message about a card for this player only."""

    card: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatPage:
    """The messages for this player only, and the places before this player as only this player sees them.

    While it is not ``open`` it tells nothing of either.
    """

    name: str
    number: int
    notes: tuple[Note, ...] = ()
    places: tuple[Place, ...] = ()
    secrets: tuple[Place, ...] = ()
    """Places of the table with the cards there that this player knows and the table does not."""
    open: bool = True
    keyed: bool = True
    """True when a code is needed at all."""
    given: bool = True
    """True when somebody has a code for it."""
    shut: Shut | None = None
    """The fault of the code that was typed."""
    answers: tuple[Press, ...] = ()
    """The answers that this player alone may choose now, in secret."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat in the list; ``screens`` is None while nobody has a code for its page."""

    name: str
    keyed: bool
    screens: int | None


def seat_of(table: Table, seat: str, t: Translator, *, keyed: bool) -> SeatPage:
    """Return the open page of one seat; the seat must play."""
    view = table.view(seat)
    layout = layout_of(table, view, t)
    places, secrets = layout.seats.get(seat, ()), tuple(_secrets(layout, layout_of(table, table.view(), t)))
    answers = tuple(_answers(table, view, t))
    number = view.seats.index(seat) + 1
    return SeatPage(seat, number, tuple(_notes(view, t)), places, secrets, keyed=keyed, answers=answers)


def locked_of(table: Table, seat: str, keys: SeatKeys, shut: Shut | None = None) -> SeatPage:
    """Return the page of a seat for a browser that has not typed its code."""
    given = keys.screens(table.match, seat) is not None
    return SeatPage(seat, table.header.seats.index(seat) + 1, open=False, given=given, shut=shut)


def rows_of(table: Table, keys: SeatKeys) -> tuple[SeatRow, ...]:
    """All seats, with the state of their pages."""
    return tuple(
        SeatRow(seat, keys.needed(table, seat), keys.screens(table.match, seat)) for seat in table.header.seats
    )


def _answers(table: Table, view: View, t: Translator) -> Iterator[Press]:
    """Answers to the open question that the screen at the table does not show."""
    shown = table.view().prompt
    public = {option.command for option in shown.options} if shown else set()
    for option in view.prompt.options if view.prompt and not view.finished else ():
        if option.command.by == view.viewer and option.command not in public:
            yield Press(t.say("option", option.code, option.args), "/act", fields_of(option.command))


def _secrets(own: Layout, public: Layout) -> Iterator[Place]:
    """Yield the places of the table with the cards that only this player has seen."""
    seen = {place.path: {card.label for card in place.cards} for place in public.shared}
    for place in own.shared:
        cards = tuple(card for card in place.cards if card.label not in seen.get(place.path, ()))
        if cards:
            yield replace(place, cards=cards)


def _notes(view: View, t: Translator) -> Iterator[Note]:
    for note in view.extra.get(NOTES, ()):
        yield Note(t.name(note["card"]), t.say("refusal", note["code"], note))
