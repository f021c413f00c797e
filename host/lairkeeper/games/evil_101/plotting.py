"""Plots: Evil players place them in turn ("Evil:101, Larry Plotter and the Order of the Kebab")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.kernel import FrameKind, Move, Unverified, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.sealed import mark_wrong
from lairkeeper.core.state import Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from . import scoring
from .places import (
    DECK,
    DISCARDS,
    PLOT,
    ROW,
    TAKEN,
    ask_active,
    available,
    copies,
    draw,
    facts_of,
    hand_of,
    is_sort,
    known_to_owner,
    may_come,
    owner_at,
    plot_of,
    pull,
    shift,
    slot_of,
    target_of,
    turn_to,
    unread_of,
    unseen_hand,
)
from .refusals import E1, refuse

CITE: Final = "plots"


def asked(state: State) -> Seat:
    """Return the first seat that has not yet answered the open question, or an empty string if it names no seat."""
    return next(iter(question(state).waiting), "")


def own_turn(state: State, command: Command) -> Refused | None:
    """Return why a seat may not answer: the open question asks another seat."""
    if command.by != asked(state):
        return Refused(CoreRefusal.OUT_OF_TURN, {"seat": command.by, "active": asked(state)}, question(state).cite)
    return None


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


def _place_check(state: State, command: Command) -> Verdict:
    """Return why a Plot may not be placed.

    Each Target takes one Plot (e1-10). The symbols are not checked here, since a refusal would tell everybody.
    """
    refused = own_turn(state, command)
    if refused is not None:
        return refused
    seat = command.by or ""
    target = target_of(state, command.target)
    if target is None:
        return refuse(E1.NOT_A_TARGET, CITE, card=command.target)
    owner = owner_at(state, target)
    if owner is not None:
        return refuse(E1.TARGET_TAKEN, CITE, card=target, seat=owner)
    if command.card is None:
        unread = state.size(hand_of(seat)) > len(state.zone(hand_of(seat)))
        return Unverified(("symbols",)) if unread else refuse(E1.SAY_WHICH, CITE, seat=seat)
    refused = is_sort(state, command.card, PLOT, E1.NOT_A_PLOT, CITE)
    if refused is None and ("#" not in command.card or not may_come(state, hand_of(seat), command.card)):
        return refuse(E1.NOT_IN_HAND, CITE, card=command.card, seat=seat)
    return refused


def _place(work: Work, command: Command) -> None:
    """Place a Plot face down (e1-7), with its owner's meeple on the Target (e1-57).

    Only the owner is told if the Plot does not match (e1-13).
    """
    seat, card = command.by or "", command.card
    target = target_of(work.state, command.target) or ""
    if card is None:
        shift(work, hand_of(seat), unread_of(seat))
    else:
        wrong = wrong_with(work.state, card, target)
        pull(work, card, hand_of(seat), plot_of(seat))
        known_to_owner(work, card, seat)
        mark_wrong(work, card, seat, wrong)
    work.emit(ev.Marked(target, TAKEN, seat))
    next_seat(work)


def _place_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    """Offer each free Target by click, or the tapped Plot with every Target.

    A seat's page may also name a Plot of the hand. A tap on a Target with a Plot is offered too: the refusal then says
    why it takes no second one.
    """
    seat = asked(state)
    if naming is None:
        yield from (Command(move="play", by=seat, target=target) for target in free_targets(state))
    if naming is not None or viewer == seat:
        for card in copies(state, PLOT, hand_of(seat), naming):
            for target in free_targets(state) if naming is None else state.zone(ROW):
                yield Command(move="play", by=seat, card=card, target=target)
                if naming is not None:
                    yield Command(move="play", by=seat, card=card, target=slot_of(state, target))


def next_seat(work: Work) -> None:
    """End the turn of a player and delete the notes on the cards in that player's hand."""
    for card in work.state.zone(hand_of(asked(work.state))):
        for mark in work.state.marks.get(card, ()):
            work.emit(ev.Unmarked(card, mark.name, mark.owner))
    work.set(at=work.top.data["at"] + 1)
    work.again()


# Exchanging a card -------------------------------------------------------------------------------------------------


def _discard_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not exchange a Plot.

    The player picks the card (e1-56). The app does not see hands and believes the player that no Plot in hand fits a
    free Target. It also believes that the first drawn Plot that fits is placed.
    """
    refused = own_turn(state, command)
    if refused is not None:
        return refused
    seat = command.by or ""
    if not available(state, DECK[PLOT]):
        return refuse(E1.DECK_EMPTY, CITE, deck=DECK[PLOT])
    if command.card is None:
        unread = state.size(hand_of(seat)) > len(state.zone(hand_of(seat)))
        return unseen_hand() if unread else refuse(E1.SAY_WHICH, CITE, seat=seat)
    refused = is_sort(state, command.card, PLOT, E1.NOT_A_PLOT, CITE)
    if refused is None and ("#" not in command.card or not may_come(state, hand_of(seat), command.card)):
        return refuse(E1.NOT_IN_HAND, CITE, card=command.card, seat=seat)
    return refused or unseen_hand()


def _discard(work: Work, command: Command) -> None:
    """Exchange one Plot: discard it and draw one (e1-11).

    If a Plot of a known hand fits a free Target, only its owner is told (e1-55).
    """
    seat, card = command.by or "", command.card
    free = free_targets(work.state)
    held = (each for each in work.state.zone(hand_of(seat)) if any(fits(work.state, each, target) for target in free))
    fitting = next(held, None)
    if fitting is not None:
        mark_wrong(work, fitting, seat, refuse(E1.HAS_FITTING_CARD, CITE, card=fitting))
    if card is None:
        shift(work, hand_of(seat), DISCARDS[DECK[PLOT]])
    else:
        pull(work, card, hand_of(seat), DISCARDS[DECK[PLOT]])
        known_to_owner(work, card, seat)
    draw(work, DECK[PLOT], hand_of(seat), 1)
    work.set(exchanged=work.top.data.get("exchanged", 0) + 1)


def _discard_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="discard", by=asked(state), prompt=question(state).id)


# Placing no Plot ---------------------------------------------------------------------------------------------------


def _pass_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not place no Plot (e1-54).

    After one trip through deck and discards without a fitting card a player places none (e1-48).
    """
    refused = own_turn(state, command)
    if refused is not None or state.rules.hold_back:
        return refused
    data = running(state).data
    if not available(state, DECK[PLOT]) or data.get("exchanged", 0) >= data.get("trip", 0):
        return unseen_hand()
    return refuse(E1.MUST_PLACE, CITE, seat=command.by)


def _pass(work: Work, command: Command) -> None:
    next_seat(work)


def _pass_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="pass", by=asked(state), prompt=question(state).id)


# The step ----------------------------------------------------------------------------------------------------------


def _resume(work: Work, frame: Frame) -> None:
    """Ask each Evil player in order for one Plot (e1-7).

    In a normal round a free Target is left for the last of them (e1-58); after a short deal the step ends early.
    """
    seats = frame.data["seats"]
    at = frame.data["at"]
    if at >= len(seats) or not free_targets(work.state):
        turn_to(work, None)
        work.pop()
        return
    seat = seats[at]
    if not work.state.size(hand_of(seat)):
        work.set(at=at + 1)
        work.again()
        return
    if frame.prompt is None or frame.prompt.seats != (seat,):
        turn_to(work, seat)
        work.set(exchanged=0, trip=available(work.state, DECK[PLOT]))
        ask_active(work, "plot", cite=CITE)


def _options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    found = (*_discard_offers(state, viewer, None), *_pass_offers(state, viewer, None))
    return tuple(Option(each.move, each) for each in found if not isinstance(_verdict(state, each), Refused))


def _verdict(state: State, command: Command) -> Verdict:
    return (_discard_check if command.move == "discard" else _pass_check)(state, command)


_HAND_CODES: Final = (CoreRefusal.OUT_OF_TURN, E1.NO_NUMBERS, E1.NOT_A_PLOT, E1.NOT_IN_HAND, E1.SAY_WHICH)
PLOTS: Final = FrameKind(
    "plots",
    table_of(
        Move(
            "play", _place, _place_check, _place_offers, ("by", "target"), ("card",),
            tapped=True, refusals=(*_HAND_CODES, E1.NOT_A_TARGET, E1.TARGET_TAKEN), rule=CITE,
        ),
        Move(
            "discard", _discard, _discard_check, _discard_offers, ("by",), ("card",),
            refusals=(*_HAND_CODES, E1.DECK_EMPTY), rule=CITE,
        ),
        Move("pass", _pass, _pass_check, _pass_offers, ("by",),
             refusals=(CoreRefusal.OUT_OF_TURN, E1.MUST_PLACE), rule=CITE),
    ),
    _resume,
    _options,
    (PromptSpec("plot", ("discard", "pass"), CITE),),
)  # fmt: skip
