"""Scores and times as the pages write them."""

from __future__ import annotations

from datetime import datetime

from lairkeeper.core.view import SeatScore, TeamScore

from .translator import Translator


def clock(at: float) -> str:
    """Epoch seconds as the table's own time of day."""
    return datetime.fromtimestamp(at).strftime("%H:%M:%S")


def iso(at: float) -> str:
    """Return epoch seconds as local time in ISO 8601, with the UTC offset, to the second."""
    return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")


def signed(points: int) -> str:
    """``+3``, ``−1`` with a real minus sign, ``0``."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def signed_total(points: int) -> str:
    """Return a total with a real minus sign."""
    return str(points).replace("-", "−")


def interval(score: SeatScore | TeamScore, t: Translator) -> str:
    """``41``, ``31 to 34``, or ``38`` where there is no upper bound yet."""
    low = signed_total(score.low)
    if score.high in (None, score.low):
        return low
    return t.ui("seat.range", low=low, high=signed_total(score.high or 0))
