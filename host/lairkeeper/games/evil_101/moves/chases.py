"""Chases: two players take turns with Chase cards until one stops ("Evil:101, Chase Me If You Can")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Moment, one_of
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, push, read, replace, save

from ..args import from_hand
from ..cards import CHASE, beats
from ..places import (
    CAUGHT,
    ESCAPED,
    FOILED,
    POCKETED,
    ask_seat,
    chase_of,
    chased_of,
    evil,
    handler,
    plot_of,
    pull,
    turn_to,
)
from ..refusals import E1, refuse
from ..steps import Round

CITE: Final = "chase"


@quick
@dataclass(frozen=True, slots=True)
class WhichChase(StepData):
    """Step of the house rule ``chase-order``: the Handler chooses which chase is settled next."""

    KIND: ClassVar[str] = "which-chase"
    choices: tuple[Seat, ...]


@quick
@dataclass(frozen=True, slots=True)
class Chasing(StepData):
    """One chase."""

    KIND: ClassVar[str] = "chase"
    seat: Seat
    """The foiled player."""
    mover: Seat
    """The player whose Chase card is next."""
    last: Kind
    """Kind of the last Chase card; empty before the first."""


@quick
@dataclass(frozen=True, slots=True)
class Pocketing(StepData):
    """Step of the house rule ``pocket-the-evidence``: a Handler who has won a chase takes the points or declines."""

    KIND: ClassVar[str] = "pocket"
    seat: Seat


def chasers(state: State, done: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return the foiled players, in order, who hold a Chase card and have not yet been asked for a chase.

    Nobody else can start a chase (e1-22). ``done`` are the seats that have been asked.
    """
    past = set(done)
    return tuple(
        seat for seat in evil(state) if state.marked(seat, FOILED) and state.size(chase_of(seat)) and seat not in past
    )


# Choosing the next chase -------------------------------------------------------------------------------------------


def _choose(work: Work, step: WhichChase, by: Seat, target: Seat) -> None:
    work.pop()
    begin_chase(work, target)


WHICH: Final = step_kind(
    WhichChase,
    move("answer", WhichChase, _choose, by=ASKED, target=one_of(lambda now: now.step.choices, CITE), seat_target=True,
         answers=Answer("chase-of", lambda now, command: {"target": command.target}), rule=CITE),
    resume=lambda work, step: ask_seat(work, handler(work.state), "which-chase", cite=CITE),
    prompts=(PromptSpec("which-chase", ("chase-of",), CITE),),
)  # fmt: skip


# One chase ---------------------------------------------------------------------------------------------------------


def begin_chase(work: Work, seat: Seat) -> None:
    """Ask a foiled player to start a chase; the Handler never starts one (e1-22)."""
    now = read(Round, work.top)
    save(work, now, replace(now, chased=(*now.chased, seat)))
    push(work, Chasing(seat, mover=seat, last=""))


def other(state: State, step: Chasing) -> Seat:
    """Return the seat that waits while the mover plays.

    Only the foiled player and the Handler play in a chase (e1-65).
    """
    return handler(state) if step.mover == step.seat else step.seat


def _out_of_circle(now: Moment[Chasing], by: Seat, card: Component) -> Verdict:
    """Return why a Chase card does not follow the last one.

    The first card may be any of the three (e1-23). Every further card must beat the last one (e1-24).
    """
    last = now.step.last
    return refuse(E1.OUT_OF_CIRCLE, CITE, card=card, token=last) if last and not beats(card, last) else None


def _chase(work: Work, step: Chasing, by: Seat, card: Component) -> None:
    """Play a Chase card and pass the turn to the other player (e1-25).

    The card leaves the hand and is spent (e1-30). It goes on the Agent that blocks the Plot (e1-63).
    """
    pull(work, card, chase_of(by), chased_of(step.seat))
    save(work, step, replace(step, last=kind_of(card), mover=other(work.state, step)), "last")
    work.again()


def _pass(work: Work, step: Chasing, by: Seat) -> None:
    """Stop: starting, countering and going on are voluntary (e1-64)."""
    _end(work, step)


def _end(work: Work, step: Chasing) -> None:
    """End a chase: the last Chase card decides.

    Without a Chase card the foil stands (e1-66). After a last card by the foiled player the Plot gets full points
    (e1-26). After a last card by the Handler neither player gets points (e1-27). Only then does the house rule
    ``pocket-the-evidence`` ask the Handler (e1-68).
    """
    work.pop()
    turn_to(work, None)
    if not step.last:
        return
    if step.mover != step.seat:
        work.emit(ev.Unmarked(step.seat, FOILED))
        work.emit(ev.Marked(step.seat, ESCAPED))
        return
    work.emit(ev.Marked(step.seat, CAUGHT))
    if work.state.rules.pocket_the_evidence:
        push(work, Pocketing(step.seat))


def _resume(work: Work, step: Chasing) -> None:
    """Ask the mover for a Chase card, or end the chase if the mover holds none (e1-25)."""
    if not work.state.size(chase_of(step.mover)):
        _end(work, step)
        return
    code = "counter" if step.last else "chase"
    card = step.last or next(iter(work.state.zone(plot_of(step.seat))), "")
    ask_seat(work, step.mover, code, cite=CITE, card=card, target=other(work.state, step))


CHASE_STEP: Final = step_kind(
    Chasing,
    # The card must come from the player's hand, for a new Handler too (e1-53).
    move("chase", Chasing, _chase, by=ASKED,
         card=from_hand(CHASE, lambda now: chase_of(now.asked), E1.NOT_A_CHASE_CARD, CITE), unless=_out_of_circle,
         codes=(E1.OUT_OF_CIRCLE,), rule=CITE),
    move("pass", Chasing, _pass, by=ASKED, answers=Answer("no-chase"), rule=CITE),
    resume=_resume, prompts=(PromptSpec("chase", ("no-chase",), CITE), PromptSpec("counter", ("no-chase",), CITE)),
)  # fmt: skip


# Pocket the evidence -----------------------------------------------------------------------------------------------


def _pocket(work: Work, step: Pocketing, by: Seat, option: str) -> None:
    """Let the Handler take the points of the Plot (e1-28) or decline them (e1-68)."""
    work.pop()
    turn_to(work, None)
    if option == "take":
        work.emit(ev.Marked(step.seat, POCKETED))


def _leave(work: Work, step: Pocketing, by: Seat) -> None:
    _pocket(work, step, by, "leave")


_ANSWERS: Final = ("take", "leave")
POCKET: Final = step_kind(
    Pocketing,
    move("answer", Pocketing, _pocket, by=ASKED, option=one_of(lambda now: _ANSWERS, "pocket", lambda now: ("take",)),
         answers=Answer("take"), rule="pocket"),
    move("no", Pocketing, _leave, by=ASKED, answers=Answer("leave"), rule="pocket"),
    resume=lambda work, step: ask_seat(work, handler(work.state), "pocket", cite="pocket", target=step.seat),
    prompts=(PromptSpec("pocket", _ANSWERS, "pocket"),),
)  # fmt: skip
