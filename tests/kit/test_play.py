from __future__ import annotations

import pytest

from lairkeeper.kit.play import PlayResult, run_play, run_text
from lairkeeper.kit.playfile import PlayError, parse
from lairkeeper.kit.plays import read_plays

from ..core.toy import TOY

HEAD = """title = "A play"
game = "toy"
seats = ["Ana", "Bo"]
level = "full"

[setup]
"hand.Ana" = ["Mole", "Gem"]
"hand.Bo" = ["Spade"]
"purse.Bo" = { 5 = 1 }

[[step]]
do = [{ by = "Ana", move = "answer", card = "Mole" }, { by = "Bo", move = "answer", card = "Spade" }]
"""
HEAD = HEAD.replace('card = "Mole"', 'card = "Mole#1"').replace('card = "Spade"', 'card = "Spade#1"')


def run(steps: str) -> PlayResult:
    return run_play(parse(HEAD + steps), game=TOY)


def test_a_play_that_goes_as_written_is_fine() -> None:
    result = run(
        """expect = { "tokens.Ana" = 1, "purse.Bo" = { 5 = 1 }, "heap" = ["Mole", "Spade#1"], "deck" = 11 }
[[step]]
do = { by = "Ana", move = "raid" }
[[step]]
do = { by = "Bo", move = "answer", option = "take-it" }
expect = { "tokens.Bo" = 3, prompt.code = "your-raid" }
[[step]]
undo = 2
expect = { "tokens.Bo" = 5 }
[[step]]
redo = 2
expect = { "tokens.Bo" = 3, "view.Bo.hand.Ana" = "1 card", "view.Ana.hand.Ana" = ["gem"] }
[[step]]
refuse = { by = "Bo", move = "raid", code = "out-of-turn" }
[[step]]
do = { by = "Bo", move = "end-turn", force = "Ana has gone home" }
[[step]]
do = { by = "Bo", move = "undo" }
[[step]]
do = { by = "Bo", move = "redo" }
[[step]]
expect = { "active" = "Bo" }
"""
    )
    assert result == PlayResult("play", True, 10)
    assert result.to_json() == {"file": "play", "ok": True, "steps": 10}


@pytest.mark.parametrize(
    ("steps", "expected", "actual", "path"),
    [
        ('expect = { "tokens.Ana" = 2 }', 2, 1, "tokens.Ana"),
        ('expect = { "tokens.Zoe" = 2 }', 2, "no state path 'tokens.Zoe'", "tokens.Zoe"),
        ('expect = { "heap" = ["Mole"] }', ["Mole"], ["mole#1", "spade#1"], "heap"),
        ('expect = { "finished" = 0 }', 0, False, "finished"),
        ('[[step]]\ndo = { by = "Bo", move = "raid" }', "accepted", "refused: out-of-turn (seat=Bo, active=Ana)", None),
        ('[[step]]\nrefuse = { by = "Ana", move = "draw", code = "deck-empty" }', "refused: deck-empty",
         "accepted: PoolShifted", None),
        ('[[step]]\nrefuse = { by = "Bo", move = "raid", code = "no-raids" }', "refused: no-raids",
         "refused: out-of-turn (seat=Bo, active=Ana)", None),
        ("[[step]]\nundo = 9", "accepted", "refused: nothing-to-undo (n=9, have=2)", None),
        ("[[step]]\nredo = 1", "accepted", "refused: nothing-to-redo", None),
        ('[[step]]\nscan = { reader = "mars 1", component = "Gem" }', "a reader",
         "no reader 'mars 1' at this match; there are tap, seat-1, seat-2 …", None),
    ],
)  # fmt: skip
def test_a_play_that_goes_another_way_says_where(
    steps: str, expected: object, actual: object, path: str | None
) -> None:
    result = run(steps)
    assert not result.ok
    assert (result.expected, result.actual, result.path) == (expected, actual, path)
    assert result.step == (1 if steps.startswith("expect") else 2)
    assert result.line is not None
    assert result.line >= 11
    assert {"step", "expected", "actual", "line", "path"} <= set(result.to_json())


def test_a_set_up_may_have_to_be_refused() -> None:
    head = 'title = "t"\ngame = "toy"\nseats = ["Ana"]\nrefuse_setup = "bad-players"\n'
    assert run_play(parse(head), game=TOY).ok
    other = run_play(parse(head.replace("bad-players", "bad-seats")), game=TOY)
    assert (other.ok, other.actual) == (False, "refused: bad-players (have=1, low=2, high=4)")
    fine = run_play(parse(head.replace('["Ana"]', '["Ana", "Bo"]')), game=TOY)
    assert (fine.ok, fine.actual) == (False, "a match")


def test_a_set_up_that_is_refused_is_a_failure() -> None:
    result = run_play(parse(HEAD.replace('"hand.Ana"', '"hand.Zoe"')), game=TOY)
    assert (result.ok, result.step, result.expected) == (False, 0, "a match")


def test_a_game_that_is_not_installed_is_a_failure() -> None:
    result = run_text(HEAD.replace('"toy"', '"chess"'), "x.toml")
    assert not result.ok
    assert "installed" in str(result.actual)


def test_a_file_that_is_no_play_is_a_failure_with_its_line() -> None:
    result = run_text('title = "x"\nseats = [\n', "x.toml")
    assert (result.ok, result.step, result.steps) == (False, 0, 0)
    assert "TOML" in str(result.actual)


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('game = "toy"\nseats = []\n', 1, "title is missing"),
        (HEAD + "tilte = 1", 13, "unknown key 'tilte'"),
        ("colour = 1\n" + HEAD, 1, "unknown key 'colour'"),
        (HEAD.replace('level = "full"', "level = 3"), 4, "level has the wrong type"),
        (HEAD.replace('["Ana", "Bo"]', "[1, 2]", 1), 3, "seats is a list of texts"),
        (HEAD + '[[step]]\nundo = 1\ndo = { move = "x" }', 13, "one action a step"),
        (HEAD + "[[step]]\nundo = 0", 14, "undo takes a number"),
        (HEAD + "[[step]]\nredo = true", 14, "redo takes a number"),
        (HEAD + '[[step]]\ndo = { by = "Ana" }', 14, "move is missing"),
        (HEAD + '[[step]]\ndo = { move = "x", crad = "y" }', 14, "unknown key 'crad'"),
        (HEAD + '[[step]]\ndo = { move = "x", amount = "1" }', 14, "amount must be a number"),
        (HEAD + '[[step]]\ndo = { move = "x", amount = true }', 14, "amount must be a number"),
        (HEAD + '[[step]]\ndo = "x"', 14, "write { by"),
        (HEAD + '[[step]]\nrefuse = { move = "x" }', 14, "code is missing"),
        (HEAD + '[[step]]\nscan = { reader = "tap" }', 14, "component is missing"),
        (HEAD + '[[step]]\nexpect = "x"', 13, "expect is a table"),
        (HEAD + '[[step]]\nexpcet = { "turn" = 1 }', 14, "unknown key 'expcet'"),
        ('title = "t"\ngame = "toy"\nseats = ["A", "B"]\n', 1, "either"),
        ("refuse_setup = 'x'\n" + HEAD, 1, "either"),
        ('title = "t"\ngame = "toy"\nseats = ["A", "B"]\nstep = [1]\n', 1, "a step is a table"),
        ("title = \n", 1, "no valid TOML"),
    ],
)
def test_a_typo_is_named_with_its_line(text: str, line: int, told: str) -> None:
    with pytest.raises(PlayError, match=told.replace("{", r"\{")) as caught:
        parse(text)
    assert caught.value.line == line


def test_the_plays_of_the_toy_game_go_as_written() -> None:
    plays = read_plays(TOY)
    assert plays
    for name, play in plays.items():
        result = run_play(play, name, game=TOY)
        assert result.ok, result
