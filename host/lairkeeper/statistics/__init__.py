"""Statistics of the people who play: pure functions over finished matches, and the book that reads these once."""

from __future__ import annotations

from .book import Book
from .counts import Against, CountLine, GameLine, Overview, Profile
from .played import PersonMatch, PlayedMatch, SeatFacts
from .ratings import RATED_FROM, RatingNow

__all__ = [
    "RATED_FROM",
    "Against",
    "Book",
    "CountLine",
    "GameLine",
    "Overview",
    "PersonMatch",
    "PlayedMatch",
    "Profile",
    "RatingNow",
    "SeatFacts",
]  # fmt: skip
