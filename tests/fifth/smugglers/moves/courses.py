"""Courses: everybody chooses a cove in secret, and all courses are opened at once ("Smugglers, Courses")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment
from lairkeeper.rules.asking import ask_each
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData

from ..places import course_of, courses_of
from ..refusals import SM, refuse

CITE: Final = "courses"


@quick
@dataclass(frozen=True, slots=True)
class Choosing(StepData):
    """Everybody chooses a course."""

    KIND: ClassVar[str] = "courses"
    seats: tuple[Seat, ...]


def _resume(work: Work, step: Choosing) -> None:
    """Open all courses at once, when everybody has chosen (sm-8)."""
    answers = ask_each(work, "course", step.seats, cite=CITE, sealed=True)
    if answers is None:
        return
    work.pop()
    for seat, answer in answers.items():
        work.move(answer["card"], course_of(seat))
        work.emit(ev.Faced(answer["card"], (TABLE,)))


def _not_awaited(now: Moment[Choosing], said: object) -> Verdict:
    return None if said in now.waiting else Refused(CoreRefusal.NOT_ASKED, {"seat": said}, CITE)


def _courses(state: State, seat: Seat) -> Iterable[Component]:
    return state.zone(courses_of(seat))


def _offers(now: Moment[Choosing]) -> Iterable[tuple[Seat, Label]]:
    """Offer each player the own courses; at a reader, a course tells by itself whose it is."""
    for seat in now.waiting:
        if now.naming is not None and now.viewer in {seat, TABLE}:
            yield from ((seat, card) for card in _courses(now.state, seat) if card == now.naming)
        elif now.viewer == seat:
            yield from ((seat, card) for card in _courses(now.state, seat))


def _not_own(now: Moment[Choosing], by: Seat, card: Label) -> Verdict:
    """Refuse any card but an own course (sm-9)."""
    return None if card in _courses(now.state, by) else refuse(SM.NOT_A_COURSE, CITE, card=card, seat=by)


def _choose(work: Work, step: Choosing, by: Seat, card: Component) -> None:
    work.answer(by, card=card)


COURSE: Final = step_kind(
    Choosing,
    move("play", Choosing, _choose, by=Arg(lambda now: now.waiting, _not_awaited, (CoreRefusal.NOT_ASKED,)),
         unless=_not_own, codes=(SM.NOT_A_COURSE,), offers=_offers, rule=CITE,
         answers=Answer("course", lambda now, command: {"card": command.card}, cards=True)),
    resume=_resume,
    prompts=(PromptSpec("course", ("course",), CITE),),
)  # fmt: skip
