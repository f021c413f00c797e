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
        "commit": "the next in turn is asked first", "equal-ages-as-they-sit": "is about who sits where",
        "first-round": "equal markers go by seat", "markers-hop": "equal markers go by seat",
        "a-moved-pawn-must-still-leave": "equal markers go by seat", "put-right-by-hand": "equal markers go by seat",
        "space-by-space": "equal markers go by seat",
    },
    "forever-evil": {
        "census": "the last in turn is the one who is not counted", "level-full-begins-with-the-next-turn": "as census",
        "swept-before-the-clean-up": "the audit goes by seat", "teams-no-character": "needs an odd number at the table",
        "teams-score-highest": "needs its own seats", "teams-score-single": "needs its own seats",
        "teams-score-sum": "needs its own seats", "teams-first-appearance": "foes answer by seat",
    },
}  # fmt: skip
"""Plays that are about who sits where, with the reason."""


def seated(play: Play, by: int) -> Play:
    """The same play with its seats gone round; who begins is said, and lists of seats follow."""
    seats = (*play.seats[by:], *play.seats[:by])
    first = FIRST[play.game]
    setup = dict(play.setup) if first is None else {first: play.seats[0], **play.setup}
    steps = tuple(replace(step, expect=_gone_round(step.expect, play.seats, seats)) for step in play.steps)
    return replace(play, seats=seats, setup=setup, steps=steps)


def _gone_round(expect: Mapping[str, Any], old: tuple[str, ...], new: tuple[str, ...]) -> dict[str, Any]:
    """Lists of seats in the order of the table go round with it."""
    return {
        path: sorted(value, key=new.index) if path in BY_TABLE and {*value} <= {*old} else value
        for path, value in expect.items()
    }


def moved(book: Book) -> list[tuple[Book, str, int]]:
    """The plays that are the same from another seat. Readers are named after seats, so that taps are left out."""
    found = []
    for name in book.files:
        play = parse(book.files[name])
        by = 2 if play.ruleset.get("variant") == "teams" else 1
        taps = any(step.action == "scan" for step in play.steps)
        if not taps and len(play.seats) > by and name[:-5] not in BY_SEAT[book.game.id]:
            found.append((book, name, by))
    return found


ALL = [each for book in BOOKS if book.game.id in FIRST for each in moved(book)]


@pytest.mark.parametrize(("book", "name", "by"), ALL, ids=[f"{book.game.id}-{name[:-5]}" for book, name, _ in ALL])
def test_the_play_goes_as_written_from_another_seat(book: Book, name: str, by: int) -> None:
    result = run_play(seated(parse(book.files[name]), by), name)
    assert result.ok, f"step {result.step}, line {result.line}: {result.path}: {result.expected} != {result.actual}"


def test_most_plays_are_the_same_from_another_seat() -> None:
    assert len(ALL) > 350
    for book in BOOKS:
        assert BY_SEAT.get(book.game.id, {}).keys() <= {name[:-5] for name in book.files}
