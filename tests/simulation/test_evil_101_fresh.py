"""Simulated tables of Evil:101 that nobody chose: every house rule alone, and fresh combinations with each run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lairkeeper.core.ruleset import specs
from lairkeeper.games.evil_101 import GAME
from lairkeeper.simulation.readers import LAYOUTS

from ..fresh import SEED
from .fresh_tables import alone, drawn, play


def players(rules: Mapping[str, Any]) -> tuple[int, int]:
    return 2, rules.get("most-players", 6)


def test_fresh_matches_are_clean() -> None:
    print(f"first seed: {SEED}")
    for seed in range(SEED, SEED + 10):
        play(GAME, seed, *drawn(GAME, seed, players))


@pytest.mark.parametrize("seed", [181287819])
def test_seeds_that_were_not_clean_once(seed: int) -> None:
    """181287819: a Chase card out of the circle ended the chase and was thrown away."""
    rules = {"agents": "may-leave", "reveal": "one-by-one", "chase-cards": "may-discard"}
    play(GAME, seed, "full", 2, "table", rules)


@pytest.mark.parametrize("seed", [925035104])
def test_nothing_comes_between_what_has_happened_and_what_is_said_of_it(seed: int) -> None:
    """A phone was tapped after the cards had been exchanged and before the app was told: it seemed to leak the deck."""
    play(GAME, seed, *drawn(GAME, seed, players))


@pytest.mark.parametrize("seed", [925035043])
def test_a_lost_plot_that_somebody_else_could_still_collect_is_the_handlers(seed: int) -> None:
    """The app asked whose it is, and the simulated table did not say."""
    play(GAME, seed, *drawn(GAME, seed, players))


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize(("name", "value"), list(alone(specs(GAME.ruleset_type))))
def test_every_house_rule_is_played_alone_at_every_number_of_players(level: str, name: str, value: Any) -> None:
    for n, layout in zip(range(2, 7), (*LAYOUTS, *LAYOUTS), strict=False):
        play(GAME, SEED + n, level, n, layout, {name: value})
