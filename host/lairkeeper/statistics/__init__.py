"""Statistics of the people who play: pure functions over finished matches, and the book that reads these once."""

from __future__ import annotations

from .book import Book
from .counts import Against, CountLine, GameLine, Overview, Profile
from .played import CountedMatch, PersonMatch, SeatFacts
from .ratings import RATED_FROM, RatingNow

__all__ = [
    "RATED_FROM",
    "Against",
    "Book",
    "CountLine",
    "CountedMatch",
    "GameLine",
    "Overview",
    "PersonMatch",
    "Profile",
    "RatingNow",
    "SeatFacts",
]  # fmt: skip
