"""A seat's own page: what this player may know and nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from lairkeeper.core.view import View

from ...access.moves import may_answer, may_redo, may_send, may_undo
from ...access.roles import HOST, Caller
from ...commands import Press, fields_of
from ...parts.now import now_of
from ...parts.seats import SeatTile, seats_of
from ...parts.undo import redo_words, undo_words
from ...places import Layout, Place, layout_of
from ...seat_codes import SeatKeys, Shut
from ...translator import Translator

if TYPE_CHECKING:
    from lairkeeper.table import Table

HAND: Final = "hand"
"""A word in the names of places that are hands."""
NOTES: Final = "notes"
"""In a view's ``extra``: what is wrong with cards that this viewer may know, each with ``code`` and ``card``."""


@dataclass(frozen=True, slots=True)
class Note:
    """A message about a card for this player only."""

    card: str
    text: str


@dataclass(frozen=True, slots=True)
class SeatPrompt:
    """The prompt as the page says it. ``mine``: this player must act, or a question is open to all."""

    text: str
    whose: str = ""
    mine: bool = False
    help: tuple[str, ...] = ()
    answers: tuple[Press, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatPage:
    """All that this player may know and do, as only this player sees it. While it is not ``open`` it tells nothing."""

    name: str
    crest: int | None
    notes: tuple[Note, ...] = ()
    places: tuple[Place, ...] = ()
    pile: Place | None = None
    """The place of ``places`` whose cards are shown."""
    asked: str = ""
    """The first part of its path, when this player has chosen it."""
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
    tile: SeatTile | None = None
    prompt: SeatPrompt | None = None
    undo: str = ""
    """The words of the button; empty when there is nothing to undo."""
    redo: str = ""
    guest: bool = False
    """True on a player's own phone, which was let in."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A seat in the list; ``screens`` is None while nobody has a code for its page."""

    name: str
    keyed: bool
    screens: int | None


def seat_of(table: Table, seat: str, t: Translator, caller: Caller = HOST, *, keyed: bool, pile: str = "") -> SeatPage:
    """Return the open page of one seat, which must play, with the cards of the place ``pile`` where there is one.

    It offers what ``caller`` may do.
    """
    view, public = table.view(seat), table.view()
    layout = layout_of(table, view, t)
    places, secrets = layout.seats.get(seat, ()), tuple(_secrets(layout, layout_of(table, public, t)))
    shown = _pile(places, pile)
    return SeatPage(
        seat,
        table.crests.get(seat),
        tuple(_notes(view, t)),
        places,
        shown,
        pile if shown is not None and shown.path.partition(".")[0] == pile else "",
        secrets,
        keyed=keyed,
        answers=tuple(_answers(table, view, t)),
        tile=next(tile for tile in seats_of(table, public, t, buttons_of=table) if tile.name == seat),
        prompt=_prompt(table, public, seat, t, caller),
        undo=undo_words(table, t) if table.can_undo and may_undo(caller, table) else "",
        redo=redo_words(table, t) if table.can_redo and may_redo(caller, table) else "",
        guest=caller.session is not None,
    )


def locked_of(table: Table, seat: str, keys: SeatKeys, shut: Shut | None = None) -> SeatPage:
    """Return the page of a seat for a browser that has not typed its code."""
    given = keys.screens(table.match, seat) is not None
    return SeatPage(seat, table.crests.get(seat), open=False, given=given, shut=shut)


def _pile(places: tuple[Place, ...], wanted: str) -> Place | None:
    """Return the place that was asked for; else a hand with cards that are known, any place with such, any hand."""
    asked = [place for place in places if wanted and place.path.partition(".")[0] == wanted]
    hands = [place for place in places if place.count and HAND in place.path.partition(".")[0].split("-")]
    known = [place for place in places if place.cards]
    both = [place for place in hands if place.cards]
    return next(iter((*asked, *both, *known, *hands, *places)), None)


def _prompt(table: Table, view: View, seat: str, t: Translator, caller: Caller) -> SeatPrompt:
    """Return what everybody is told to do now, with the answers that this player may choose."""
    now, question = now_of(table, view, t), table.question
    if now.kind == "question" and question is not None:
        answers = tuple(
            answer for answer, option in zip(now.answers, question.options, strict=True) if may_answer(caller, option)
        )
        return SeatPrompt(now.what, "", bool(answers), (*((now.why,) if now.why else ()), *now.help), answers)
    if view.prompt is None or view.finished:
        return SeatPrompt(now.what, mine=now.kind == "finished")
    waited = [name for _, name in now.waiting]
    mine = seat in waited if waited else view.prompt.seat in (None, seat)
    answers = tuple(
        Press(t.say("option", option.code, option.args), "/act", fields_of(option.command))
        for option in view.prompt.options
        if option.command.by in (None, seat) and may_send(caller, option.command, table)
    )
    return SeatPrompt(now.what, now.whose if not mine else "", mine, now.help, answers)


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
