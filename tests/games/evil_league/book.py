"""The book of Evil League: what its page and its plays amount to."""

from lairkeeper.games.evil_league import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="el",
    points=124,
    title="Evil League, ",
    cites="Rulebook:",
    uncited=0,
    ambiguous=14,
    plays=80,
    numbers=50,
    sentences=100,
    typo=Typo("a-hop-that-wins.toml", '"reputation.Bo" = 16', '"reputation.Bo" = 15', expected=15, actual=16),
    said=SAID,
    one_sided=ONE_SIDED,
)
