"""The verbs that only tell: games, moves, play, export, and what --help promises."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import pytest

from lairkeeper.cli import main
from lairkeeper.games.forever_evil import GAME
from lairkeeper.kit.plays import play_files

ROOT = Path(__file__).parents[2]
PLAY = 'title = "x"\ngame = "forever-evil"\nrule = "none"\nseats = ["Ana", "Bo"]\nlevel = "score"\n'


def lairkeeper(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command in this process; what it said and its exit status."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    with redirect_stdout(out), redirect_stderr(err), mock.patch.object(sys, "argv", ["lairkeeper", *words]):
        try:
            main()
        except SystemExit as leave:
            status = leave.code if isinstance(leave.code, int) else 1
        except Exception:  # as the interpreter does at the top
            traceback.print_exc()
            status = 1
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def test_games_lists_what_can_be_played() -> None:
    done = lairkeeper("games", "--json")
    (game,) = [each for each in json.loads(done.stdout) if each["id"] == "forever-evil"]
    assert game["players"] == [2, 5]
    assert game["languages"] == ["en", "fr"]
    assert "score" in game["levels"]


def test_moves_is_enough_to_write_a_play() -> None:
    found = json.loads(lairkeeper("moves", "forever-evil", "--json").stdout)
    assert set(found) == {"moves", "refusals", "ruleset", "state", "prompts"}
    steal = next(each for each in found["moves"] if each["move"] == "steal")
    assert steal["needs"] == ["by", "target"]
    assert "nothing-to-steal" in steal["refusals"]
    tie = next(each for each in found["ruleset"] if each["name"] == "tie")
    assert tie["default"] == "shared"
    assert tie["rule"]


def test_moves_for_people_names_every_move_too() -> None:
    shown = lairkeeper("moves", "forever-evil").stdout
    for each in json.loads(lairkeeper("moves", "forever-evil", "--json").stdout)["moves"]:
        assert re.search(rf"^\s+{each['move']}\b", shown, re.M)


def test_an_unknown_game_is_one_sentence_that_lists_the_known() -> None:
    done = lairkeeper("moves", "ludo")
    assert done.returncode == 1
    assert done.stderr.startswith("lairkeeper: no game 'ludo'")
    assert "forever-evil" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_play_that_holds_and_one_that_does_not(tmp_path: Path) -> None:
    good = next(iter(play_files(GAME.plays_dir).values())).file
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(
        f'{PLAY}[[step]]\ndo = {{ by = "Ana", move = "gain", amount = 1 }}\nexpect = {{ "tokens.Ana" = 2 }}\n',
        encoding="utf-8",
    )
    done = lairkeeper("play", str(good), str(wrong), "--json")
    assert done.returncode == 1
    first, second = json.loads(done.stdout)
    assert first["ok"]
    assert (second["ok"], second["step"], second["expected"], second["actual"]) == (False, 1, 2, 1)
    people = lairkeeper("play", str(wrong)).stdout
    assert "step 1, line 6" in people
    assert "tokens.Ana" in people


@pytest.mark.parametrize(
    ("text", "says"),
    [("title =", "TOML"), (f"{PLAY}colour = 3\n", "colour"), (None, "cannot read")],
)
def test_a_file_that_is_no_play_is_named(tmp_path: Path, text: str | None, says: str) -> None:
    file = tmp_path / "odd.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    done = lairkeeper("play", str(file))
    assert done.returncode == 1
    assert says in done.stdout
    assert "Traceback" not in done.stderr


def test_the_play_in_the_documentation_holds(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "plays.md").read_text(encoding="utf-8")
    play = re.search(r"```toml\n(.*?)```", page, re.S)
    assert play is not None
    file = tmp_path / "doc.toml"
    file.write_text(play.group(1), encoding="utf-8")
    assert lairkeeper("play", str(file)).returncode == 0


def test_every_verb_of_the_commands_page_has_help_and_no_other_exists() -> None:
    shown = lairkeeper("--help").stdout
    verbs = set(re.findall(r"^  ([a-z]+)  ", shown.split("Commands:")[1], re.M))
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert verbs == set(re.findall(r"^## `lairkeeper ([a-z]+)`$", page, re.M))
    examples = re.findall(r"^lairkeeper ([a-z]+)", page, re.M)
    assert verbs == set(examples), "each command of the page has an example"
    for verb in verbs:
        done = lairkeeper(verb, "--help")
        assert done.returncode == 0
        assert "Usage:" in done.stdout


def test_version_is_the_package_s_own() -> None:
    declared = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.M)
    assert declared is not None
    command = [sys.executable, "-m", "lairkeeper", "--version"]
    assert declared.group(1) in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_export_of_a_database_that_is_not_there(tmp_path: Path) -> None:
    done = lairkeeper("export", "1", "--db", str(tmp_path / "none.db"))
    assert done.returncode == 1
    assert "does not exist" in done.stderr
    assert not (tmp_path / "none.db").exists()
