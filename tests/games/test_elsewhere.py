"""From the set-up of each play, with other cards: what is seen is what it was; by fresh chance nothing breaks.

After a change made on purpose: ``python tests/games/golden.py GAME``.
"""

from __future__ import annotations

from functools import cache

import pytest

from ..fresh import SEED, some
from . import facts
from .book import BOOKS, Book
from .chance import a_sixth, unbroken
from .elsewhere import elsewhere
from .golden import folder
from .pictures import ELSEWHERE, FACTS, Pictures, compare, kept

PLAYS = [(book, name) for book in BOOKS for name in book.files]
IDS = [f"{book.game.id}-{name[:-5]}" for book, name in PLAYS]


@cache
def before(game: str) -> Pictures:
    return kept(folder(game), ELSEWHERE)


@pytest.mark.parametrize(("book", "name"), some(PLAYS, len(PLAYS) // 3), ids=IDS)
def test_other_cards_come_to_what_they_did(book: Book, name: str) -> None:
    first = elsewhere(book.game, name, book.files[name], matches=1)
    compare(book.game.id, before(book.game.id).get(name), first, name, whole=False)


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_a_second_match_with_other_cards_comes_to_what_it_did(book: Book) -> None:
    for name, text in book.files.items():
        compare(book.game.id, before(book.game.id).get(name), elsewhere(book.game, name, text), name)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_no_print_is_left_of_a_play_that_is_gone(book: Book) -> None:
    assert sorted(set(before(book.game.id)) - set(book.files)) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_fresh_cards_break_nothing(book: Book) -> None:
    for name, text in a_sixth(book.files):
        unbroken(SEED, name, elsewhere(book.game, name, text, SEED))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_a_game_says_the_same_about_itself(book: Book) -> None:
    before, now = kept(folder(book.game.id), FACTS), facts.prints(book.game)
    changed = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    assert changed == [], f"if that is meant: python tests/games/golden.py {book.game.id}"
