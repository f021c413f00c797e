from __future__ import annotations

from dataclasses import dataclass

import pytest

from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import OptionSpec, _fits, build, choice, refuse_idle, specs, without_idle

from .toy import ToyRules


def test_defaults_hold_where_nothing_is_said() -> None:
    assert build(ToyRules, {}) == ToyRules()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"rounds": 3}, ToyRules(rounds=3)),
        ({"bank": 0}, ToyRules(bank=0)),
        ({"bank": "none"}, ToyRules(bank=None)),
        ({"loud": True}, ToyRules(loud=True)),
        ({"raids": "none"}, ToyRules(raids="none")),
    ],
)
def test_an_option_within_its_bounds_is_taken(given: dict[str, object], expected: ToyRules) -> None:
    assert build(ToyRules, given) == expected


@pytest.mark.parametrize(
    "given",
    [
        {"rounds": 0},
        {"rounds": 10},
        {"rounds": True},
        {"rounds": "3"},
        {"rounds": "none"},
        {"loud": 1},
        {"loud": "yes"},
        {"raids": "some"},
        {"bank": 61},
    ],
)
def test_an_option_outside_its_bounds_is_refused_with_them(given: dict[str, object]) -> None:
    refused = build(ToyRules, given)
    assert isinstance(refused, Refused)
    assert refused.code == CoreRefusal.BAD_VALUE
    assert refused.args["option"] == next(iter(given))
    assert refused.args["allowed"]


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    refused = build(ToyRules, {"raid": "none"})
    assert isinstance(refused, Refused)
    assert (refused.code, refused.invalid) == (CoreRefusal.UNKNOWN_OPTION, True)
    assert "raids" in refused.args["allowed"]


def test_a_number_without_bounds_may_be_any() -> None:
    assert _fits(OptionSpec("points", "number", 1), 10**9)
    assert not _fits(OptionSpec("points", "number", 1, low=1), 0)
    assert not _fits(OptionSpec("points", "number", 1, high=1), 2)
    assert _fits(OptionSpec("points", "number", 1, low=1, high=2), 2)


def test_options_are_listed_with_type_default_bounds_and_rule() -> None:
    found = {spec.name: spec for spec in specs(ToyRules)}
    assert (found["rounds"].type, found["rounds"].default, found["rounds"].allowed) == ("number", 2, "1..9")
    assert found["bank"].allowed == "none | 0..60"
    assert found["loud"].allowed == "false | true"
    assert found["raids"].allowed == "all | none"
    assert found["raids"].rule == "raids"


@dataclass(frozen=True, slots=True)
class TeamRules:
    variant: str = choice("alone", "alone", "teams", rule="variant")
    team_score: str = choice("sum", "sum", "highest", rule="variant", needs={"variant": ("teams",)})


@pytest.mark.parametrize(
    ("rules", "idle"),
    [
        (TeamRules(), False),
        (TeamRules("teams"), False),
        (TeamRules("alone", "sum"), False),
        (TeamRules("teams", "highest"), False),
        (TeamRules("alone", "highest"), True),
    ],
)
def test_an_option_that_says_nothing_beside_the_others_is_refused(rules: TeamRules, idle: bool) -> None:
    refused = refuse_idle(rules)
    assert (refused is not None) == idle
    if refused is not None:
        assert refused.code == CoreRefusal.IDLE_OPTION
        assert refused.args == {"option": "team-score", "needs": "variant=teams"}
        assert refused.invalid


@pytest.mark.parametrize(
    ("given", "left"),
    [
        ({"team-score": "highest"}, {}),
        ({"team-score": "highest", "variant": "teams"}, {"team-score": "highest", "variant": "teams"}),
        ({"team-score": "sum"}, {"team-score": "sum"}),
    ],
)
def test_what_is_drawn_by_chance_leaves_out_options_that_say_nothing(
    given: dict[str, str], left: dict[str, str]
) -> None:
    assert without_idle(TeamRules, given) == left
