"""Standing: the points of each seat, their sources, and the winners."""

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
    """Yield the parts of a seat's points: Plots, symbols of their Targets, pocketed points, and purchases.

    A last part is what was corrected or set up.
    """
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
    """Return the scoreboard, the same for every viewer: the trackers lie open."""
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
    """Return the rank of a seat: 1 for the most points and for every winner.

    After a tie round only the tied players can win.
    """
    if seat in winners:
        return 1
    return 1 + sum(each != seat and (each in winners or points > scores[seat]) for each, points in scores.items())
