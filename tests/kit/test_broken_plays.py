"""A play that cannot be run is a failure of that file in one sentence, whatever is wrong with it; the next one runs."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from lairkeeper.cli.play import play
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.kernel import Move
from lairkeeper.core.moves import table_of
from lairkeeper.core.result import Refused
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.games import all_games
from lairkeeper.kit.play import run_play, run_text
from lairkeeper.kit.playfile import parse
from lairkeeper.kit.plays import play_files

from ..core.toy import TOY
from .broken_plays import mutated

MANY = 60
GAMES = tuple(all_games().values())
BUG = "an answer of the game"


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_play_with_anything_wrong_in_it_gets_an_answer(game: object) -> None:
    """With a seed drawn anew, which is printed: ``mutated(text, Random(seed))`` gives each play again."""
    folder = next(each for each in GAMES if each is game).plays_dir
    texts = {name: found.text for name, found in play_files(folder).items()}
    for _ in range(MANY):
        seed = secrets.randbelow(10**9)
        name = Random(seed).choice(sorted(texts))
        text = mutated(texts[name], Random(seed))
        began = time.process_time()
        result = run_text(text, name)
        told = json.dumps(result.to_json(), allow_nan=False)
        print(name, seed, told[:200])
        assert result.expected != BUG, (name, seed, result)
        assert len(told) < 20_000
        assert time.process_time() - began < 10, (name, seed)


def test_a_set_up_that_cannot_come_true_is_refused_by_the_line_that_is_wrong() -> None:
    setup = {"purse.Ana": {1: 2}, "purse.Bo": {5: 40}, "hand.Ana": ("mole#1",)}
    found = TOY.start(Header("toy", ("Ana", "Bo"), ruleset={"bank": 9}, setup=setup))
    assert isinstance(found, Refused)
    assert (found.code, found.args, found.invalid) == ("bad-setup", {"path": "purse.Bo"}, True)


def test_a_bug_without_a_set_up_is_not_called_a_bad_one() -> None:
    def broken(work: Work, header: Header) -> None:
        raise KeyError("oops")

    with pytest.raises(KeyError):
        replace(TOY, setup=broken).start(Header("toy", ("Ana", "Bo")))


PLAY = """title = "t"
game = "toy"
seats = ["Ana", "Bo"]

[[step]]
expect = { "turn" = 1 }

[[step]]
do = { by = "Ana", move = "crash" }
"""


def test_a_bug_of_a_game_is_a_failure_that_names_the_step() -> None:
    def crash(work: Work, command: Command) -> None:
        raise LookupError(f"no such\nthing at {command.by}")

    game = replace(TOY, anytime={**TOY.anytime, **table_of(Move("crash", crash, needs=("by",)))})
    result = run_play(parse(PLAY), game=game)
    assert (result.ok, result.step, result.line, result.expected) == (False, 2, 8, BUG)
    assert result.actual == "LookupError: no such thing at Ana"


def test_a_bug_in_what_is_looked_up_is_a_failure_too() -> None:
    def find(state: State, path: str) -> object:
        raise ZeroDivisionError(path)

    result = run_play(parse(PLAY), game=replace(TOY, find=find))
    assert (result.step, result.actual) == (1, "ZeroDivisionError: turn")


HEAD = 'title = "t"\ngame = "forever-evil"\nseats = ["Ana", "Bo"]\n'
STEP = '[[step]]\nexpect = { "turn" = 1 }\n'


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "ruleset = { vp-tokens = 48 }\n[setup]\n" + '"purse.Bo" = { 10 = 4 }\n' + STEP,
        HEAD + "x = " + "[" * 5_000 + "]" * 5_000,
        HEAD + "ruleset = { super-heroes = " + "9" * 5_000 + " }\n" + STEP,
        HEAD + '[setup]\n"purse.Bo" = { 10 = "many" }\n' + STEP,
        HEAD + "[[step]]\nexpect = { turn = 1979-05-27 }",
        HEAD + "[[step]]\nexpect = { turn = nan }",
        HEAD + f"[[step]]\nexpect = {{ turn = {'[' * 200}{']' * 200} }}",
        HEAD + '[[step]]\nexpect = { "view.Zoë.turn" = 1 }',
        HEAD + "ruleset = { variant = 3, sides = [] }\n" + STEP,
        "\x00",
        "",
    ],
    ids=range(11),
)
def test_the_next_file_still_runs(tmp_path: Path, text: str) -> None:
    broken, fine = tmp_path / "broken.toml", tmp_path / "fine.toml"
    broken.write_text(text, encoding="utf-8")
    fine.write_text("\ufeff" + HEAD + STEP, encoding="utf-8")
    files = [str(broken), str(fine), str(tmp_path / "nowhere.toml"), str(tmp_path)]
    said = CliRunner().invoke(play, [*files, "--json"])
    assert said.exit_code == 1
    assert [each["ok"] for each in json.loads(said.stdout)] == [False, True, False, False]
    lines = CliRunner().invoke(play, files).stdout.splitlines()
    assert [line[:4] for line in lines if not line.startswith(" ")] == ["FAIL", "ok  ", "FAIL", "FAIL"]
    assert max(map(len, lines)) < 1_000
