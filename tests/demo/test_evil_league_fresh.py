"""Simulated tables of the Evil League that nobody chose: every house rule alone, and fresh combinations each run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import cycle
from random import Random
from typing import Any

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.core.ruleset import OptionSpec, specs
from lairkeeper.demo.acts import Intent
from lairkeeper.demo.auto import evening_of
from lairkeeper.demo.readers import LAYOUTS
from lairkeeper.games.evil_league import GAME

from ..fresh import SEED
from .test_evil_league import Listening

RULES = specs(GAME.ruleset_type)
SHARES = (0.0, 0.2, 0.5, 1.0)
SMALL = (1, 2, 3)
"""Of numbers, these are played beside the bounds."""


def values(spec: OptionSpec) -> tuple[Any, ...]:
    """What an option may be; of numbers the ends, some near them, and none where that is allowed."""
    if spec.choices:
        return spec.choices
    ends = {spec.low, spec.high, *(n for n in SMALL if (spec.low or 0) <= n <= (spec.high or 0))}
    return (*((None,) if spec.optional else ()), *sorted(n for n in ends if n is not None))


def drawn(seed: int) -> tuple[str, int, str, dict[str, Any]]:
    """Level, players, layout and house rules of a seed."""
    rng = Random(seed)
    share = rng.choice(SHARES)
    rules = {spec.name: rng.choice(values(spec)) for spec in RULES if rng.random() < share}
    fewest = 2 if rules.get("two-players") else 3
    return rng.choice(GAME.levels), rng.randint(fewest, 5), rng.choice(LAYOUTS), rules


def play(seed: int, level: str, players: int, layout: str, rules: Mapping[str, Any]) -> None:
    """One match; every tap came to what it meant, nobody saw what they must not, and both counts agree."""
    case = f"seed {seed}: {level}, {players} players, {layout}, {dict(rules)}"
    match = Listening(evening_of(GAME.id, players, seed, level, layout, rules))
    for n, act in enumerate(match.evening.acts()):
        assert match.act(act) == (act.intent in (Intent.MOVE, Intent.JIGGLE)), f"{case}: act {n}, {act}"
        if n % 10 == 0:
            assert match.leaks() == [], case
    assert match.evening.differences(GAME.view(match.history.state, TABLE)) == [], case
    assert match.history.state.finished, case
    assert set(match.history.state.winners or ()) == set(match.evening.winners()), case


def test_fresh_matches_are_clean() -> None:
    print(f"first seed: {SEED}")
    for seed in range(SEED, SEED + 8):
        play(seed, *drawn(seed))


def _alone() -> Iterator[tuple[str, Any]]:
    for spec in RULES:
        yield from ((spec.name, value) for value in values(spec) if value != spec.default)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("level", GAME.levels)
@pytest.mark.parametrize(("name", "value"), list(_alone()))
def test_every_house_rule_is_played_alone_at_every_number_of_players(level: str, name: str, value: Any) -> None:
    players = range(2 if name == "two-players" else 3, 6)
    for n, layout in zip(players, cycle(LAYOUTS), strict=False):
        play(SEED + n, level, n, layout, {name: value})
