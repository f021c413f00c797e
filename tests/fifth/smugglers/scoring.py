"""Coins: what a cove pays for goods, the winners, and the standing with the sources of each seat's coins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore

from .cards import FACTOR, LOOKOUT
from .places import ROW, at_cove, cove_of, facts_of, has_crew, in_order

SOURCES: Final = ("goods", "price", "words")


# Goods at a cove ---------------------------------------------------------------------------------------------------


def pays(state: State, seat: Seat, card: Component) -> tuple[int, int]:
    """Return the worth of goods (sm-14) and the price that the seat's cove pays for them (sm-15).

    A Factor gets one coin more for any goods (sm-41). With the house rule ``watch`` the last cove pays nothing (sm-27).
    """
    cove, facts = cove_of(state, seat), facts_of(state, card)
    worth_of = int(facts["worth"]) + has_crew(state, seat, FACTOR)
    if cove is None:
        return worth_of, 0
    if state.rules.watch and cove == state.zone(ROW)[-1]:
        return 0, 0
    wanted = facts_of(state, cove)["ware"] == facts["ware"] and not _crowded_out(state, seat, cove)
    return worth_of, int(facts_of(state, cove)["price"]) if wanted else 0


def _crowded_out(state: State, seat: Seat, cove: Component) -> bool:
    """Return whether other boats at the cove take the price: the first one gets it, by default (sm-16).

    A Lookout gets it whatever other boats are there (sm-39).
    """
    if has_crew(state, seat, LOOKOUT):
        return False
    boats = at_cove(state, cove)
    match state.rules.crowd:
        case "first":
            return boats[0] != seat
        case "nobody":
            return len(boats) > 1
    return False


# The end -----------------------------------------------------------------------------------------------------------


def reached(state: State) -> bool:
    """Return whether a seat has the coins that end the match (sm-32)."""
    return any(worth(state, seat) >= state.rules.goal for seat in state.seats)


def winners(state: State) -> tuple[Seat, ...]:
    """Return the seats with the most coins (sm-33); the tied share the win, or the first one has it (sm-34)."""
    best = max(worth(state, seat) for seat in state.seats)
    tied = tuple(seat for seat in state.seats if worth(state, seat) == best)
    return tied if state.rules.tie == "shared" else tuple(seat for seat in in_order(state) if seat in tied)[:1]


# The standing ------------------------------------------------------------------------------------------------------


def lines_of(state: State, seat: Seat) -> Iterator[ScoreLine]:
    """Yield the sources of a seat's coins; the last line has what other players paid or took, and corrections."""
    total = 0
    for source in SOURCES:
        coins = state.counters.get(f"{source}.{seat}", 0)
        if coins or source == "goods":
            yield ScoreLine(source, coins)
        total += coins
    hired = state.counters.get(f"hired.{seat}", 0)
    if hired:
        yield ScoreLine("crew", -hired)
    if worth(state, seat) != total - hired:
        yield ScoreLine("other", worth(state, seat) - total + hired)


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """Return the scoreboard, the same for every viewer: coins lie open."""
    coins = {seat: worth(state, seat) for seat in state.seats}
    won = state.winners or ()
    return Scoreboard(
        tuple(
            SeatScore(seat, n, n, tuple(lines_of(state, seat)), _rank(seat, coins, won)) for seat, n in coins.items()
        ),
        won,
    )


def _rank(seat: Seat, coins: dict[Seat, int], won: tuple[Seat, ...]) -> int:
    """Return the rank of a seat: 1 for the most coins and for every winner."""
    if seat in won:
        return 1
    return 1 + sum(each != seat and (each in won or n > coins[seat]) for each, n in coins.items())
