"""The bench of effort counts every tap once, and no movement where a piece lies where the game wants it."""

from __future__ import annotations

import pytest

from lairkeeper.core.state import State
from lairkeeper.simulation.readers import LAYOUTS
from tests.fresh import SEED

from .bench_effort import figures
from .effort import Effort, cases, is_at, measure, players_of


def test_a_fresh_match_costs_what_its_parts_cost() -> None:
    for layout in LAYOUTS:
        effort = measure("evil-101", "full", layout, SEED)
        assert 0 < effort.movements <= effort.taps, layout
        assert effort.counted < effort.taps
        assert effort.per_turn == pytest.approx((effort.taps - effort.counted) / effort.turns)
        if layout == "tap":
            assert effort.movements == effort.taps


def test_at_places_pieces_lie_where_the_game_wants_them() -> None:
    tap, table = (measure("evil-101", "full", layout, SEED) for layout in ("tap", "table"))
    assert table.movements / table.taps < tap.movements / tap.taps


@pytest.mark.parametrize(
    ("reader", "place", "there"),
    [
        ("seat-2", "in-play.Bo", True),
        ("seat-1", "in-play.Bo", False),
        ("seat-1", "line-up", False),
        ("slot-3", "line-up", True),
        ("slot-3", "in-play.Ana", False),
        ("tap", "line-up", False),
        ("tap", "in-play.Ana", False),
    ],
)
def test_a_reader_is_at_its_place_alone(reader: str, place: str, there: bool) -> None:
    state = State("forever-evil", "full", ("Ana", "Bo"), None)
    assert is_at(state, reader, place) is there


def test_a_match_without_turns_is_one_turn() -> None:
    assert Effort(0, 9, 4, 0, 9).per_turn == 5


def test_each_game_level_and_layout_has_its_figures() -> None:
    found = {case: [Effort(10, 40, 10, 2, 30), Effort(20, 80, 20, 4, 60)] for case in cases()}
    said = figures(found, 7)
    for game, level, layout in cases():
        name = f"effort.{game}.{level}.{layout}"
        assert [said[name + end]["value"] for end in ("", ".taps", ".counted", ".questions", ".movements")] == [
            3, 60, 15, 3, 45,
        ]  # fmt: skip
        assert said[name]["ratio"] == 1
    assert players_of("forever-evil") == 3
