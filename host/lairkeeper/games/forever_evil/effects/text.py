"""Frame of a text that is carried out verb by verb; a verb that asks something begins a frame on top of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import FrameKind
from lairkeeper.core.state import Frame
from lairkeeper.core.work import Work

from ..cards import SCRIPTS
from ..hands import make_ready
from ..places import on_villain_of, top_of, unread
from . import acts
from .attack import begin_attack
from .carry_out import TEXT, push_text, told_of
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


def program_of(frame: Frame) -> Program:
    """Return the program that a frame carries out."""
    data = frame.data
    return program_at(SCRIPTS[data["text"]], data["part"], tuple(data["path"]))


def _resume(work: Work, frame: Frame) -> None:
    program = program_of(frame)
    at = frame.data["at"]
    while at < len(program):
        verb = program[at]
        at += 1
        if isinstance(verb, INSTANT):
            perform(work, verb, told_of(frame.data))
        else:
            _begin(work, frame, verb, at - 1)
        if work.top.id != frame.id:
            work.set(frame, at=at)
            return
        frame = work.top
    work.close(frame)


def _begin(work: Work, frame: Frame, verb: Verb, at: int) -> None:
    """Begin a verb, which may be over at once."""
    _BEGIN[type(verb)](work, frame, verb, at)


def _when(work: Work, frame: Frame, verb: When, at: int) -> None:
    name = "then" if holds(work.state, verb.test, told_of(frame.data)) else "otherwise"
    path = (*frame.data["path"], at, name)
    push_text(work, frame.data["text"], frame.data["part"], path, told_of(frame.data), target=frame.data.get("target"))


def _play_top(work: Work, frame: Frame, verb: PlayTop, at: int) -> None:
    """Play the card that was shown, whatever it costs (fe-106).

    See "Forever Evil, Specific Card Clarifications": Firestorm Matrix.
    """
    seat = frame.data["seat"]
    for card in frame.data.get("shown", ())[:1]:
        work.emit(ev.FrameSet(frame.id, {"last": (card,)}))
        with unread(work, card):
            play_card(work, seat, card, (top_of(seat),), from_hand=False)


def _borrow(work: Work, frame: Frame, verb: Borrow, at: int) -> None:
    """Give Firestorm the texts of all cards on the Super-Villain, in the order in which they came there (fe-176).

    The card just shown goes there first; if there is none, there may be no text (fe-86). Another Firestorm there adds
    nothing: its text is the one that is being carried out, and would never end.
    """
    seat: Seat = frame.data["seat"]
    for card in frame.data.get("shown", ())[:1]:
        work.move(card, on_villain_of(seat))
    texts = [card for card in work.state.zone(on_villain_of(seat)) if kind_of(card) != FIRESTORM]
    gangs = sum(kind_of(card) == GANG for card in texts)
    note(work, GANG_TEXTS, gangs if work.state.rules.gang_texts == "each" else min(1, gangs))
    work.push(BORROWED, seat=seat, card=frame.data["card"], texts=tuple(reversed(texts)))


BORROWED: Final = "borrowed"
FIRESTORM: Final = "firestorm"


def _borrowed(work: Work, frame: Frame) -> None:
    """Carry out one borrowed text after the other, for Firestorm's card (fe-177).

    By a house rule the texts of several Gangs count once (fe-82).
    """
    texts: tuple[Label, ...] = tuple(frame.data["texts"])
    if not texts:
        work.close(frame)
        return
    card, rest = texts[-1], texts[:-1]
    work.set(texts=rest)
    work.again()
    script = acts.script_of(card)
    if script is None:
        work.push("by-hand", seat=frame.data["seat"], card=card)
    elif kind_of(card) != GANG or work.state.rules.gang_texts == "each" or GANG not in map(kind_of, rest):
        push_text(work, kind_of(card), "play", (), Told(frame.data["seat"], frame.data["card"]))


def _reveal(work: Work, frame: Frame, verb: Reveal, at: int) -> None:
    """Show the top cards of the deck, which is shuffled first if it is empty (fe-153)."""
    n = make_ready(work, frame.data["seat"], verb.n)
    reveal(work, frame.data["seat"], n, frame.id, frame.data["card"])


_BEGIN: Final[Mapping[type[Any], Callable[[Work, Frame, Any, int], None]]] = {
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

TEXT_STEP: Final = FrameKind(TEXT, {}, _resume)
BORROWED_STEP: Final = FrameKind(BORROWED, {}, _borrowed)
