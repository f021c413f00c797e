"""Chases: two players take turns with Chase cards until one stops ("Evil:101, Chase Me If You Can")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Seat, kind_of
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .catalog import beats
from .places import (
    CAUGHT,
    CHASE,
    ESCAPED,
    FOILED,
    POCKETED,
    ask_active,
    chase_of,
    chased_of,
    copies,
    evil,
    handler,
    is_sort,
    may_come,
    plot_of,
    pull,
    turn_to,
)
from .plotting import asked, own_turn
from .refusals import E1, refuse

CITE: Final = "chase"


def chasers(state: State, done: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the foiled players, in order, who hold a Chase card and have not yet been asked for a chase.

    Nobody else can start a chase (e1-22). ``done`` are the seats that have been asked.
    """
    past = set(done)
    return tuple(
        seat for seat in evil(state) if state.marked(seat, FOILED) and state.size(chase_of(seat)) and seat not in past
    )


# Choosing the next chase -------------------------------------------------------------------------------------------


def _first_check(state: State, command: Command) -> Verdict:
    refused = own_turn(state, command)
    choices = running(state).data["choices"]
    if refused is None and command.target not in choices:
        args = {"option": command.target, "allowed": ", ".join(choices)}
        refused = Refused(CoreRefusal.UNKNOWN_OPTION, args, CITE)
    return refused


def _first(work: Work, command: Command) -> None:
    work.pop()
    begin_chase(work, command.target or "")


def _first_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        for seat in running(state).data["choices"]:
            yield Command(move="answer", by=handler(state), target=seat, prompt=question(state).id)


def _first_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        turn_to(work, handler(work.state))
        ask_active(work, "which-chase", cite=CITE)


def _first_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("chase-of", each, {"target": each.target}) for each in _first_offers(state, viewer, None))


WHICH: Final = FrameKind(
    "which-chase",
    table_of(
        Move("answer", _first, _first_check, _first_offers, ("by", "target"), target="seat",
             refusals=(CoreRefusal.OUT_OF_TURN, CoreRefusal.UNKNOWN_OPTION), rule=CITE),
    ),
    _first_resume,
    _first_options,
    (PromptSpec("which-chase", ("chase-of",), CITE),),
)  # fmt: skip
"""Step of the house rule ``chase-order``: the Handler chooses which chase is settled next."""


# One chase ---------------------------------------------------------------------------------------------------------


def begin_chase(work: Work, seat: Seat) -> None:
    """Ask a foiled player to start a chase; the Handler never starts one (e1-22)."""
    work.set(chased=(*work.top.data["chased"], seat))
    work.push("chase", seat=seat, mover=seat, last="")


def other(state: State, frame: Frame) -> Seat:
    """Return the seat that waits while the mover plays.

    Only the foiled player and the Handler play in a chase (e1-65).
    """
    seat: Seat = frame.data["seat"]
    return handler(state) if frame.data["mover"] == seat else seat


def _chase_check(state: State, command: Command) -> Verdict:
    """Return why a Chase card may not be played.

    The first card may be any of the three (e1-23). Every further card must beat the last one (e1-24). The card must
    come from the player's hand, for a new Handler too (e1-53).
    """
    refused = own_turn(state, command)
    if refused is not None:
        return refused
    card, seat, last = command.card or "", command.by or "", running(state).data["last"]
    refused = is_sort(state, card, CHASE, E1.NOT_A_CHASE_CARD, CITE)
    if refused is None and ("#" not in card or not may_come(state, chase_of(seat), card)):
        refused = refuse(E1.NOT_IN_HAND, CITE, card=card, seat=seat)
    if refused is None and last and not beats(card, last):
        refused = refuse(E1.OUT_OF_CIRCLE, CITE, card=card, token=last)
    return refused


def _chase(work: Work, command: Command) -> None:
    """Play a Chase card and pass the turn to the other player (e1-25).

    The card leaves the hand and is spent (e1-30). It goes on the Agent that blocks the Plot (e1-63).
    """
    card = command.card or ""
    seat = work.top.data["seat"]
    pull(work, card, chase_of(command.by or ""), chased_of(seat))
    work.set(last=kind_of(card), mover=other(work.state, work.top))
    work.again()


def _chase_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    seat = asked(state)
    for card in copies(state, CHASE, chase_of(seat), naming):
        yield Command(move="chase", by=seat, card=card)


def _pass_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not pass: starting, countering and going on are voluntary (e1-64)."""
    return own_turn(state, command)


def _pass(work: Work, command: Command) -> None:
    _end(work)


def _pass_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="pass", by=asked(state), prompt=question(state).id)


def _end(work: Work) -> None:
    """End a chase: the last Chase card decides.

    Without a Chase card the foil stands (e1-66). After a last card by the foiled player the Plot gets full points
    (e1-26). After a last card by the Handler neither player gets points (e1-27). Only then does the house rule
    ``pocket-the-evidence`` ask the Handler (e1-68).
    """
    frame = work.top
    seat = frame.data["seat"]
    work.pop()
    turn_to(work, None)
    if not frame.data["last"]:
        return
    if frame.data["mover"] != seat:
        work.emit(ev.Unmarked(seat, FOILED))
        work.emit(ev.Marked(seat, ESCAPED))
        return
    work.emit(ev.Marked(seat, CAUGHT))
    if work.state.rules.pocket_the_evidence:
        work.push("pocket", seat=seat)


def _chase_resume(work: Work, frame: Frame) -> None:
    """Ask the mover for a Chase card, or end the chase if the mover holds none (e1-25)."""
    mover = frame.data["mover"]
    if not work.state.size(chase_of(mover)):
        _end(work)
    elif frame.prompt is None or frame.prompt.seats != (mover,):
        turn_to(work, mover)
        code = "counter" if frame.data["last"] else "chase"
        card = frame.data["last"] or next(iter(work.state.zone(plot_of(frame.data["seat"]))), "")
        ask_active(work, code, cite=CITE, card=card, target=other(work.state, frame))


def _chase_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    return tuple(Option("no-chase", each) for each in _pass_offers(state, viewer, None))


CHASE_STEP: Final = FrameKind(
    "chase",
    table_of(
        Move("chase", _chase, _chase_check, _chase_offers, ("by", "card"),
             refusals=(CoreRefusal.OUT_OF_TURN, E1.NOT_A_CHASE_CARD, E1.NO_NUMBERS, E1.NOT_IN_HAND,
                       E1.OUT_OF_CIRCLE), rule=CITE),
        Move("pass", _pass, _pass_check, _pass_offers, ("by",), refusals=(CoreRefusal.OUT_OF_TURN,), rule=CITE),
    ),
    _chase_resume,
    _chase_options,
    (PromptSpec("chase", ("no-chase",), CITE), PromptSpec("counter", ("no-chase",), CITE)),
)  # fmt: skip


# Pocket the evidence -----------------------------------------------------------------------------------------------


def _pocket_check(state: State, command: Command) -> Verdict:
    refused = own_turn(state, command)
    if refused is None and command.option not in _ANSWERS:
        args = {"option": command.option, "allowed": ", ".join(_ANSWERS)}
        refused = Refused(CoreRefusal.UNKNOWN_OPTION, args, "pocket")
    return refused


def _pocket(work: Work, command: Command) -> None:
    """Let the Handler take the points of the Plot (e1-28) or decline them (e1-68)."""
    seat = work.top.data["seat"]
    work.pop()
    turn_to(work, None)
    if command.option == "take":
        work.emit(ev.Marked(seat, POCKETED))


def _pocket_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="answer", by=handler(state), option="take", prompt=question(state).id)


def _decline_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="no", by=handler(state), prompt=question(state).id)


def _pocket_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        turn_to(work, handler(work.state))
        ask_active(work, "pocket", cite="pocket", target=frame.data["seat"])


def _pocket_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    found = (*_pocket_offers(state, viewer, None), *_decline_offers(state, viewer, None))
    return tuple(Option(each.option or "leave", each) for each in found)


_ANSWERS: Final = ("take", "leave")
POCKET: Final = FrameKind(
    "pocket",
    table_of(
        Move("answer", _pocket, _pocket_check, _pocket_offers, ("by", "option"),
             refusals=(CoreRefusal.OUT_OF_TURN, CoreRefusal.UNKNOWN_OPTION), rule="pocket"),
        Move("no", _pocket, _pass_check, _decline_offers, ("by",), refusals=(CoreRefusal.OUT_OF_TURN,), rule="pocket"),
    ),
    _pocket_resume,
    _pocket_options,
    (PromptSpec("pocket", _ANSWERS, "pocket"),),
)  # fmt: skip
"""Step of the house rule ``pocket-the-evidence``: a Handler who has won a chase takes the points or declines."""
