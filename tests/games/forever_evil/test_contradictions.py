"""Every contradiction of the books is on the page: with its option, or with the reason why there is none."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from lairkeeper.core.ruleset import specs
from lairkeeper.core.work import Work
from lairkeeper.games.forever_evil import GAME
from lairkeeper.games.forever_evil.effects.acts import steal_vp
from lairkeeper.games.forever_evil.effects.turn_facts import FIRST_VP, noted
from lairkeeper.kit.plays import read_plays

from .deck_match import begin

PAGE: Final = Path(__file__).parents[3] / "docs" / "games" / "forever-evil.md"
SPECS: Final = {spec.name: spec for spec in specs(GAME.ruleset_type)}


def rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| FE-C")]


def test_each_contradiction_is_listed_once() -> None:
    numbers = [int(n) for row in rows() for n in re.findall(r"C(\d+)", row[0])]
    contradictions = 38  # a fact of the printed books, read twice
    assert sorted(numbers) == list(range(1, contradictions + 1))


def test_each_has_an_option_with_its_default_or_a_reason() -> None:
    for number, _, option, default in rows():
        if option == "-":
            assert len(default) > 10, f"{number} has neither an option nor a reason"
        else:
            spec = SPECS[option.strip("`")]
            said = "no limit" if spec.default is None else str(spec.default).lower()
            assert default.startswith(said), f"{number}: the default is {said}"


def test_each_option_is_played_at_another_value_than_its_default() -> None:
    played: set[str] = set()
    for play in read_plays(GAME).values():
        played |= {name for name, value in play.ruleset.items() if value != SPECS[name].default}
    assert SPECS.keys() - played == {"stolen-vp"}, "only what no card of this box can show has a test of its own"


@pytest.mark.parametrize(("rule", "draws"), [("is-a-gain", True), ("is-no-gain", False)])
def test_stolen_vp_as_the_first_gain_of_a_turn(rule: str, draws: bool) -> None:
    """Catwoman's Attack pays Sinestro besides, so that with the cards of this box he draws either way."""
    setup = {"villain.Ana": "sinestro", "purse.Bo": {1: 1}}
    work = Work(begin(level="full", ruleset={"stolen-vp": rule}, setup=setup).state, (1, 5, 10))
    assert steal_vp(work, "Ana", "Bo", 1) == 1
    assert bool(noted(work.state, FIRST_VP)) is draws
