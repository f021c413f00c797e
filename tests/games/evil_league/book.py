"""The book of Evil League: how its page and its plays are written."""

from lairkeeper.games.evil_league import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="el",
    title="Evil League, ",
    cites="Rulebook:",
    typo=Typo("a-hop-that-wins.toml", '"reputation.Bo" = 16', '"reputation.Bo" = 15', expected=15, actual=16),
    said=SAID,
    one_sided=ONE_SIDED,
)
