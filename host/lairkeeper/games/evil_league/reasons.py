"""Why a match was won or lost, and who is before whom on START ("Evil League, Ending the Game")."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lairkeeper.core.state import State
from lairkeeper.core.view import Reason

from .track import order, reputation, target


def reasons(state: State) -> tuple[Reason, ...]:
    """Return how the match was decided, then who stands nearer to 1 of those on START (el-3)."""
    if state.winners is None:
        return ()
    if not state.winners:
        return (Reason("hammer"),)
    rep, need = reputation(state, state.winners[0]), target(state)
    why = Reason("target", {"n": rep, "target": need}) if rep >= need else Reason("defeat", {"n": rep})
    return (why, *_on_start(state, state.winners[0]))


def _on_start(state: State, winner: str) -> Iterator[Reason]:
    """Yield the pairs of neighbours without reputation; no other number has two markers (el-83)."""
    for seat, other in pairwise(each for each in order(state) if each != winner):
        if reputation(state, seat) == reputation(state, other):
            yield Reason("start", {"seat": seat, "other": other})
