"""Agents: the Handler places them on Plots ("Evil:101, The DIC Moves")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import mark_wrong
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import Arg, Moment, given, may_be_unnamed
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from .. import scoring
from ..args import from_hand, the_handler
from ..places import (
    AGENT,
    DECK,
    DISCARDS,
    agent_of,
    agents_of,
    available,
    draw,
    evil,
    facts_of,
    forget_notes,
    handler,
    owner_at,
    placed,
    pull,
    shift,
    slot_of,
    target_of,
    target_under,
    turn_to,
    unread_in,
    unseen_hand,
)
from ..refusals import E1, refuse
from .reveal import turn_up

CITE: Final = "agents"


@quick
@dataclass(frozen=True, slots=True)
class Agents(StepData):
    """The Handler places Agents."""

    KIND: ClassVar[str] = "agents"
    exchanged: int = 0
    """Agents that the Handler has exchanged."""
    trip: int = 0
    """Agents that the Handler could draw when the step began: one trip through deck and discards."""
    through: bool = False
    """True when the Handler places no more Agents."""


def open_plots(state: State) -> tuple[Seat, ...]:
    """Return the seats whose Plots lie on the table without an Agent (e1-59)."""
    return tuple(seat for seat in evil(state) if placed(state, seat) and not state.zone(agent_of(seat)))


def _matches(state: State, agent: Component, target: Component) -> bool:
    """Return whether an Agent's symbol is one of a Target's (e1-16)."""
    return scoring.shares(facts_of(state, agent), facts_of(state, target)["symbols"])


# Placing Agents ----------------------------------------------------------------------------------------------------


def _meant(now: Moment[Agents], said: str | None) -> Component:
    """Return the Target that ``said`` means; without a word, the Target under the only open Plot."""
    if said is not None:
        return target_of(now.state, said) or ""
    seats = open_plots(now.state)
    return target_under(now.state, seats[0]) or "" if len(seats) == 1 else ""


def _not_open(now: Moment[Agents], said: Any) -> Verdict:
    """Return why no Agent may go there: the Handler may choose any open Plot (e1-59), each takes one Agent (e1-15)."""
    owner = owner_at(now.state, _meant(now, said))
    if owner is None:
        return refuse(E1.NO_PLOT_THERE, CITE)
    return refuse(E1.PLOT_BLOCKED, CITE, seat=owner) if now.state.zone(agent_of(owner)) else None


def _targets(now: Moment[Agents]) -> Iterable[str | None]:
    """Offer the Targets of the open Plots; a tap may also name the reader or the owner, or nothing if one is open."""
    seats = open_plots(now.state)
    if now.naming is not None and len(seats) == 1:
        yield None
    for seat in seats:
        target = target_under(now.state, seat) or ""
        yield target
        if now.naming is not None:
            yield slot_of(now.state, target)
            yield seat


def _no_match(now: Moment[Agents], by: Seat, card: Component, target: Component = "") -> Verdict:
    return None if _matches(now.state, card, target) else refuse(E1.AGENT_NO_MATCH, CITE, card=card, token=target)


def _block(work: Work, step: Agents, by: Seat, card: Component, target: Component = "") -> None:
    """Place an Agent on a Plot; the house rule ``reveal`` can turn the Plot up at once (e1-61)."""
    owner = owner_at(work.state, target) or ""
    pull(work, card, agents_of(by), agent_of(owner))
    if work.state.rules.reveal == "one-by-one":
        turn_up(work, owner)
    work.again()


# Exchanging an Agent -----------------------------------------------------------------------------------------------


def _may_exchange(now: Moment[Agents]) -> Verdict:
    """Return why the Handler may not exchange an Agent.

    The app does not see hands: it believes the Handler that no Agent in hand fits any open Plot.
    """
    return unseen_hand() if available(now.state, DECK[AGENT]) else refuse(E1.DECK_EMPTY, CITE, deck=DECK[AGENT])


def _say_which(now: Moment[Agents]) -> Refused | None:
    seat = handler(now.state)
    return None if unread_in(now.state, agents_of(seat)) else refuse(E1.SAY_WHICH, CITE, seat=seat)


def _exchange(work: Work, step: Agents, by: Seat, card: Component | None = None) -> None:
    """Exchange one Agent: discard it and draw one (e1-17)."""
    hand = agents_of(by)
    _tell_if_one_fits(work, hand)
    if card is None:
        shift(work, hand, DISCARDS[DECK[AGENT]])
    else:
        pull(work, card, hand, DISCARDS[DECK[AGENT]])
    draw(work, DECK[AGENT], hand, 1)
    save(work, step, replace(step, exchanged=step.exchanged + 1))


def _tell_if_one_fits(work: Work, hand: str) -> None:
    """Tell the Handler alone if an Agent of a known hand fits any open Plot (e1-55, e1-59)."""
    state = work.state
    for card in state.zone(hand):
        if any(_matches(state, card, target_under(state, seat) or "") for seat in open_plots(state)):
            mark_wrong(work, card, handler(state), refuse(E1.HAS_FITTING_CARD, CITE, card=card))
            return


# Placing no more Agents --------------------------------------------------------------------------------------------


def _plots_left(now: Moment[Agents], by: Seat) -> Verdict:
    """Return why the Handler may not leave a Plot without an Agent.

    By default each Plot gets an Agent, by exchange if need be (e1-60). After one trip through deck and discards the
    Handler may stop. A Plot without an Agent is not foiled.
    """
    if now.state.rules.agents == "may-leave":
        return None
    if not available(now.state, DECK[AGENT]) or now.step.exchanged >= now.step.trip:
        return unseen_hand()
    return refuse(E1.PLOTS_LEFT, CITE, n=len(open_plots(now.state)))


def _done(work: Work, step: Agents, by: Seat) -> None:
    save(work, step, replace(step, through=True))
    work.again()


def _resume(work: Work, step: Agents) -> None:
    seat = handler(work.state)
    hand = agents_of(seat)
    stuck = not work.state.size(hand) and not available(work.state, DECK[AGENT])
    if step.through or not open_plots(work.state) or stuck:
        forget_notes(work, hand)
        turn_to(work, None)
        work.pop()
        return
    turn_to(work, seat)
    if work.top.prompt is None:
        save(work, step, replace(step, trip=available(work.state, DECK[AGENT])), "trip")
        work.ask("agents", seats=(seat,), cite=CITE, seat=seat)


_BY: Final = the_handler(CITE)
_HELD: Final = from_hand(AGENT, lambda now: agents_of(handler(now.state)), E1.NOT_AN_AGENT, CITE)
AGENTS: Final = step_kind(
    Agents,
    move("block", Agents, _block, by=_BY, target=Arg(_targets, _not_open, (E1.NO_PLOT_THERE, E1.PLOT_BLOCKED), _meant),
         card=_HELD, unless=_no_match, codes=(E1.AGENT_NO_MATCH,), rule=CITE),
    move(
        "discard", Agents, _exchange, by=_BY,
        card=given(_may_exchange, may_be_unnamed(_HELD, _say_which, E1.SAY_WHICH, by_name=False), E1.DECK_EMPTY),
        answers=Answer("agents-discard"), rule=CITE,
    ),
    move("done", Agents, _done, by=_BY, unless=_plots_left, codes=(E1.PLOTS_LEFT,), answers=Answer("agents-done"),
         rule=CITE),
    resume=_resume, prompts=(PromptSpec("agents", ("agents-discard", "agents-done"), CITE),),
)  # fmt: skip
