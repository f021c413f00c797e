"""Plays go on by chance as they did; and by fresh chance nothing ever breaks, and what is offered is accepted.

A play shows one rule; how it goes on shows that nothing else has changed. After a change made on purpose:
``python tests/games/golden.py GAME``.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.kit.driver import offers
from lairkeeper.kit.play import history_of
from lairkeeper.kit.playfile import parse

from ..fresh import SEED, some
from .book import BOOKS, Book
from .chance import a_sixth, unbroken
from .golden import folder
from .onward import onward
from .pictures import ONWARD, Pictures, compare, kept

PLAYS = [(book, name) for book in BOOKS for name in book.files]


@cache
def before(game: str) -> Pictures:
    return kept(folder(game), ONWARD)


@pytest.mark.parametrize(
    ("book", "name"), some(PLAYS, len(PLAYS) // 2), ids=[f"{book.game.id}-{name[:-5]}" for book, name in PLAYS]
)
def test_a_play_goes_on_as_it_did(book: Book, name: str) -> None:
    compare(book.game.id, before(book.game.id).get(name), onward(book.game, name, book.files[name]), name)


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_no_print_is_left_of_a_play_that_is_gone(book: Book) -> None:
    assert sorted(set(before(book.game.id)) - set(book.files)) == []


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_plays_go_on_by_fresh_chance_without_a_break(book: Book) -> None:
    for name, text in a_sixth(book.files):
        unbroken(SEED, name, onward(book.game, name, text, SEED))


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.game.id)
def test_what_may_be_done_after_a_play_is_accepted(book: Book) -> None:
    rng = Random(SEED)
    for name, text in book.files.items():
        history = history_of(parse(text), book.game)
        if history is None:
            continue
        for command in _allowed(history):
            if rng.random() < 0.3:
                decision = book.game.decide(history.state, command)
                assert not isinstance(decision, Refused), f"seed {SEED}, {name}: {command}: {decision.code}"


def _allowed(history: History) -> list[Command]:
    """Return what the game says may be done now, by anybody."""
    return [offer.command for offer in offers(history.game, history.state) if offer.refusal is None]
