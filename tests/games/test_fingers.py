"""Taps by chance after each play come to what they did; by fresh chance they never break anything.

After a change made on purpose: ``python tests/games/golden.py GAME``.
"""

from __future__ import annotations

from functools import cache

import pytest

from ..fresh import SEED, some
from .book import BOOKS, Book
from .chance import a_sixth, unbroken
from .fingers import groups, tapped
from .golden import folder
from .pictures import TAPS, Pictures, compare, kept

PLAYS = [(book, name) for book in BOOKS for name in book.files]


@cache
def before(game: str) -> Pictures:
    return kept(folder(game), TAPS)


@pytest.mark.parametrize(
    ("book", "name"), some(PLAYS, len(PLAYS) // 2), ids=[f"{book.game.id}-{name[:-5]}" for book, name in PLAYS]
)
def test_taps_come_to_what_they_did(book: Book, name: str) -> None:
    compare(book.game.id, before(book.game.id).get(name), groups(book.game, name, book.files[name]), name)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_no_taps_are_left_of_a_play_that_is_gone(book: Book) -> None:
    assert sorted(set(before(book.game.id)) - set(book.files)) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_fresh_taps_break_nothing(book: Book) -> None:
    for name, text in a_sixth(book.files):
        unbroken(SEED, name, tapped(book.game, name, text, SEED))
