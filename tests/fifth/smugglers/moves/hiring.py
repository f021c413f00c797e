"""Crew: at the end of a round players hire crew in the tavern, one card each ("Smugglers, Crew")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.purse import worth
from lairkeeper.core.quick import quick
from lairkeeper.core.state import BANK, State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from ..cards import CREW, HIRE, sort_of
from ..places import TAVERN, ask_seat, crew_of, has_crew, turn_to
from ..refusals import SM, refuse

CITE: Final = "crew"


@quick
@dataclass(frozen=True, slots=True)
class Hiring(StepData):
    """Players hire crew, one after the other."""

    KIND: ClassVar[str] = "hiring"
    order: tuple[Seat, ...]
    at: int = 0
    """Index of the seat that is asked next."""


def for_hire(state: State, seat: Seat) -> tuple[Component, ...]:
    """Return the crew in the tavern that a seat may hire: nobody has two of a kind (sm-38)."""
    return tuple(card for card in state.zone(TAVERN) if not has_crew(state, seat, card))


def _resume(work: Work, step: Hiring) -> None:
    """Ask each player who has the coins (sm-37); after the last one the step ends."""
    state = work.state
    if step.at >= len(step.order):
        turn_to(work, None)
        work.pop()
        return
    seat = step.order[step.at]
    if worth(state, seat) >= HIRE and for_hire(state, seat):
        ask_seat(work, seat, "hire", cite=CITE, n=HIRE)
    else:
        _next(work, step)


def _next(work: Work, step: Hiring) -> None:
    save(work, step, replace(step, at=step.at + 1))
    work.again()


def not_crew(now: Moment[StepData], card: Any) -> Verdict:
    """Refuse any card but crew that lies in the tavern and that the asked seat lacks (sm-36)."""
    if sort_of(card) != CREW:
        return refuse(SM.NOT_CREW, CITE, card=card)
    return None if card in for_hire(now.state, now.asked) else refuse(SM.NOT_FOR_HIRE, CITE, card=card, seat=now.asked)


def _offered(now: Moment[StepData]) -> Iterable[Component]:
    """Offer the tapped crew card, or the crew in the tavern."""
    if now.naming is None:
        return for_hire(now.state, now.asked)
    return (now.naming,) if "#" in now.naming and sort_of(now.naming) == CREW else ()


OF_THE_TAVERN: Final[Arg[StepData]] = Arg(_offered, not_crew, (SM.NOT_CREW, SM.NOT_FOR_HIRE))
"""Crew that the asked seat may take from the tavern."""


def _hire(work: Work, step: Hiring, by: Seat, card: Component) -> None:
    """Pay the price and take the card, one for each player in a round (sm-38)."""
    work.count(f"hired.{by}", HIRE)
    work.pay(by, BANK, HIRE)
    work.move(card, crew_of(by))
    _next(work, step)


def _pass(work: Work, step: Hiring, by: Seat) -> None:
    _next(work, step)


HIRE_STEP: Final = step_kind(
    Hiring,
    move("buy", Hiring, _hire, by=ASKED, card=OF_THE_TAVERN, rule=CITE,
         answers=Answer("hire", lambda now, command: {"card": command.card}, cards=True)),
    move("pass", Hiring, _pass, by=ASKED, answers=Answer("hire-nobody"), rule=CITE),
    resume=_resume,
    prompts=(PromptSpec("hire", ("hire", "hire-nobody"), CITE),),
)  # fmt: skip


# After a change of level -------------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Muster(StepData):
    """Players tell which crew lie before them, after a change of level: nobody has followed that (sm-42)."""

    KIND: ClassVar[str] = "muster"
    order: tuple[Seat, ...]
    at: int = 0


def _muster_resume(work: Work, step: Muster) -> None:
    if step.at < len(step.order):
        ask_seat(work, step.order[step.at], "muster", cite=CITE)
    else:
        turn_to(work, None)
        work.pop()


def _has(work: Work, step: Muster, by: Seat, card: Component) -> None:
    work.move(card, crew_of(by))


def _all_told(work: Work, step: Muster, by: Seat) -> None:
    save(work, step, replace(step, at=step.at + 1))
    work.again()


MUSTER: Final = step_kind(
    Muster,
    move("buy", Muster, _has, by=ASKED, card=OF_THE_TAVERN, rule=CITE),
    move("done", Muster, _all_told, by=ASKED, answers=Answer("mustered"), rule=CITE),
    resume=_muster_resume,
    prompts=(PromptSpec("muster", ("mustered",), CITE),),
)
