"""Taps by chance after each play come to what they did; by fresh chance they never break anything.

After a change made on purpose: ``python tests/games/golden.py GAME``.
"""

from __future__ import annotations

from functools import cache

import pytest

from ..fresh import SEED
from .book import BOOKS, Book
from .fingers import prints, tapped
from .golden import folder
from .pictures import TAPS, Pictures, kept

PLAYS = [(book, name) for book in BOOKS for name in book.files]


@cache
def before(game: str) -> Pictures:
    return kept(folder(game), TAPS)


@pytest.mark.parametrize(("book", "name"), PLAYS, ids=[f"{book.game.id}-{name[:-5]}" for book, name in PLAYS])
def test_taps_come_to_what_they_did(book: Book, name: str) -> None:
    again = f"if that is meant: python tests/games/golden.py {book.game.id}"
    kept_prints = before(book.game.id).get(name)
    assert kept_prints is not None, f"{name} has no taps yet; {again}"
    now = prints(book.game, {name: book.files[name]})[name]
    changed = [n for n, (one, other) in enumerate(zip(kept_prints, now, strict=False), 1) if one != other]
    assert now == kept_prints, f"taps after {name} come to something else in the groups {changed}; {again}"


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_no_taps_are_left_of_a_play_that_is_gone(book: Book) -> None:
    assert sorted(set(before(book.game.id)) - set(book.files)) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_fresh_taps_break_nothing(book: Book) -> None:
    for name, text in book.files.items():
        done: list[str] = []
        try:
            for what, _ in tapped(book.game, name, text, SEED):
                done.append(what)
        except Exception as error:
            error.add_note(f"seed {SEED}, {name}, after: {'; '.join(done)}")
            raise
