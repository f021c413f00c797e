"""The book of Evil:101: how its page and its plays are written."""

from lairkeeper.games.evil_101 import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="e1",
    title="Evil:101, ",
    cites="*Evil:101: ",
    typo=Typo("worked-example.toml", '"tokens.Ana" = 6', '"tokens.Ana" = 7', expected=7, actual=6),
    raw=r"#\d|\b(?:slot|plot|target|agent|chase)-\w",
    said=SAID,
    one_sided=ONE_SIDED,
)
