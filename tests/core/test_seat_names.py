"""Seats are named as people write their names."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import LONGEST_NAME, folded, is_seat_name, length_of, visible
from lairkeeper.core.purse import debt_of, debts
from lairkeeper.core.showing import seat_of
from tests.fresh import SEED
from tests.people import WRITTEN, people, person

from .toy import TOY as GAME

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize("name", WRITTEN)
def test_names_as_people_write_them(name: str) -> None:
    assert is_seat_name(name)
    assert visible(name) == name


def test_whatever_letters_a_script_has() -> None:
    rng = Random(f"names {SEED}")
    for _ in range(2000):
        name = person(rng)
        assert is_seat_name(name), ascii(name)


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "Ana ", " Ana", "A\nb", "A\tb", "A\x00", "A\x7f", "A\x85b", "A\u202eb", "A\u2067b", "A\u2028b",
        "\u200d", "\u0301", "e\u0301", "x" * 25, "न" * 25, FAMILY * 25, "a" + "\u0327" * 120, "\udc80", "\u00a0",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_or_told_apart_is_no_name(name: str) -> None:
    assert not is_seat_name(name), ascii(name)


def test_length_is_what_readers_count() -> None:
    for name, length in (
        ("Ana", 3),
        ("क्षि", 2),
        ("Zoé", 3),
        (FAMILY, 1),
        ("👍🏽", 1),
        ("👍🏿", 1),
        ("👍🏻", 1),
        ("น้ำฝน", 4),
        ("می\u200cنا", 4),
    ):
        assert length_of(name) == length, name
    assert is_seat_name("क्षि" * (LONGEST_NAME // 2))


def test_names_that_readers_take_for_one() -> None:
    for one, other in (("Ana", "ANA"), ("Ａna", "ana"), ("می\u200cنا", "مینا"), ("Straße", "STRASSE"), ("A  b", "a b")):
        assert folded(one) == folded(other)
    assert folded("अनन्या") != folded("अनन्य")


def test_debts_between_names_with_dots() -> None:
    seats = ("A", "A.A", "A.A.A", "A%2EA", "A%")
    names = [(debtor, creditor) for debtor in seats for creditor in seats if debtor != creditor]
    assert len({debt_of(*each) for each in names}) == len(names)
    assert debt_of("Ana", "Bo") == "iou.Ana.Bo", "as in the logs of matches before"
    for each in names:
        state = type("State", (), {"counters": {debt_of(*each): 2}})()
        assert dict(debts(state)) == {each: 2}


def test_places_and_views_of_names_with_dots() -> None:
    rng = Random(f"seats {SEED}")
    for _ in range(100):
        seats = people(rng, rng.randint(GAME.players[0], GAME.players[1]))
        history = History.start(GAME, Header(GAME.id, seats))
        assert isinstance(history, History), (seats, history)
        for seat in seats:
            assert seat_of(history.state, f"hand.{seat}") == seat
            assert seat_of(history.state, f"box.hand.{seat}") == seat
            assert GAME.lookup(history.state, f"score.{seat}") == 0
            assert GAME.lookup(history.state, f"view.{seat}.seats") == list(seats)
        assert seat_of(history.state, "line-up") is None


def test_composed_and_decomposed_are_one_name() -> None:
    assert visible(unicodedata.normalize("NFD", "Zoé")) == "Zoé"


def test_a_name_may_be_as_long_as_the_pages_say() -> None:
    assert is_seat_name("x" * 24)
    assert not is_seat_name("x" * 25)
