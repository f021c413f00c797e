"""Who and what the tapped words may mean, before the game is asked what is allowed."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.game import Slots
from lairkeeper.core.result import Offer
from lairkeeper.scans.carried import CARRIED, still_asked
from lairkeeper.scans.instructions import CARD, PURSE, Instruction, _same_kinds
from lairkeeper.scans.presence import ALREADY, FLICKERED, Presence
from lairkeeper.scans.question import FIRST_ONLY, INSTEAD, Question, QuestionOption
from lairkeeper.scans.reading import ANYBODY, Guess, _fit, _guesses, _named, _only_seats
from lairkeeper.scans.settle import TOGETHER, settle
from lairkeeper.scans.todo_list import merged
from lairkeeper.scans.zones import Role

from .taps import sighting


def said(**words: Any) -> Any:
    """Return a sentence: ``card``, ``verb``, ``seats``, ``target`` and the ``tray`` it was tapped at."""
    return SimpleNamespace(**{"card": None, "verb": None, "seats": (), "target": None, "tray": None} | words)


@pytest.mark.parametrize(
    ("words", "guesses"),
    [
        ({"seats": ("Bo",)}, (Guess(0, "Ana", "Bo"), Guess(1, ANYBODY, "Bo"))),
        ({"seats": ("Bo",), "tray": "Cy"}, (Guess(0, "Cy", "Bo"), Guess(1, ANYBODY, "Bo"))),
        ({"seats": ("Bo", "Cy")}, (Guess(0, "Bo", "Cy"),)),
        ({"seats": ("Bo", "Cy"), "card": "gem#1"}, (Guess(0, "Bo", "Cy"),)),
        ({"seats": ("Bo",), "card": "gem#1"}, (Guess(0, "Bo"), Guess(0, "Ana", "Bo"), Guess(1, ANYBODY, "Bo"))),
        ({"seats": ("Bo",), "verb": "verb-steal"}, (Guess(0, "Bo"), Guess(0, "Ana", "Bo"), Guess(1, ANYBODY, "Bo"))),
        ({"seats": ("Bo",), "card": "gem#1", "tray": "Bo"}, (Guess(0, "Bo"),)),
        ({"seats": ("Bo",), "card": "gem#1", "tray": "Cy"}, (Guess(0, "Cy", "Bo"), Guess(1, "Bo"))),
        ({"seats": ("Bo",), "card": "gem#1", "target": "mole#1"}, (Guess(0, "Bo"),)),
        ({"card": "gem#1", "tray": "Cy"}, (Guess(0, "Cy"),)),
        ({"card": "gem#1"}, (Guess(0, "Ana"), Guess(1, ANYBODY))),
    ],
)
def test_who_may_act_on_whom(words: dict[str, Any], guesses: tuple[Guess, ...]) -> None:
    context: Any = SimpleNamespace(actor="Ana")
    assert _guesses(said(**words), context) == guesses


@pytest.mark.parametrize(
    ("command", "words", "target"),
    [
        ({}, {}, ""),
        ({"card": "gem#1"}, {"card": "gem#1"}, ""),
        ({"card": "gem"}, {"card": "gem#1"}, ""),
        ({"card": "gem#1", "target": "mole"}, {"card": "gem#1", "target": "mole#2"}, "mole"),
        ({"card": "gem#1", "target": "mole#2"}, {"card": "gem#1", "target": "mole#2"}, "mole#2"),
        ({"card": "gem#2"}, {"card": "gem#1"}, None),
        ({"target": "gem"}, {"card": "gem#1"}, "gem"),
        ({"target": "gem#1"}, {"card": "gem#1"}, "gem#1"),
        ({"target": "gem#1"}, {"card": "gem#1", "target": "mole#2"}, None),
    ],
)
def test_what_a_command_is_aimed_at(command: dict[str, str], words: dict[str, Any], target: str | None) -> None:
    assert _named(Command(move="do", **command), said(**words)) == target


@pytest.mark.parametrize(
    ("command", "place", "key", "whole"),
    [
        ({}, None, 0, True),
        ({}, "slot-1", 1, True),
        ({"target": "slot-1"}, "slot-1", 0, True),
        ({"target": "slot-1"}, None, 0, False),
        ({"target": "slot-2"}, "slot-1", 0, False),
        ({"card": "gem#1"}, None, 0, False),
    ],
)
def test_what_is_laid_at_a_place_is_about_that_place(
    command: dict[str, str], place: str | None, key: int, whole: bool
) -> None:
    words = said(verb="verb-do", moves=("do",), place=place)
    fit = _fit(Offer(Command(move="do", by="Ana", **command)), words, (Guess(0, "Ana"),))
    assert fit is not None
    assert (fit.key[-1], fit.whole) == (key, whole)


@pytest.mark.parametrize(("records", "left"), [(1, (INSTEAD, FIRST_ONLY)), (2, (FIRST_ONLY,))])
def test_what_counted_first_can_be_taken_back_while_nothing_came_after_it(records: int, left: tuple[str, ...]) -> None:
    options = (QuestionOption(INSTEAD, args={"records": records}), QuestionOption(FIRST_ONLY))
    question = Question(1, CARRIED, (1,), 0.0, "seat-1", uid="04AA", channel="tray:Ana", options=options)
    now = still_asked(SimpleNamespace(history=("start",)), question)  # type: ignore[arg-type]
    assert tuple(option.action for option in now.options) == left


def test_nothing_but_seats() -> None:
    assert _only_seats(said(seats=("Bo",)))
    assert not _only_seats(said())
    assert not _only_seats(said(seats=("Bo",), card="gem#1"))
    assert not _only_seats(said(seats=("Bo",), verb="verb-steal"))


def test_a_seat_that_is_put_down_last_still_comes_first() -> None:
    row = [sighting(n, 10.0 + 0.9 * n * TOGETHER, what) for n, what in enumerate(("coin-1", "coin-5", "seat-2"))]
    ready, _ = settle(row, 20.0)
    assert [each.row for each in ready] == [2, 0, 1]


def test_a_tag_that_is_lost_and_found_in_the_same_instant_was_there_all_along() -> None:
    presence = Presence()
    assert presence.see(sighting(1, 10.0, "coin-1")) is None
    assert presence.see(sighting(2, 20.0, "coin-1", kind="-")) is None
    assert presence.see(sighting(3, 20.0, "coin-1")) == ALREADY


@pytest.mark.parametrize(
    ("looks", "lay", "away", "new"),
    [
        ((2, 8), 0.40, 1.9, False), ((2, 8), 0.40, 2.1, True), ((2, 8), 0.44, 0.4, False), ((2, 8), 0.44, 0.6, True),
        ((7, 8), 0.60, 0.4, False), ((7, 8), 0.64, 0.4, True), ((7, 8), 0.64, 0.2, False),
        ((7, 5), 9.00, 1.9, False), ((7, 5), 9.00, 2.1, True), ((7, 6), 9.00, 1.9, True), ((7, 6), 9.00, 0.4, True),
        (None, 0.40, 0.4, True), (None, 0.40, 0.2, False),
    ],
)  # fmt: skip
def test_a_tag_that_was_only_glimpsed_is_laid_down_once(
    looks: tuple[int, int] | None, lay: float, away: float, new: bool
) -> None:
    """A hand hovers above the reader, and lays the piece down."""
    presence = Presence()
    assert presence.see(sighting(1, 10.0, "coin-1")) is None
    presence.see(replace(sighting(2, 10.0 + lay, "coin-1", kind="-"), looks=looks))
    assert presence.see(sighting(3, 10.0 + lay + away, "coin-1")) == (None if new else FLICKERED)


def test_what_has_lain_long_and_flickers_is_not_worth_a_word() -> None:
    presence = Presence()
    presence.see(sighting(1, 10.0, "coin-1"))
    presence.see(sighting(2, 19.0, "coin-1", kind="-"))
    assert presence.see(sighting(3, 19.2, "coin-1")) == ALREADY


@pytest.mark.parametrize(
    ("place", "slots", "single"),
    [
        ("slot-1", Slots(), True), ("slot-1", Slots(single=False), False), ("deck", Slots(), False),
        (None, Slots(), False),
    ],
)  # fmt: skip
def test_where_one_piece_only_can_lie(place: str | None, slots: Slots, single: bool) -> None:
    assert Role("tap", place=place, slots=slots).single is single


def test_of_two_copies_the_one_that_stays_is_not_taken_for_the_other() -> None:
    old = {"heap": ["kick#1", "kick#2"]}
    _same_kinds(old, {"heap": ["kick#2"]})
    assert old == {"heap": ["kick#1", "kick#2"]}
    _same_kinds(old, {"heap": ["kick#2", "kick#3"]})
    assert old == {"heap": ["kick#3", "kick#2"]}


def test_one_token_too_many_goes_back() -> None:
    there = Instruction(PURSE, source="Ana", target="bank", n=3, value=5)
    back = Instruction(PURSE, source="bank", target="Ana", n=2, value=5)
    assert merged((there,), (back,)) == (Instruction(PURSE, source="Ana", target="bank", n=1, value=5),)
    assert merged((back,), (there,)) == (Instruction(PURSE, source="Ana", target="bank", n=1, value=5),)


@pytest.mark.parametrize(("first", "then"), [(True, False), (False, True), (True, True), (False, False)])
def test_two_ways_of_a_card_are_one_secret_way_if_either_is(first: bool, then: bool) -> None:
    one = Instruction(CARD, "gem#1", "deck", "hand.Ana", secret=first)
    two = Instruction(CARD, "gem#1", "hand.Ana", "heap", secret=then)
    assert [each.secret for each in merged((one,), (two,))] == [first or then]
