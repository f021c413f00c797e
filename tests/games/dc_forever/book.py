"""The book of DC Forever: what its page and its plays amount to."""

from lairkeeper.games.dc_forever import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="df",
    points=262,
    title="DC Forever, ",
    cites="*DC Forever: ",
    uncited=0,
    ambiguous=26,
    plays=125,
    numbers=80,
    sentences=300,
    typo=Typo("threaten-eight.toml", '"citizens.scheme-3" = 8', '"citizens.scheme-3" = 7', expected=7, actual=8),
    raw=r"[a-z]#\d|\b(?:place|scheme|neutral)-\d",
    names=(),
    said=SAID,
    one_sided=ONE_SIDED,
)
