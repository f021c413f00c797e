"""End of a round: role, hands, purchases of Chase cards, Targets ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.events import Label
from lairkeeper.core.frames import question, running
from lairkeeper.core.game import PromptSpec
from lairkeeper.core.ids import TABLE, Seat
from lairkeeper.core.kernel import FrameKind, Move, Verdict
from lairkeeper.core.moves import table_of
from lairkeeper.core.purse import worth
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.state import BANK, Frame, State
from lairkeeper.core.view import Option
from lairkeeper.core.work import Work

from .places import (
    AGENT,
    AGENT_HAND,
    CHASE,
    CHASE_COST,
    DECK,
    DISCARDS,
    OUTCOMES,
    PLOT,
    PLOT_HAND,
    ROW,
    TAKEN,
    TARGET,
    agent_of,
    agents_of,
    aside_of,
    ask_active,
    available,
    carry,
    chase_of,
    chased_of,
    copies,
    discard,
    draw,
    hand_of,
    handler,
    in_order,
    is_sort,
    may_come,
    owner_at,
    plot_of,
    pull,
    reshuffle,
    set_handler,
    shift,
    turn_to,
)
from .plotting import asked, own_turn
from .refusals import E1, refuse

CITE: Final = "cleaners"


# Played cards, the role, the hands ---------------------------------------------------------------------------------


def clear_away(work: Work) -> None:
    """Discard the Plots, Agents and Chase cards that were played, foiled or not (e1-77)."""
    for seat in work.state.seats:
        for place in (plot_of(seat), agent_of(seat), chased_of(seat)):
            for card in work.state.zone(place):
                discard(work, card)
        for name in OUTCOMES:
            if work.state.marked(seat, name):
                work.emit(ev.Unmarked(seat, name))


def pass_role(work: Work, to: Seat) -> None:
    """Pass the role of Handler and the remaining Agents to another seat (e1-38, e1-51).

    The old Handler takes the laid-aside Plots back (e1-4, e1-37). The new Handler lays the Plots in hand aside. Chase
    cards stay with their owners (e1-31, e1-53).
    """
    old = handler(work.state)
    if old == to:
        return
    carry(work, aside_of(old), hand_of(old))
    carry(work, agents_of(old), agents_of(to))
    set_handler(work, to)
    carry(work, hand_of(to), aside_of(to))


def fill_hands(work: Work) -> None:
    """Fill every hand: five Plots for an Evil player (e1-37), seven Agents for the Handler (e1-38).

    Players keep the cards they hold (e1-71), and Chase cards do not count (e1-31). Each player draws only the cards
    that are missing (e1-72, e1-73).
    """
    for seat in in_order(work.state):
        if seat == handler(work.state):
            hand = agents_of(seat)
            draw(work, DECK[AGENT], hand, AGENT_HAND - work.state.size(hand))
        else:
            hand = hand_of(seat)
            draw(work, DECK[PLOT], hand, PLOT_HAND - work.state.size(hand))


# Discards of the new Handler ---------------------------------------------------------------------------------------


def may_throw(state: State) -> bool:
    """Return whether the new Handler may throw cards away before the hands are filled.

    With two players these are Agents (e1-39). The house rule ``chase-cards`` allows Chase cards too.
    """
    kept = state.rules.chase_cards == "kept"
    return len(state.seats) == 2 or (not kept and state.size(chase_of(handler(state))) > 0)


def _throw_check(state: State, command: Command) -> Verdict:
    """Return why the new Handler may not throw a card away.

    Agents are thrown away with two players only (e1-39), Chase cards only by the house rule ``chase-cards``.
    """
    refused = own_turn(state, command)
    if refused is not None:
        return refused
    seat, card = command.by or "", command.card
    two, kept = len(state.seats) == 2, state.rules.chase_cards == "kept"
    if card is None:
        hand = agents_of(seat)
        unread = two and state.size(hand) > len(state.zone(hand))
        return None if unread else refuse(E1.SAY_WHICH, CITE, seat=seat)
    sort, place = (CHASE, chase_of(seat)) if not kept and card.startswith(CHASE) else (AGENT, agents_of(seat))
    refused = is_sort(state, card, sort, E1.NOT_AN_AGENT, CITE)
    if refused is None and ("#" not in card or (sort == AGENT and not two) or not may_come(state, place, card)):
        refused = refuse(E1.NOT_IN_HAND, CITE, card=card, seat=seat)
    return refused


def _throw(work: Work, command: Command) -> None:
    seat, card = command.by or "", command.card
    if card is None:
        shift(work, agents_of(seat), DISCARDS[DECK[AGENT]])
        return
    sort = CHASE if card.startswith(CHASE) else AGENT
    pull(work, card, chase_of(seat) if sort == CHASE else agents_of(seat), DISCARDS[DECK[sort]])


def _throw_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    seat = asked(state)
    if naming is None and len(state.seats) == 2 and state.size(agents_of(seat)):
        yield Command(move="discard", by=seat, prompt=question(state).id)
    if state.rules.chase_cards != "kept":
        for card in copies(state, CHASE, chase_of(seat), naming):
            yield Command(move="discard", by=seat, card=card)
    if len(state.seats) == 2 and naming is not None:
        for card in copies(state, AGENT, agents_of(seat), naming):
            yield Command(move="discard", by=seat, card=card)


def _kept_check(state: State, command: Command) -> Verdict:
    return own_turn(state, command)


def _kept(work: Work, command: Command) -> None:
    turn_to(work, None)
    work.pop()


def _kept_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="done", by=asked(state), prompt=question(state).id)


def _throw_resume(work: Work, frame: Frame) -> None:
    if frame.prompt is None:
        turn_to(work, handler(work.state))
        ask_active(work, "handover", cite=CITE)


def _throw_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    thrown = (each for each in _throw_offers(state, viewer, None) if each.card is None)
    return (*(Option("throw-agent", each) for each in thrown),
            *(Option("keep-rest", each) for each in _kept_offers(state, viewer, None)))  # fmt: skip


THROW: Final = FrameKind(
    "handover",
    table_of(
        Move("discard", _throw, _throw_check, _throw_offers, ("by",), ("card",),
             refusals=(CoreRefusal.OUT_OF_TURN, E1.SAY_WHICH, E1.NOT_AN_AGENT, E1.NO_NUMBERS, E1.NOT_IN_HAND),
             rule=CITE),
        Move("done", _kept, _kept_check, _kept_offers, ("by",), refusals=(CoreRefusal.OUT_OF_TURN,), rule=CITE),
    ),
    _throw_resume,
    _throw_options,
    (PromptSpec("handover", ("throw-agent", "keep-rest"), CITE),),
)  # fmt: skip


# Buying Chase cards ------------------------------------------------------------------------------------------------


def buyers(state: State) -> tuple[Seat, ...]:
    """Return the seats that can pay for a Chase card, clockwise from the Handler's left.

    The old and the new Handler are among them (e1-74). Nobody can buy at level ``full`` when no Chase card is left.
    """
    if state.level == "full" and not available(state, DECK[CHASE]):
        return ()
    return tuple(seat for seat in in_order(state) if worth(state, seat) >= CHASE_COST)


def _buy_check(state: State, command: Command) -> Verdict:
    """Return why a seat may not buy a Chase card.

    Nobody may go below 0 points (e1-40). Nothing limits how many Chase cards a player holds (e1-76). Only the house
    rule ``purchase`` lets the buyer name a card (e1-75).
    """
    refused = own_turn(state, command)
    if refused is not None:
        return refused
    seat = command.by or ""
    if worth(state, seat) < CHASE_COST:
        return refuse(E1.TOO_FEW_POINTS, CITE, seat=seat, have=worth(state, seat))
    if state.level != "full":
        return refuse(E1.BOUGHT_UNSEEN, CITE, card=command.card) if command.card is not None else None
    if not available(state, DECK[CHASE]):
        return refuse(E1.DECK_EMPTY, CITE, deck=DECK[CHASE])
    if state.rules.purchase == "top-card":
        return refuse(E1.BOUGHT_UNSEEN, CITE, card=command.card) if command.card is not None else None
    if command.card is None:
        return refuse(E1.SAY_WHICH, CITE, seat=seat)
    wrong = is_sort(state, command.card, CHASE, E1.NOT_A_CHASE_CARD, CITE)
    if wrong is None and ("#" not in command.card or not may_come(state, DECK[CHASE], command.card)):
        wrong = refuse(E1.NOT_IN_DECK, CITE, card=command.card)
    return wrong


def _buy(work: Work, command: Command) -> None:
    """Take the price from the buyer's tracker (e1-70) and give the buyer a Chase card.

    It is the unseen top card (e1-75), or the card that the buyer names openly.
    """
    seat = command.by or ""
    work.pay(seat, BANK, CHASE_COST)
    work.count(f"bought.{seat}", 1)
    if command.card is not None:
        work.move(command.card, chase_of(seat), source=DECK[CHASE])
        work.emit(ev.Faced(command.card, (TABLE,)))
    elif work.state.level == "full":
        draw(work, DECK[CHASE], chase_of(seat), 1)
    work.again()


def _buy_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    seat = asked(state)
    if state.level == "full" and state.rules.purchase == "buyer-picks":
        for card in copies(state, CHASE, DECK[CHASE], naming):
            yield Command(move="buy", by=seat, card=card)
    elif naming is None:
        yield Command(move="buy", by=seat)


def _no_more(work: Work, command: Command) -> None:
    work.set(at=work.top.data["at"] + 1)
    work.again()


def _no_more_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="pass", by=asked(state), prompt=question(state).id)


def _nobody(work: Work, command: Command) -> None:
    work.set(at=len(work.top.data["seats"]))
    work.again()


def _nobody_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    if naming is None:
        yield Command(move="end-turn", prompt=question(state).id)


def _buy_resume(work: Work, frame: Frame) -> None:
    seats, at = frame.data["seats"], frame.data["at"]
    while at < len(seats) and seats[at] not in buyers(work.state):
        at += 1
    if at >= len(seats):
        turn_to(work, None)
        work.pop()
        return
    if at != frame.data["at"]:
        work.set(at=at)
    if frame.prompt is None or frame.prompt.seats != (seats[at],):
        turn_to(work, seats[at])
        ask_active(work, "buy", cite=CITE)


def _buy_options(state: State, frame: Frame, viewer: str) -> tuple[Option, ...]:
    found = (
        [] if state.rules.purchase == "buyer-picks" else [("buy", each) for each in _buy_offers(state, viewer, None)]
    )
    found += [("no-more", each) for each in _no_more_offers(state, viewer, None)]
    found += [("nobody", each) for each in _nobody_offers(state, viewer, None)]
    return tuple(Option(code, each) for code, each in found if _allowed(state, each))


def _allowed(state: State, command: Command) -> bool:
    return command.move != "buy" or not isinstance(_buy_check(state, command), Refused)


BUY_STEP: Final = FrameKind(
    "purchases",
    table_of(
        Move("buy", _buy, _buy_check, _buy_offers, ("by",), ("card",),
             refusals=(CoreRefusal.OUT_OF_TURN, E1.TOO_FEW_POINTS, E1.DECK_EMPTY, E1.BOUGHT_UNSEEN, E1.SAY_WHICH,
                       E1.NOT_A_CHASE_CARD, E1.NOT_IN_DECK), rule=CITE),
        Move("pass", _no_more, _kept_check, _no_more_offers, ("by",), refusals=(CoreRefusal.OUT_OF_TURN,), rule=CITE),
        Move("end-turn", _nobody, candidates=_nobody_offers, takes=("by",), rule=CITE),
    ),
    _buy_resume,
    _buy_options,
    (PromptSpec("buy", ("buy", "no-more", "nobody"), CITE),),
)  # fmt: skip


# Targets -----------------------------------------------------------------------------------------------------------


def take_used(work: Work) -> tuple[int, ...]:
    """Discard the used Targets, foiled or not, and return their places from 0, left to right (e1-41).

    Unused Targets stay (e1-36).
    """
    empty = []
    for at, card in enumerate(work.state.zone(ROW)):
        if owner_at(work.state, card) is not None:
            empty.append(at)
            work.emit(ev.Unmarked(card, TAKEN))
            discard(work, card)
    return tuple(empty)


def _deal_place(frame: Frame, said: str | None) -> int | None:
    """Return the empty place that is meant, from 0; the first empty one when ``said`` is None."""
    empty: tuple[int, ...] = frame.data["empty"]
    if said is None:
        return empty[0]
    head, _, number = said.partition("-")
    at = int(number) - 1 if head == "slot" and number.isdecimal() else -1
    return at if at in empty else None


def _deal_check(state: State, command: Command) -> Verdict:
    """Return why a card may not be dealt: Targets come from the Target deck only (e1-49)."""
    card = command.card or ""
    refused = is_sort(state, card, TARGET, E1.NOT_A_TARGET, CITE)
    if refused is None and ("#" not in card or not may_come(state, DECK[TARGET], card)):
        refused = refuse(E1.NOT_IN_DECK, CITE, card=card)
    if refused is None and _deal_place(running(state), command.target) is None:
        refused = refuse(E1.PLACE_FULL, CITE, place=(command.target or "").removeprefix("slot-"))
    return refused


def _deal(work: Work, command: Command) -> None:
    frame = work.top
    at = _deal_place(frame, command.target) or 0
    empty = frame.data["empty"]
    index = at - sum(each < at for each in empty)
    work.move(command.card or "", ROW, source=DECK[TARGET], index=index)
    work.set(empty=tuple(each for each in empty if each != at))
    work.again()


def _deal_offers(state: State, viewer: str, naming: Label | None) -> Iterable[Command]:
    for card in copies(state, TARGET, DECK[TARGET], naming):
        yield Command(move="deal", card=card)
        if naming is not None:
            empty = running(state).data["empty"]
            yield from (Command(move="deal", card=card, target=f"slot-{at + 1}") for at in empty)


def _deal_resume(work: Work, frame: Frame) -> None:
    left = len(frame.data["empty"])
    if left and not work.state.size(DECK[TARGET]) and available(work.state, DECK[TARGET]):
        reshuffle(work, DECK[TARGET])
    if not left or not work.state.size(DECK[TARGET]):
        work.pop()
    elif frame.prompt is None or frame.prompt.args["n"] != left:
        work.ask("lying" if frame.data.get("lying") else "deal", cite=CITE, n=left)


DEAL: Final = FrameKind(
    "deal",
    table_of(
        Move("deal", _deal, _deal_check, _deal_offers, ("card",), ("by", "target"),
             refusals=(E1.NOT_A_TARGET, E1.NO_NUMBERS, E1.NOT_IN_DECK, E1.PLACE_FULL), rule=CITE),
    ),
    _deal_resume,
    prompts=(PromptSpec("deal", (), CITE), PromptSpec("lying", (), CITE)),
)  # fmt: skip
"""Step that turns up Targets from their deck, one for each empty place."""
