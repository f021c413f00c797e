"""Frame of a text that is carried out verb by verb; a verb that asks something begins a frame on top of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import kind_of
from lairkeeper.core.quick import quick
from lairkeeper.core.work import Work
from lairkeeper.rules.moves import step_kind
from lairkeeper.rules.step import push, read, replace, save

from ..cards import SCRIPTS
from ..hands import make_ready
from ..moving import unread
from ..places import on_villain_of, top_of
from ..steps import ByHand, OfCard
from . import acts
from .attack import begin_attack
from .carry_out import BORROWED, Text, note_last, push_text, told_of
from .choices import ask_draw_or_pass, ask_keep
from .counts import GANG, Told, holds
from .instant import perform
from .main_deck import add_to_line_up, take_from_main_deck
from .passing import pass_left
from .pick import begin_pick
from .playing import play_card
from .reveal import reveal
from .script import program_at
from .turn_facts import GANG_TEXTS, note
from .vocabulary import (
    INSTANT,
    AddToLineUp,
    Attack,
    Borrow,
    DrawOrPass,
    KeepLast,
    PassLeft,
    Pick,
    PlayTop,
    Program,
    Reveal,
    TakeFromMainDeck,
    Verb,
    When,
)


def program_of(step: Text) -> Program:
    """Return the program that a step carries out."""
    return program_at(SCRIPTS[step.text], step.part, step.path)


def _resume(work: Work, step: Text) -> None:
    frame = work.top
    program = program_of(step)
    at = step.at
    while at < len(program):
        verb = program[at]
        at += 1
        if isinstance(verb, INSTANT):
            perform(work, verb, told_of(step))
        else:
            _begin(work, step, verb, at - 1)
        if work.top.id != frame.id:
            save(work, step, replace(step, at=at), frame=frame)
            return
        step = read(Text, work.top)
    work.pop()


def _begin(work: Work, step: Text, verb: Verb, at: int) -> None:
    """Begin a verb, which may be over at once."""
    _BEGIN[type(verb)](work, step, verb, at)


def _when(work: Work, step: Text, verb: When, at: int) -> None:
    name = "then" if holds(work.state, verb.test, told_of(step)) else "otherwise"
    push_text(work, step.text, step.part, (*step.path, at, name), told_of(step), step.target or None)


def _play_top(work: Work, step: Text, verb: PlayTop, at: int) -> None:
    """Play the card that was shown, whatever it costs (fe-106).

    See "Forever Evil, Specific Card Clarifications": Firestorm Matrix.
    """
    for card in step.shown[:1]:
        note_last(work, work.top.id, (card,))
        with unread(work, card):
            play_card(work, step.seat, card, (top_of(step.seat),), from_hand=False)


def _borrow(work: Work, step: Text, verb: Borrow, at: int) -> None:
    """Give Firestorm the texts of all cards on the Super-Villain, in the order in which they came there (fe-176).

    The card just shown goes there first; if there is none, there may be no text (fe-86). Another Firestorm there adds
    nothing: its text is the one that is being carried out, and would never end.
    """
    for card in step.shown[:1]:
        work.move(card, on_villain_of(step.seat))
    texts = [card for card in work.state.zone(on_villain_of(step.seat)) if kind_of(card) != FIRESTORM]
    gangs = sum(kind_of(card) == GANG for card in texts)
    note(work, GANG_TEXTS, gangs if work.state.rules.gang_texts == "each" else min(1, gangs))
    push(work, Borrowed(step.seat, step.card, texts=tuple(reversed(texts))))


FIRESTORM: Final = "firestorm"


@quick
@dataclass(frozen=True, slots=True)
class Borrowed(OfCard):
    """Firestorm has the texts of other cards."""

    KIND: ClassVar[str] = BORROWED
    texts: tuple[Label, ...]
    """Cards whose texts are still to be carried out, the next one last."""


def _borrowed(work: Work, step: Borrowed) -> None:
    """Carry out one borrowed text after the other, for Firestorm's card (fe-177).

    By a house rule the texts of several Gangs count once (fe-82).
    """
    if not step.texts:
        work.pop()
        return
    card, rest = step.texts[-1], step.texts[:-1]
    save(work, step, replace(step, texts=rest))
    work.again()
    script = acts.script_of(card)
    if script is None:
        push(work, ByHand(step.seat, card))
    elif kind_of(card) != GANG or work.state.rules.gang_texts == "each" or GANG not in map(kind_of, rest):
        push_text(work, kind_of(card), "play", (), Told(step.seat, step.card))


def _reveal(work: Work, step: Text, verb: Reveal, at: int) -> None:
    """Show the top cards of the deck, which is shuffled first if it is empty (fe-153)."""
    n = make_ready(work, step.seat, verb.n)
    reveal(work, step.seat, n, work.top.id, step.card)


_BEGIN: Final[Mapping[type[Any], Callable[[Work, Text, Any, int], None]]] = {
    When: _when,
    Pick: begin_pick,
    Attack: begin_attack,
    Reveal: _reveal,
    AddToLineUp: add_to_line_up,
    TakeFromMainDeck: take_from_main_deck,
    PlayTop: _play_top,
    KeepLast: ask_keep,
    Borrow: _borrow,
    PassLeft: pass_left,
    DrawOrPass: ask_draw_or_pass,
}

TEXT_STEP: Final = step_kind(Text, resume=_resume)
BORROWED_STEP: Final = step_kind(Borrowed, resume=_borrowed)
