"""Every play that ships with the game goes as written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from lairkeeper.games.forever_evil import GAME
from lairkeeper.kit.play import run_text

from .rule_list import PLAYS

FILES = sorted(PLAYS.glob("*.toml"))


def read(path: Path) -> dict[str, object]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_play_goes_as_written(path: Path) -> None:
    result = run_text(path.read_text(encoding="utf-8"), path.name)
    assert result.ok, f"step {result.step}, line {result.line}: {result.path}: {result.expected} != {result.actual}"


def test_plays_are_pages_of_a_rulebook() -> None:
    titles = [read(path)["title"] for path in FILES]
    assert len(set(titles)) == len(titles) >= 20
    for path in FILES:
        play = read(path)
        assert play["game"] == GAME.id
        assert play["level"] in GAME.levels
        assert str(play["rule"]).startswith("Forever Evil, ")
        assert play["covers"], f"{path.name} proves nothing"


def test_at_least_ten_plays_expect_a_number() -> None:
    with_number = 0
    for path in FILES:
        steps = read(path).get("step", [])
        assert isinstance(steps, list)
        values = [value for step in steps for value in step.get("expect", {}).values()]
        with_number += any(isinstance(value, int) and not isinstance(value, bool) for value in values)
    assert with_number >= 10


def test_a_wrong_number_in_a_play_is_noticed() -> None:
    path = PLAYS / "tokens-stolen-with-change.toml"
    wrong = path.read_text(encoding="utf-8").replace('"tokens.Bo" = 4', '"tokens.Bo" = 0')
    result = run_text(wrong)
    assert (result.ok, result.step, result.expected, result.actual) == (False, 1, 0, 4)
