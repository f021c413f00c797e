"""``lairkeeper link``: watching, recording, playing back, pairing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lairkeeper.board import SimulatedBoard


def lairkeeper(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a user would, in an empty home."""
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "LAIRKEEPER_DB": str(folder / "db")}
    command = [sys.executable, "-m", "lairkeeper", "link", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, env=environment)


def test_watches_records_and_plays_back(tmp_path: Path) -> None:
    recording = tmp_path / "link.jsonl"
    done = lairkeeper(tmp_path, "--simulated", "--seconds", "1.5", "--record", str(recording))
    assert done.returncode == 0, done.stderr
    assert re.search(r'^ +\d+\.\d{3} > \["H",1,', done.stdout, re.M)
    assert "simulated-1 is connected." in done.stdout
    assert re.search(r"# received \d+  sent \d+  resends 0  dropped 0  bad 0", done.stdout)
    again = lairkeeper(tmp_path, "--replay", str(recording), "--speed", "0", "--json")
    lines = [json.loads(line) for line in again.stdout.splitlines()]
    shown = [line["frame"] for line in lines if "frame" in line]
    assert [frame[0] for frame in shown][:4] == ["H", "h", "P", "G"]
    assert {"state": "up", "message": "up"} in lines
    assert lines[-1] == {"events": 0}


def test_pairing_gives_both_sides_the_same_secret_and_shows_it_to_nobody(tmp_path: Path) -> None:
    with SimulatedBoard(["tap"]) as board:
        done = lairkeeper(tmp_path, "--board", board.port, "--pair")
        assert done.returncode == 0, done.stderr
        assert "simulated-1 and this computer are paired" in done.stdout
        (file,) = tmp_path.rglob("pairings.json")
        secret = json.loads(file.read_text())["simulated-1"]
        assert secret not in done.stdout + done.stderr
        slots = b"".join(path.read_bytes() for path in board.folder.glob("config.*"))
        assert secret.encode() in slots


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--simulated", "--board", "x"), "choose one"),
        (("--pair", "--ble", "any"), "over the cable"),
        (("--pair", "--record", "x"), "never shown"),
        (("--replay", "nothing-there"), "does not exist"),
    ],
)
def test_what_does_not_go_together(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = lairkeeper(tmp_path, *words)
    assert done.returncode == 2
    assert said in done.stderr


def test_no_recording_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello")
    done = lairkeeper(tmp_path, "--replay", str(tmp_path / "x"))
    assert done.returncode == 1
    assert "no recording" in done.stderr
    assert "Traceback" not in done.stderr
