"""Points: the worth of a Plot on a Target, and the standing with the sources of each seat's points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from lairkeeper.core.ids import Seat
from lairkeeper.core.purse import worth
from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore

from .places import CHASE_COST

SOURCES: Final = ("own", "symbols", "pocketed")


# A Plot on a Target -----------------------------------------------------------------------------------------------


def payments(
    plot: Mapping[str, Any], target: Mapping[str, Any], *, once: bool = False, partial: bool = False
) -> tuple[int, ...] | None:
    """Return the points for each of the Plot's symbols on the Target, in the Plot's order, or None if one is missing.

    Only the Plot's symbols are paid (e1-33; "Evil:101, Hoarding"). Two equal symbols need two on the Target, and each
    takes the dearest one left (e1-9). With ``once`` one is enough for both and pays once. With ``partial`` a missing
    symbol pays nothing and is no reason for None.
    """
    left: dict[str, list[int]] = {}
    for symbol, points in target["symbols"]:
        left.setdefault(symbol, []).append(points)
    for points_of in left.values():
        points_of.sort(reverse=True)
    wanted: Sequence[str] = tuple(dict.fromkeys(plot["symbols"])) if once else plot["symbols"]
    paid: list[int] = []
    for symbol in wanted:
        if left.get(symbol):
            paid.append(left[symbol].pop(0))
        elif not partial:
            return None
    return tuple(paid)


def shares(agent: Mapping[str, Any], symbols: Sequence[Any]) -> bool:
    """Return whether an Agent's symbol is among ``symbols``, which may be a Target's pairs of symbol and points."""
    names = {each if isinstance(each, str) else each[0] for each in symbols}
    return not names.isdisjoint(agent["symbols"])


# The standing ------------------------------------------------------------------------------------------------------


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
