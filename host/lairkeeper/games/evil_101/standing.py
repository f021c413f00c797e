"""The standing: points, where they came from, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lairkeeper.core.ids import Seat
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore

from .places import CHASE_COST

SOURCES: Final = ("own", "symbols", "pocketed")


def lines_of(state: State, seat: Seat) -> Iterator[ScoreLine]:
    """Plots, symbols of their Targets, what was pocketed, what was spent; the rest was corrected or set up."""
    total = 0
    for source in SOURCES:
        points = state.counters.get(f"{source}.{seat}", 0)
        if points or source != "pocketed":
            yield ScoreLine(source, points)
        total += points
    bought = state.counters.get(f"bought.{seat}", 0)
    if bought:
        yield ScoreLine("bought", -CHASE_COST * bought, {"n": bought})
    rest = worth(state, seat) - total + CHASE_COST * bought
    if rest:
        yield ScoreLine("corrected", rest)


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """The same for every viewer: points lie open on the trackers."""
    scores = {seat: worth(state, seat) for seat in state.seats}
    winners = state.winners or ()
    return Scoreboard(
        tuple(
            SeatScore(seat, points, points, tuple(lines_of(state, seat)), _rank(seat, scores, winners))
            for seat, points in scores.items()
        ),
        winners,
    )


def _rank(seat: Seat, scores: dict[Seat, int], winners: tuple[Seat, ...]) -> int:
    """1 for the best and for every winner: after a tie round only tied players can win."""
    if seat in winners:
        return 1
    return 1 + sum(each != seat and (each in winners or points > scores[seat]) for each, points in scores.items())
