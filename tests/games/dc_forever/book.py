"""The book of DC Forever: how its page and its plays are written."""

from lairkeeper.games.dc_forever import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="df",
    title="DC Forever, ",
    cites="*DC Forever: ",
    typo=Typo("threaten-eight.toml", '"citizens.scheme-3" = 8', '"citizens.scheme-3" = 7', expected=7, actual=8),
    raw=r"[a-z]#\d|\b(?:place|scheme|neutral)-\d",
    names=(),
    said=SAID,
    one_sided=ONE_SIDED,
)
