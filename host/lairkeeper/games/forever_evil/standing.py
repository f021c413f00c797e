"""The standing: points so far, the breakdown that anybody can check, and who has won."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.ids import Path, Seat
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore

from . import scoring

START: Final = "start"
"""The counter that keeps which seat, from 0, had the first turn."""


def deck_of(seat: Seat) -> Path:
    """Where a player's cards are counted into."""
    return f"deck.{seat}"


def lines_of(state: State, seat: Seat) -> tuple[ScoreLine, ...]:
    """Tokens first, then the cards counted so far."""
    tokens = worth(state, seat)
    cards = scoring.deck_points(state.zone(deck_of(seat)), state.rules)
    return (ScoreLine("tokens", tokens, {"n": tokens}), *cards)


def totals(state: State) -> dict[Seat, int]:
    """Cards and tokens of everybody, as far as they are counted."""
    return {seat: sum(line.points for line in lines_of(state, seat)) for seat in state.seats}


def heroes(state: State) -> dict[Seat, int]:
    """Super Heroes in each deck: they break a tie."""
    return {seat: scoring.super_hero_count(state.zone(deck_of(seat))) for seat in state.seats}


def winners(state: State) -> tuple[Seat, ...]:
    """Who has won by the totals, the Super Heroes and, still level, the house rule."""
    found = scoring.winners(totals(state), heroes(state))
    if len(found) > 1 and state.rules.tie == "last-in-turn-order":
        order = state.clockwise(state.seats[state.counters.get(START, 0)])
        return (max(found, key=order.index),)
    return found


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """The same for every viewer: tokens are public, and so is a deck that is being counted.

    Before a deck is counted its total is what is known so far, without an upper bound.
    """
    closed = _closed_decks(state)
    hero = heroes(state)
    seats = []
    for seat in state.seats:
        lines = lines_of(state, seat)
        total = sum(line.points for line in lines)
        seats.append((seat, total, total if seat in closed else None, lines))
    ranks = _ranks(state, {seat: (total, hero[seat]) for seat, total, _, _ in seats})
    return Scoreboard(
        tuple(
            SeatScore(seat, total, high, lines, ranks[seat], hero[seat] if closed else None)
            for seat, total, high, lines in seats
        ),
        state.winners or (),
    )


def _closed_decks(state: State) -> frozenset[Seat]:
    if state.finished:
        return frozenset(state.seats)
    top = state.top
    if top is None or top.kind != "sweep" or top.prompt is None:
        return frozenset()
    return frozenset(top.prompt.answers)


def _ranks(state: State, standing: dict[Seat, tuple[int, int]]) -> dict[Seat, int | None]:
    """1 for the best; equals share a rank. Before the end, by what is known."""
    winners = state.winners or ()
    return {
        seat: 1
        if seat in winners
        else 1 + sum(other > mine or (other == mine and each in winners) for each, other in standing.items())
        for seat, mine in standing.items()
    }
