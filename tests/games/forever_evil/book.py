"""The book of Forever Evil: how its page and its plays are written."""

from lairkeeper.games.forever_evil import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="fe",
    title="Forever Evil, ",
    cites="rulebook:",
    typo=Typo("tokens-stolen-with-change.toml", '"tokens.Bo" = 4', '"tokens.Bo" = 0', expected=0, actual=4),
    names=("scarecrow#1",),
    one_sided=ONE_SIDED,
    said=SAID,
)
