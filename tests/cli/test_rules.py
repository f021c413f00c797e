"""House rules on the command line: each value of each option of each game is taken as it is written."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lairkeeper.cli.options import parse_rules
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Refused
from lairkeeper.core.ruleset import build, specs
from lairkeeper.games import all_games


def values() -> Iterator[tuple[str, str, str]]:
    """Game, option and value, as words of the command line."""
    for game in all_games().values():
        for spec in specs(game.ruleset_type):
            there = [*spec.choices, *(each for each in (spec.low, spec.high) if each is not None)]
            for value in [*there, *(["none"] if spec.optional else [])]:
                yield game.id, spec.name, str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize(("game", "name", "value"), list(values()))
def test_every_value_that_is_listed_can_be_written(game: str, name: str, value: str) -> None:
    given = parse_rules((f"{name}={value}",))
    kind = all_games()[game].ruleset_type
    ruleset = build(kind, given)
    assert not isinstance(ruleset, Refused), ruleset
    kept = getattr(ruleset, name.replace("-", "_"))
    assert (kept is None and value == "none") or str(kept).lower() == value


def test_a_number_that_is_no_choice_is_refused() -> None:
    refused = build(all_games()["dc-forever"].ruleset_type, parse_rules(("citizen-values=7",)))
    assert isinstance(refused, Refused)
    assert refused.code == CoreRefusal.BAD_VALUE
