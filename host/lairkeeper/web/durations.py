"""Days and lengths of time in words."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from .translator import Translator

HOUR: Final = 60


def duration(seconds: float, t: Translator) -> str:
    """Return ``39 min``, or ``1 h 12 min``."""
    minutes = max(0, round(seconds / 60))
    if minutes < HOUR:
        return t.ui("time.minutes", n=minutes)
    return t.ui("time.hours", h=minutes // HOUR, n=minutes % HOUR)


def day_of(at: float, now: float, t: Translator) -> str:
    """Return the day of a moment in local time, with its year when that is another one: ``28 Nov``."""
    day, today = datetime.fromtimestamp(at), datetime.fromtimestamp(now)
    said = t.ui("time.day", day=day.day, month=t.ui(f"time.month-{day.month}"))
    return said if day.year == today.year else t.ui("time.year", day=said, year=day.year)
