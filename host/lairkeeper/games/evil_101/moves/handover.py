"""Handover: the new Handler may throw cards away ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Arg, Moment
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData

from ..places import (
    AGENT,
    CHASE,
    DECK,
    DISCARDS,
    agents_of,
    ask_seat,
    chase_of,
    copies,
    handler,
    is_sort,
    may_come,
    pull,
    shift,
    turn_to,
    unread_in,
)
from ..refusals import E1, refuse

CITE: Final = "cleaners"


@quick
@dataclass(frozen=True, slots=True)
class Handover(StepData):
    """The new Handler may throw cards away before the hands are filled."""

    KIND: ClassVar[str] = "handover"


def _agents_go(state: State) -> bool:
    """Return whether the new Handler may throw Agents away: with two players only (e1-39)."""
    return len(state.seats) == 2


def _chases_go(state: State) -> bool:
    """Return whether the new Handler may throw Chase cards away, by the house rule ``chase-cards``."""
    return bool(state.rules.chase_cards != "kept")


def may_throw(state: State) -> bool:
    """Return whether the new Handler holds cards that may be thrown away."""
    return _agents_go(state) or (_chases_go(state) and state.size(chase_of(handler(state))) > 0)


def _kept(now: Moment[Handover], card: Any) -> Verdict:
    """Return why a card stays in hand."""
    state, seat = now.state, now.asked
    if card is None:
        unread = _agents_go(state) and unread_in(state, agents_of(seat))
        return None if unread else refuse(E1.SAY_WHICH, CITE, seat=seat)
    chase = _chases_go(state) and card.startswith(CHASE)
    sort, place = (CHASE, chase_of(seat)) if chase else (AGENT, agents_of(seat))
    refused = is_sort(state, card, sort, E1.NOT_AN_AGENT, CITE)
    if refused is None and ("#" not in card or not (chase or _agents_go(state)) or not may_come(state, place, card)):
        refused = refuse(E1.NOT_IN_HAND, CITE, card=card, seat=seat)
    return refused


def _cards(now: Moment[Handover]) -> Iterable[Component | None]:
    state, seat = now.state, now.asked
    if now.naming is None and _agents_go(state) and state.size(agents_of(seat)):
        yield None
    if _chases_go(state):
        yield from copies(state, CHASE, chase_of(seat), now.naming)
    if _agents_go(state) and now.naming is not None:
        yield from copies(state, AGENT, agents_of(seat), now.naming)


def _throw(work: Work, step: Handover, by: Seat, card: Component | None = None) -> None:
    if card is None:
        shift(work, agents_of(by), DISCARDS[DECK[AGENT]])
        return
    sort, place = (CHASE, chase_of(by)) if card.startswith(CHASE) else (AGENT, agents_of(by))
    pull(work, card, place, DISCARDS[DECK[sort]])


def _keep(work: Work, step: Handover, by: Seat) -> None:
    turn_to(work, None)
    work.pop()


_CODES: Final = (E1.SAY_WHICH, E1.NOT_AN_AGENT, E1.NO_NUMBERS, E1.NOT_IN_HAND)
THROW: Final = step_kind(
    Handover,
    move("discard", Handover, _throw, by=ASKED, card=Arg(_cards, _kept, _CODES), answers=Answer("throw-agent"),
         rule=CITE),
    move("done", Handover, _keep, by=ASKED, answers=Answer("keep-rest"), rule=CITE),
    resume=lambda work, step: ask_seat(work, handler(work.state), "handover", cite=CITE),
    prompts=(PromptSpec("handover", ("throw-agent", "keep-rest"), CITE),),
)  # fmt: skip
