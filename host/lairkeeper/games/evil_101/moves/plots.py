"""Plots: Evil players place them in turn ("Evil:101, Larry Plotter and the Order of the Kebab")."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from lairkeeper.core import events as ev
from lairkeeper.core.events import Label
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import Unverified, Verdict
from lairkeeper.core.quick import quick
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import mark_wrong
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.args import ASKED, Arg, Moment, given, may_be_unnamed
from lairkeeper.rules.moves import Answer, move, step_kind
from lairkeeper.rules.step import StepData, replace, save

from .. import scoring
from ..args import from_hand
from ..places import (
    DECK,
    DISCARDS,
    PLOT,
    ROW,
    TAKEN,
    available,
    draw,
    facts_of,
    forget_notes,
    hand_of,
    known_to_owner,
    owner_at,
    plot_of,
    pull,
    shift,
    slot_of,
    target_of,
    turn_to,
    unread_in,
    unread_of,
    unseen_hand,
)
from ..refusals import E1, refuse

CITE: Final = "plots"


@quick
@dataclass(frozen=True, slots=True)
class Plotting(StepData):
    """Evil players place their Plots, one after the other."""

    KIND: ClassVar[str] = "plots"
    seats: tuple[Seat, ...]
    at: int
    """Index of the seat whose turn it is."""
    exchanged: int = 0
    """Plots that this seat has exchanged."""
    trip: int = 0
    """Plots that this seat could draw when its turn began: one trip through deck and discards."""


def fits(state: State, plot: Label, target: Label) -> bool:
    """Return whether every symbol of a Plot is on a Target (e1-8)."""
    once = state.rules.same_symbol == "once"
    return scoring.payments(facts_of(state, plot), facts_of(state, target), once=once) is not None


def wrong_with(state: State, plot: Label, target: Component) -> Refused | None:
    """Return why a Plot may not lie on a Target; only its owner learns it before the reveal."""
    return None if fits(state, plot, target) else refuse(E1.NO_MATCH, CITE, card=plot, token=target)


def free_targets(state: State) -> tuple[Component, ...]:
    """Return the Targets without a Plot: a Plot must fit one of these (e1-12)."""
    return tuple(card for card in state.zone(ROW) if owner_at(state, card) is None)


# Placing -----------------------------------------------------------------------------------------------------------


def _not_free(now: Moment[Plotting], said: Any) -> Verdict:
    """Return why a Plot may not go there: each Target takes one Plot (e1-10)."""
    target = target_of(now.state, said)
    if target is None:
        return refuse(E1.NOT_A_TARGET, CITE, card=said)
    owner = owner_at(now.state, target)
    return None if owner is None else refuse(E1.TARGET_TAKEN, CITE, card=target, seat=owner)


def _targets(now: Moment[Plotting]) -> Iterable[str]:
    """Offer the free Targets by click.

    A tap may name each Target or its reader, also one with a Plot: the refusal then says why it takes no second one.
    """
    if now.naming is None:
        yield from free_targets(now.state)
        return
    for target in now.state.zone(ROW):
        yield target
        yield slot_of(now.state, target)


def _say_which(now: Moment[Plotting]) -> Refused | None:
    unread = unread_in(now.state, hand_of(now.asked))
    return None if unread else refuse(E1.SAY_WHICH, CITE, seat=now.asked)


def _place(work: Work, step: Plotting, by: Seat, target: Component, card: Component | None = None) -> None:
    """Place a Plot face down (e1-7), with its owner's meeple on the Target (e1-57).

    Only the owner is told if the Plot does not match (e1-13): a refusal would tell everybody.
    """
    if card is None:
        shift(work, hand_of(by), unread_of(by))
    else:
        wrong = wrong_with(work.state, card, target)
        pull(work, card, hand_of(by), plot_of(by))
        known_to_owner(work, card, by)
        mark_wrong(work, card, by, wrong)
    work.emit(ev.Marked(target, TAKEN, by))
    _next_seat(work, step)


def _next_seat(work: Work, step: Plotting) -> None:
    """End the turn of a player."""
    forget_notes(work, hand_of(step.seats[step.at]))
    save(work, step, replace(step, at=step.at + 1))
    work.again()


# Exchanging a card -------------------------------------------------------------------------------------------------


def _may_exchange(now: Moment[Plotting]) -> Verdict:
    """Return why nobody may exchange a Plot.

    The app does not see hands and believes the player that no Plot in hand fits a free Target. It also believes that
    the first drawn Plot that fits is placed.
    """
    return unseen_hand() if available(now.state, DECK[PLOT]) else refuse(E1.DECK_EMPTY, CITE, deck=DECK[PLOT])


def _exchange(work: Work, step: Plotting, by: Seat, card: Component | None = None) -> None:
    """Exchange one Plot that the player picks (e1-56): discard it and draw one (e1-11).

    If a Plot of a known hand fits a free Target, only its owner is told (e1-55).
    """
    hand, free = hand_of(by), free_targets(work.state)
    held = (each for each in work.state.zone(hand) if any(fits(work.state, each, target) for target in free))
    fitting = next(held, None)
    if fitting is not None:
        mark_wrong(work, fitting, by, refuse(E1.HAS_FITTING_CARD, CITE, card=fitting))
    if card is None:
        shift(work, hand, DISCARDS[DECK[PLOT]])
    else:
        pull(work, card, hand, DISCARDS[DECK[PLOT]])
        known_to_owner(work, card, by)
    draw(work, DECK[PLOT], hand, 1)
    save(work, step, replace(step, exchanged=step.exchanged + 1))


# Placing no Plot ---------------------------------------------------------------------------------------------------


def _must_place(now: Moment[Plotting], by: Seat) -> Verdict:
    """Return why a seat may not place no Plot (e1-54).

    After one trip through deck and discards without a fitting card a player places none (e1-48).
    """
    if now.state.rules.hold_back:
        return None
    if not available(now.state, DECK[PLOT]) or now.step.exchanged >= now.step.trip:
        return unseen_hand()
    return refuse(E1.MUST_PLACE, CITE, seat=by)


def _pass(work: Work, step: Plotting, by: Seat) -> None:
    _next_seat(work, step)


# The step ----------------------------------------------------------------------------------------------------------


def _resume(work: Work, step: Plotting) -> None:
    """Ask each Evil player in order for one Plot (e1-7).

    In a normal round a free Target is left for the last of them (e1-58); after a short deal the step ends early.
    """
    if step.at >= len(step.seats) or not free_targets(work.state):
        turn_to(work, None)
        work.pop()
        return
    seat, prompt = step.seats[step.at], work.top.prompt
    if not work.state.size(hand_of(seat)):
        save(work, step, replace(step, at=step.at + 1))
        work.again()
    elif prompt is None or prompt.seats != (seat,):
        turn_to(work, seat)
        save(work, step, replace(step, exchanged=0, trip=available(work.state, DECK[PLOT])), "exchanged", "trip")
        work.ask("plot", seats=(seat,), cite=CITE, seat=seat)


_HELD: Final = from_hand(PLOT, lambda now: hand_of(now.asked), E1.NOT_A_PLOT, CITE)
_HAND_CODES: Final = (CoreRefusal.OUT_OF_TURN, E1.NO_NUMBERS, E1.NOT_A_PLOT, E1.NOT_IN_HAND, E1.SAY_WHICH)
PLOTS: Final = step_kind(
    Plotting,
    move(
        "play", Plotting, _place, by=ASKED,
        target=Arg(
            _targets, _not_free, (E1.NOT_A_TARGET, E1.TARGET_TAKEN), lambda now, said: target_of(now.state, said) or ""
        ),
        card=may_be_unnamed(_HELD, lambda now: _say_which(now) or Unverified(("symbols",)), E1.SAY_WHICH),
        tapped=True, first_codes=_HAND_CODES, rule=CITE,
    ),
    move(
        "discard", Plotting, _exchange, by=ASKED,
        card=given(_may_exchange, may_be_unnamed(_HELD, _say_which, E1.SAY_WHICH, by_name=False), E1.DECK_EMPTY),
        answers=Answer("discard"), first_codes=_HAND_CODES, rule=CITE,
    ),
    move("pass", Plotting, _pass, by=ASKED, unless=_must_place, codes=(E1.MUST_PLACE,), answers=Answer("pass"),
         rule=CITE),
    resume=_resume, prompts=(PromptSpec("plot", ("discard", "pass"), CITE),),
)  # fmt: skip
