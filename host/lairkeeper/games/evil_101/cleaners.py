"""End of a round: played cards, role, hands and Targets; no player decides here ("Evil:101, Calling the Cleaners")."""

from __future__ import annotations

from lairkeeper.core import events as ev
from lairkeeper.core.ids import Seat
from lairkeeper.core.work import Work

from .places import (
    AGENT,
    AGENT_HAND,
    DECK,
    OUTCOMES,
    PLOT,
    PLOT_HAND,
    ROW,
    TAKEN,
    agent_of,
    agents_of,
    aside_of,
    carry,
    chased_of,
    discard,
    draw,
    hand_of,
    handler,
    in_order,
    owner_at,
    plot_of,
    set_handler,
)


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
