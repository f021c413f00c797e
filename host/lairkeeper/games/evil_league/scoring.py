"""Standing: the reputation track with its breakdown."""

from __future__ import annotations

from lairkeeper.core.state import State
from lairkeeper.core.view import Scoreboard, ScoreLine, SeatScore

from .track import SOURCES, order, reputation, source_of


def scoreboard(state: State, viewer: str) -> Scoreboard:
    """Return reputation by source, with ranks in the order of the track; a winner is first.

    Captain Hammer's win has no ranking (el-124; "Evil League, Ending the Game").
    """
    ranking = sorted(order(state), key=lambda seat: seat not in (state.winners or ()))
    ranked = state.winners != ()
    scores = []
    for seat in state.seats:
        rep = reputation(state, seat)
        counts = ((source, state.counters.get(source_of(seat, source), 0)) for source in SOURCES)
        lines = tuple(ScoreLine(source, n, {"n": n}) for source, n in counts if n)
        scores.append(SeatScore(seat, rep, rep, lines, ranking.index(seat) + 1 if ranked else None))
    return Scoreboard(tuple(scores), state.winners or ())
