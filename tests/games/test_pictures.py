"""The plays show, tell and offer the players the same as before: no change goes unnoticed.

A play says what must be true of a few paths; its picture holds all the rest: views of every seat, offers, prompts,
reasons of refusals, log lines. After a change made on purpose: ``python tests/games/golden.py GAME``.
"""

from __future__ import annotations

import pytest

from .book import BOOKS, Book
from .golden import folder
from .pictures import kept, pictures

PLAYS = [(book, name) for book in BOOKS for name in book.files]


@pytest.mark.parametrize(("book", "name"), PLAYS, ids=[f"{book.game.id}-{name[:-5]}" for book, name in PLAYS])
def test_a_play_looks_as_it_did(book: Book, name: str) -> None:
    again = f"if that is meant: python tests/games/golden.py {book.game.id}"
    before = kept(folder(book.game.id)).get(name)
    assert before is not None, f"{name} has no picture yet; {again}"
    now = pictures(book.game, {name: book.files[name]})[name]
    changed = [n for n, (one, other) in enumerate(zip(before, now, strict=False), 1) if one != other]
    assert now == before, f"{name} looks different after steps {changed}; {again}"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_no_picture_is_left_of_a_play_that_is_gone(book: Book) -> None:
    assert sorted(set(kept(folder(book.game.id))) - set(book.files)) == []
