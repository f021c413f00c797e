"""Shared parts of the tests of simulated tables by fresh house rules: the values of options, and one match played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

from lairkeeper.core.game import Game
from lairkeeper.core.ids import TABLE
from lairkeeper.core.ruleset import OptionSpec, specs
from lairkeeper.simulation.auto import simulated_match_of
from lairkeeper.simulation.readers import LAYOUTS

from .test_evil_league import Listening

SHARES = (0.0, 0.2, 0.5, 1.0)
"""The share of the house rules that are drawn."""
SMALL = (1, 2, 3)
"""Of numbers, these are played beside the bounds."""


def values(spec: OptionSpec) -> tuple[Any, ...]:
    """Return what an option may be; of numbers the ends, small ones, and none where that is allowed."""
    if spec.choices:
        return spec.choices
    low, high = spec.low or 0, spec.high or 0
    numbers = sorted({low, high, *(n for n in (*SMALL, low + 2) if low <= n <= high)})
    return (*((None,) if spec.optional else ()), *numbers)


def alone(options: Iterable[OptionSpec]) -> Iterator[tuple[str, Any]]:
    """Yield each value of each option that is not its default."""
    for spec in options:
        yield from ((spec.name, value) for value in values(spec) if value != spec.default)


def drawn(
    game: Game, seed: int, players: Callable[[Mapping[str, Any]], tuple[int, int]]
) -> tuple[str, int, str, dict[str, Any]]:
    """Return level, players, layout and house rules of a seed; ``players`` gives how many there may be by the rules."""
    rng = Random(seed)
    share = rng.choice(SHARES)
    rules = {spec.name: rng.choice(values(spec)) for spec in specs(game.ruleset_type) if rng.random() < share}
    return rng.choice(game.levels), rng.randint(*players(rules)), rng.choice(LAYOUTS), rules


def play(game: Game, seed: int, level: str, players: int, layout: str, rules: Mapping[str, Any]) -> None:
    """Play one match: every tap came to what it meant, nobody saw what they must not, and both counts agree."""
    case = f"seed {seed}: {level}, {players} players, {layout}, {dict(rules)}"
    match = Listening(simulated_match_of(game.id, players, seed, level, layout, rules))
    for n, act in enumerate(match.evening.acts()):
        assert match.act(act) == act.commands, f"{case}: act {n}, {act}"
        if n % 5 == 0:
            assert match.leaks() == [], case
    assert match.evening.differences(game.view(match.history.state, TABLE)) == [], case
    assert match.history.state.finished, case
    assert set(match.history.state.winners or ()) == set(match.evening.winners()), case
