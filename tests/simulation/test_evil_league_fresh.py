"""Simulated tables of the Evil League that nobody chose: every house rule alone, and fresh combinations each run."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from typing import Any

import pytest

from lairkeeper.core.ruleset import specs
from lairkeeper.games.evil_league import GAME
from lairkeeper.simulation.readers import LAYOUTS

from ..fresh import SEED
from .fresh_tables import alone, drawn, play


def players(rules: Mapping[str, Any]) -> tuple[int, int]:
    return 2 if rules.get("two-players") else 3, 5


def test_fresh_matches_are_clean() -> None:
    print(f"first seed: {SEED}")
    for seed in range(SEED, SEED + 8):
        play(GAME, seed, *drawn(GAME, seed, players))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize(("name", "value"), list(alone(specs(GAME.ruleset_type))))
def test_every_house_rule_is_played_alone_at_every_number_of_players(level: str, name: str, value: Any) -> None:
    numbers = range(2 if name == "two-players" else 3, 6)
    for n, layout in zip(numbers, cycle(LAYOUTS), strict=False):
        play(GAME, SEED + n, level, n, layout, {name: value})
