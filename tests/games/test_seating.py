"""A play goes as written wherever at the table its first player sits: the seats go round, the neighbours stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import pytest

from lairkeeper.kit.play import run_play
from lairkeeper.kit.playfile import Play, parse

from .book import BOOKS, Book

FIRST: Final = {"forever-evil": "start", "evil-101": "handler", "evil-league": None}
"""The line of a set-up that says who begins, by game; None: what lies on the table does. In DC Forever seats are sides,
so that another seat is another play.
"""
BY_TABLE: Final = frozenset({"winners", "tied", "committed", "prompt.args.waiting"})
"""Paths that list seats in the order of the table."""
BY_SEAT: Final = {
    "evil-101": {"first-handler-drawn": "names no Handler on purpose"},
    "evil-league": {
        "a-moved-pawn-must-still-leave": "names pawns by the number of the seat",
        "commit": "names pawns by the number of the seat",
        "put-right-by-hand": "names pawns by the number of the seat",
        "equal-ages-as-they-sit": "is about who sits where",
        "first-round": "equal markers go by seat",
        "markers-hop": "equal markers go by seat",
        "space-by-space": "equal markers go by seat",
    },
    "forever-evil": {"teams-first-appearance": "foes are listed in the order of the turn"},
}
"""Plays that are about who sits where, with the reason."""


def seated(play: Play, by: int) -> Play:
    """Return the same play with its seats gone round; say who begins, and let lists of seats follow."""
    seats = (*play.seats[by:], *play.seats[:by])
    first = FIRST[play.game]
    setup = dict(play.setup) if first is None else {first: play.seats[0], **play.setup}
    steps = tuple(replace(step, expect=_gone_round(step.expect, play.seats, seats)) for step in play.steps)
    return replace(play, seats=seats, setup=setup, steps=steps)


def _gone_round(expect: Mapping[str, Any], old: tuple[str, ...], new: tuple[str, ...]) -> dict[str, Any]:
    """Let lists of seats in the order of the table go round with it."""
    return {
        path: sorted(value, key=new.index) if path in BY_TABLE and {*value} <= {*old} else value
        for path, value in expect.items()
    }


def moved(book: Book) -> list[tuple[Book, str, int]]:
    """List the plays that may be the same from another seat. Readers are named after seats: taps are left out."""
    found = []
    for name in book.files:
        play = parse(book.files[name])
        by = 2 if play.ruleset.get("variant") == "teams" else 1
        if len(play.seats) > by and not any(step.action == "scan" for step in play.steps):
            found.append((book, name, by))
    return found


ALL = [each for book in BOOKS if book.game.id in FIRST for each in moved(book)]
SAME = [(book, name, by) for book, name, by in ALL if name[:-5] not in BY_SEAT[book.game.id]]


@pytest.mark.parametrize(("book", "name", "by"), SAME, ids=[f"{book.game.id}-{name[:-5]}" for book, name, _ in SAME])
def test_the_play_goes_as_written_from_another_seat(book: Book, name: str, by: int) -> None:
    result = run_play(seated(parse(book.files[name]), by), name)
    assert result.ok, f"step {result.step}, line {result.line}: {result.path}: {result.expected} != {result.actual}"


def test_only_plays_about_seats_are_left_out() -> None:
    others = {
        (book.game.id, name[:-5])
        for book, name, by in ALL
        if name[:-5] in BY_SEAT[book.game.id] and not run_play(seated(parse(book.files[name]), by), name).ok
    }
    assert others == {(game, name) for game, names in BY_SEAT.items() for name in names}
    assert 2 * len(SAME) > sum(len(book.files) for book in BOOKS if book.game.id in FIRST), "most plays go round"
