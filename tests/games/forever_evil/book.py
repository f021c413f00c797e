"""The book of Forever Evil: what its page and its plays amount to."""

from lairkeeper.games.forever_evil import GAME

from ..book import Book, Typo
from .one_sided import ONE_SIDED
from .said import SAID

BOOK = Book(
    GAME,
    prefix="fe",
    points=190,
    title="Forever Evil, ",
    cites="rulebook:",
    uncited=14,
    ambiguous=17,
    plays=150,
    numbers=100,
    sentences=100,
    typo=Typo("tokens-stolen-with-change.toml", '"tokens.Bo" = 4', '"tokens.Bo" = 0', expected=0, actual=4),
    names=("scarecrow#1",),
    one_sided=ONE_SIDED,
    said=SAID,
)
