"""The result of a match as it is kept and exported: plain JSON values."""

from __future__ import annotations

from typing import Any, Final

from lairkeeper.core.view import Scoreboard, View
from lairkeeper.core.views import NUMBERS

SHORTEST: Final = 60
"""Seconds below which the time a match took says nothing."""
LONGEST: Final = 12 * 3600
"""Seconds after which the time between the first and the last record is no playing time: the match was put away."""


def played_seconds(started_at: float, finished_at: float | None) -> float | None:
    """Return how long a match took; None where that is not known."""
    seconds = 0.0 if finished_at is None else finished_at - started_at
    return seconds if SHORTEST <= seconds <= LONGEST else None


def result_of(view: View) -> dict[str, Any]:
    """Return the winners, and per seat in seat order: score, rank, whether it won, tie-break and the breakdown."""
    board: Scoreboard = view.scoreboard
    return {
        "level": view.level,
        **({NUMBERS: view.extra[NUMBERS]} if NUMBERS in view.extra else {}),
        "turns": view.turn,
        "winners": list(board.winners),
        "scores": {score.seat: score.low for score in board.seats},
        "seats": [
            {
                "seat": score.seat,
                "score": score.low,
                "high": score.high,
                "rank": score.rank,
                "winner": score.seat in board.winners,
                "tiebreak": score.tiebreak,
                "lines": [
                    {"code": line.code, "points": line.points, "args": _plain(line.args)} for line in score.lines
                ],
            }
            for score in board.seats
        ],
    }


def _plain(args: Any) -> dict[str, Any]:
    return {str(key): list(value) if isinstance(value, tuple) else value for key, value in args.items()}
