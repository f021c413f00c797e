"""``lairkeeper demo --campaign`` as a user runs it."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from .test_listing import lairkeeper

LIGHT = ("--game", "evil-league", "--level", "score", "--players", "3", "--noise", "none")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--campaign", "3", "--seed", "x"), "'x' is not a valid integer"),
        (("--campaign", "0"), "0 is not in the range x>=1"),
        (("--campaign", "many"), "'many' is not a valid integer"),
        (("--campaign", "3", "--auto"), "leave --auto out"),
        (("--campaign", "3", "--db", "here.db"), "leave --db out"),
        (("--campaign", "3", "--board", "/dev/ttyACM0"), "leave --board out"),
        (("--campaign", "3", "--fresh"), "leave --fresh out"),
        (("--campaign", "3", "--game", "ludo"), "no game 'ludo'"),
        (("--campaign", "3", "--level", "all"), "no level 'all'"),
        (("--campaign", "3", "--rule", "promos"), "NAME=VALUE"),
        (("--campaign", "3", "--rule", "chess=1"), "no such house rule 'chess'"),
        (("--campaign", "3", "--game", "dc-forever", "--players", "8"), "no such match of dc-forever can begin"),
        (("--noise", "much"), "add --auto or --campaign"),
        (("--json",), "add one of them"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    done = lairkeeper("demo", *words)
    assert done.returncode != 0
    assert says in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_json_is_one_line_and_the_same_seed_gives_it_again() -> None:
    lines = []
    for _ in range(2):
        done = lairkeeper("demo", "--campaign", "2", "--seed", "8", "--json", *LIGHT)
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.splitlines()) == 1
        assert "2 of 2 matches played" in done.stderr
        lines.append(json.loads(done.stdout))
    assert lines[0] == lines[1] == {"matches": 2, "clean": 2, "failed": [], "seed": 8}


def test_a_failure_comes_with_a_command_that_fails_alone_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import lairkeeper.games.evil_league.simulation.score as league\n"
        "league.ScoreMatch.differences = lambda *_: ['score.Ana: table 3, app 4']\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    done = lairkeeper("demo", "--campaign", "1", "--json", *LIGHT)
    assert done.returncode == 1
    told = json.loads(done.stdout)
    assert (told["matches"], told["clean"]) == (1, 0)
    (failure,) = told["failed"]
    assert failure["why"] == "score.Ana: table 3, app 4"
    words = [sys.executable, "-m", *shlex.split(failure["command"])]
    alone = subprocess.run(words, capture_output=True, text=True, check=False)
    assert alone.returncode == 1
    assert json.loads(alone.stdout)["differences"] == ["score.Ana: table 3, app 4"]
    (kept,) = (tmp_path / "data").rglob("match.db")
    assert str(kept.parent.parent) in done.stderr
    exported = lairkeeper("export", "1", "--db", str(kept))
    assert exported.returncode == 0, exported.stderr


def test_the_table_has_a_line_for_each_game_and_level() -> None:
    done = lairkeeper("demo", "--campaign", "2", *LIGHT)
    rows = [line.split() for line in done.stdout.splitlines() if line.strip()]
    assert rows[0] == ["game", "level", "matches", "clean", "scans", "seconds"]
    assert rows[1][:4] == ["evil-league", "score", "2", "2"]
    assert rows[2][:3] == ["all", "2", "2"]


@pytest.mark.skipif(sys.platform == "win32", reason="no signals to a process there")
def test_ctrl_c_ends_it_without_a_traceback() -> None:
    command = [sys.executable, "-m", "lairkeeper", "demo", "--campaign", "40", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        assert "40 matches, seed" in running.stderr.readline()
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert running.returncode == 130
    assert out == ""
    assert "Stopped" in err
    assert "Traceback" not in err
