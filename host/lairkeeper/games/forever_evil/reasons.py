"""Why a match was won, and how its ties were broken ("Forever Evil, End of Game")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lairkeeper.core.ids import Seat
from lairkeeper.core.state import State
from lairkeeper.core.view import Reason

from .standing import heroes, levels, totals

Side = tuple[Seat, ...]


def reasons(state: State) -> tuple[Reason, ...]:
    """Return why the winners won, then each tie below them that Super Heroes broke (fe-121)."""
    won = state.winners or ()
    found = levels(state)
    first = [side for side in found if set(side) <= set(won)]
    if not first or max(found.values()) != found[first[0]]:
        return ()  # a correction after the end: nothing that is counted explains the winners any more
    return (_why(found, first, highest=state.rules.team_score == "highest"), *_ties(state, won))


def _why(found: dict[Side, tuple[int, int]], first: list[Side], *, highest: bool) -> Reason:
    """Return what decided: points, Super Heroes, or the turn order where a house rule says so (fe-122)."""
    points, hero = found[first[0]]
    rest = max((level for side, level in found.items() if side not in first), default=(points, hero))
    if rest[0] < points:
        said = {"points": points, "next": rest[0]}
        if len(first[0]) == 1:
            return Reason("most", said)
        return Reason("most-highest", said) if highest else Reason("most-together", said)
    if len(first) > 1:
        return Reason("shared", {"points": points})
    if rest[1] < hero:
        return Reason("heroes", {"points": points, "n": hero, "next": rest[1]})
    return Reason("last-in-turn-order", {"points": points})


def _ties(state: State, won: tuple[Seat, ...]) -> Iterator[Reason]:
    """Yield who is before whom with as many points; sides are compared as a whole."""
    if any(len(side) > 1 for side in levels(state)):
        return
    points, hero = totals(state), heroes(state)
    below = sorted((seat for seat in state.seats if seat not in won), key=lambda seat: (-points[seat], -hero[seat]))
    for seat, other in pairwise(below):
        if points[seat] == points[other] and hero[seat] > hero[other]:
            yield Reason("tie", {"seat": seat, "other": other, "n": hero[seat], "next": hero[other]})
