"""A state path without quotes means the same as one in quotes, in set-ups and expectations of every game."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.games import all_games
from lairkeeper.kit.dotted import joined
from lairkeeper.kit.play import run_text
from lairkeeper.kit.playfile import PlayError, parse

HEAD = 'title = "Without quotes"\ngame = "forever-evil"\nseats = ["Ana", "Bo"]\n'


def nested(path: str, value: Any) -> dict[str, Any]:
    """Return what TOML makes of a path without quotes."""
    first, _, rest = path.partition(".")
    return {first: nested(rest, value) if rest else value}


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("value", [1, [], {}, {"5": 1}, "Ana"])
def test_every_path_of_every_game_may_go_without_quotes(game: str, value: object) -> None:
    paths = [spec.path for spec in all_games()[game].paths if "PATH" not in spec.path]
    if value == {"5": 1}:  # a table: not where others go on, such as prompt.code
        paths = [path for path in paths if not any(each.startswith(f"{path}.") for each in paths)]
    for own in paths:
        for path in (own, f"view.Bo.{own}"):
            assert joined(nested(path, value), game) == {path: value}, path


def test_a_match_is_set_up_and_looked_at_without_quotes() -> None:
    result = run_text(
        HEAD
        + """
[setup]
hand.Ana = ["Punch"]
purse.Bo = { 5 = 1 }
discard.Bo = ["Kick"]

[[step]]
expect = { hand.Ana = ["Punch"], tokens.Bo = 5, view.Ana.tokens.Bo = 5, discard.Bo = ["Kick"] }
""",
        "play",
    )
    assert result.to_json() == {"file": "play", "ok": True, "steps": 1}


def test_a_table_that_is_a_value_stays_one() -> None:
    table = {"owners": {"target-1#1": "Bo"}, "view.Bo.citizens": {"place-1": 9}, "printed": {"plot-1": {"points": 2}}}
    assert joined(table, "evil-101") == table
    assert joined({"prompt": {"code": "x"}, "elsewhere": {"Ana": 1}}, "no such game") == {
        "prompt.code": "x",
        "elsewhere": {"Ana": 1},
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('[setup]\n"hand.Ana" = 1\nhand.Ana = 2\n[[step]]\nundo = 1', 5),
        ('[[step]]\nexpect = { turn = 1 }\n[[step]]\nexpect = { hand.Ana = 1, "hand.Ana" = 2 }', 7),
    ],
)
def test_a_path_that_is_written_twice_is_named_with_its_line(text: str, line: int) -> None:
    with pytest.raises(PlayError, match=r"hand\.Ana is written twice") as caught:
        parse(HEAD + text)
    assert caught.value.line == line
