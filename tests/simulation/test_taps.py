"""The taps a turn that the page New match shows are those that simulated players need today."""

from __future__ import annotations

from random import Random

import pytest

from lairkeeper.games import all_games, taps_of
from tests.fresh import SEED

from .taps import measured

CASES = [(game, level) for game, found in all_games().items() for level in found.levels]


@pytest.mark.parametrize(("game", "level"), CASES)
def test_a_fresh_match_needs_about_as_many_taps(game: str, level: str) -> None:
    told = taps_of(game)[level]
    seeds = [Random(f"taps {game} {level} {SEED}").randrange(10**6) for _ in range(1)]
    found = measured(game, level, seeds)
    assert abs(found - told) <= max(1.0, 0.4 * told), (
        f"{game} at {level}: {found:.1f} taps a turn by seed {seeds}, {told} are told. "
        "Measure anew: python -m tests.simulation.taps"
    )


def test_more_tracking_needs_more_taps() -> None:
    for game, found in all_games().items():
        told = [taps_of(game)[level] for level in found.levels]
        assert told == sorted(told), game
