"""One thing that a reader saw: what it says, and how long after another it came."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core.pieces import SHARED
from lairkeeper.scans import Sighting
from lairkeeper.scans.sighting import sighting_from_json, sighting_to_json

from .taps import Taps, sighting


@pytest.mark.parametrize(
    ("game", "component", "kind"),
    [
        (SHARED, "verb-undo#1", "verb-undo"),
        ("chess", "verb-undo#1", None),  # a piece of a game by that name
        (SHARED, "king#1", None),
        (SHARED, None, None),
        (None, None, None),
    ],
)
def test_only_what_belongs_to_no_game_is_a_word(game: str | None, component: str | None, kind: str | None) -> None:
    shared = replace(sighting(1, 1.0, "coin-1"), game=game, component=component).shared
    assert (shared and shared.kind) == kind


def test_a_piece_of_the_game_by_the_name_of_a_word_says_nothing() -> None:
    taps = Taps().tap("coin-1", "market-day:verb-undo")
    assert taps.moves == ["gain Ana coin-1"]


@pytest.mark.parametrize(("heard", "late"), [(None, 0.0), (10.0, 0.0), (9.0, 0.0), (12.5, 2.5)])
def test_how_late_it_was_heard(heard: float | None, late: float) -> None:
    assert replace(sighting(1, 10.0, "coin-1"), heard=heard).late == late


@pytest.mark.parametrize(
    ("first", "then", "seconds"),
    [
        ({"ms": 1_000}, {"ms": 3_500}, 2.5),
        ({"ms": 1_000}, {}, 1.0),
        ({}, {"ms": 3_500}, 1.0),
        ({"ms": 1_000}, {"ms": 3_500, "boot": "2"}, 1.0),
        ({"ms": 1_000}, {"ms": 3_500, "device": "c"}, 1.0),
    ],
)
def test_one_start_of_a_board_tells_by_its_own_clock(
    first: dict[str, Any], then: dict[str, Any], seconds: float
) -> None:
    one, two = (replace(sighting(n, 9.0 + n, "coin-1"), **{"boot": "1"} | how) for n, how in ((1, first), (2, then)))
    assert two.seconds_after(one) == seconds


def test_the_order_is_that_in_which_it_happened() -> None:
    rows = (sighting(2, 5.0, "coin-1"), sighting(1, 5.0, "coin-1"), sighting(3, 4.0, "coin-1"))
    assert [each.row for each in sorted(rows, key=lambda each: each.order)] == [3, 1, 2]


def test_what_is_left_out_is_usual() -> None:
    plain = Sighting(1, 2.0, "tap")
    assert plain.kind == "+"
    assert sighting_from_json({"row": 1, "at": 2, "zone": "tap"}) == plain
    assert (plain.foreign, plain.lying) == (False, False)
    assert sighting_to_json(plain).keys() == {"row", "at", "zone", "kind"}


def test_zero_is_a_time_like_another() -> None:
    begun = Sighting(0, 0.0, "tap", ms=0, heard=0.0)
    assert sighting_from_json(sighting_to_json(begun)) == begun


@pytest.mark.parametrize("name", ["zone", "kind", "uid", "device", "boot"])
def test_each_text_must_be_one(name: str) -> None:
    with pytest.raises(TypeError, match=f"{name} must be text"):
        sighting_from_json({"row": 1, "at": 2.5, "zone": "tap", name: 5})


@pytest.mark.parametrize("wrong", [{"row": "1"}, {"row": 1.5}, {"at": "2"}, {"at": None}])
def test_a_row_and_a_time_are_numbers(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="row must be a whole number and at a time"):
        sighting_from_json({"row": 1, "at": 2.5, "zone": "tap"} | wrong)
