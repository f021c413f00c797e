"""The house rules of Forever Evil at the simulated table: each value, and many of them together."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import OptionSpec, specs
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.simulation.score import ScoreMatch
from lairkeeper.games.forever_evil.simulation.sides import Sides

from .listening import SEATS, Listening

OPTIONS = specs(GAME.ruleset_type)
TEAMS = {"variant": "teams"}


def values(spec: OptionSpec) -> tuple[Any, ...]:
    """Return the values that an option may have: all named ones, else both bounds and None if optional."""
    return spec.choices or (spec.low, spec.high, *((None,) if spec.optional else ()))


def score(seed: int, players: int, rules: dict[str, Any]) -> ScoreMatch:
    layout = ("tap", "seats", "table")[seed % 3]
    return ScoreMatch(SEATS[:players], Random(f"house rules {seed}"), layout, rules)


def other_values() -> list[Any]:
    return [
        pytest.param(spec, value, id=f"{spec.name}={value}".lower())
        for spec in OPTIONS
        for value in values(spec)
        if value != spec.default
    ]


@pytest.mark.parametrize(("spec", "value"), other_values())
def test_every_value_of_every_option_counts_as_at_the_table(spec: OptionSpec, value: Any) -> None:
    rules = {spec.name: value} | (TEAMS if spec.rule == "variant" else {})
    Listening(score(len(spec.name), 2, rules)).play()


@pytest.mark.parametrize("seed", range(8))
def test_house_rules_together_count_as_at_the_table(seed: int) -> None:
    rng = Random(f"combination {seed}")
    teams = TEAMS if seed % 2 else {}
    drawn = [spec for spec in OPTIONS if spec.name not in APART and (spec.rule != "variant" or teams)]
    rules = {spec.name: rng.choice(values(spec)) for spec in drawn if spec.name != "variant"}
    if teams and rules["team-tokens"] == "none":
        rules["team-passed"] = "none"
    Listening(score(seed, 2 + 2 * (seed % 2), rules | teams)).play()


APART = {"super-heroes", "super-villains"}
"""Not possible in every combination."""


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"super-villains": "two-dealt"}, "too-few-super-villains"),
        ({"super-heroes": 12, "variant": "teams"}, "not-together"),
        ({"team-tokens": "none", "team-passed": "tokens", "variant": "teams"}, "not-together"),
    ],
)
def test_what_cannot_be_played_together_is_refused_by_the_game(rules: dict[str, Any], code: str) -> None:
    begun = History.start(GAME, score(1, 4, rules).header)
    assert isinstance(begun, Refused)
    assert begun.code == code


def test_the_tokens_and_vulnerabilities_of_a_house_are_seen_in_the_totals() -> None:
    """A table that knew nothing of these rules would count the same as without them."""
    plain, poorer, cards = (score(1, 2, rules) for rules in ({}, {"vulnerability": -1}, {"count-tokens": False}))
    for evening in (plain, poorer, cards):
        Listening(evening).play()
    assert all(poorer.scores()[seat] == plain.scores()[seat] - 3 for seat in SEATS[:2])
    assert sum(cards.scores().values()) < sum(plain.scores().values())


def test_the_last_in_turn_order_wins_a_tie_alone_and_with_mates() -> None:
    level, heroes = dict.fromkeys(SEATS[:4], 20), dict.fromkeys(SEATS[:4], 1)
    last = {"tie": "last-in-turn-order"}
    assert Sides(SEATS[:4], {}).winners(level, heroes) == SEATS[:4]
    assert Sides(SEATS[:4], last).winners(level, heroes) == ("Dee",)
    assert Sides(SEATS[:4], last).winners(level | {"Dee": 19}, heroes) == ("Cy",)
    assert Sides(SEATS[:4], last | TEAMS).winners(level, heroes) == ("Bo", "Dee")
