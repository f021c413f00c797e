"""Output into odd places: another encoding, a closed pipe, a full device; and Ctrl-C while the command starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from lairkeeper.store import Store

COMMAND = [sys.executable, "-m", "lairkeeper"]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "lair.db"
    with Store.open(path) as store:
        store.matches.create({"game": "forever-evil", "seats": ["Łucja", "Zoé", "अनु"]}, 1.0)
    return path


def run(*words: str, **options: object) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *words], capture_output=True, check=False, timeout=60, **options)  # type: ignore[call-overload, no-any-return]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_names_in_any_script_are_written_whatever_the_encoding(db: Path, encoding: str) -> None:
    done = run("export", "--db", str(db), env={**os.environ, "PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Łucja, Zoé, अनु" in done.stdout.decode("utf-8")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", [["games"], ["--help"], ["moves", "forever-evil", "--json"], ["games", "--json"]])
def test_a_full_device_is_one_sentence(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, *words], stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert said.count("\n") == 1
    assert "cannot be written" in said


def test_a_closed_pipe_ends_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run(
            [*COMMAND, "moves", "forever-evil", "--json"], stdout=write, stderr=subprocess.PIPE, check=False, timeout=60
        )
    finally:
        os.close(write)
    assert (done.returncode in (1, 141), done.stderr) == (True, b"")


@pytest.mark.parametrize("match", ["99999999999999999999999", "-1", "0", str(2**63)])
def test_a_match_with_an_absurd_number_is_not_there(db: Path, match: str) -> None:
    done = run("export", "--db", str(db), "--", match)
    assert done.returncode == 1
    assert f"There is no match {match}" in done.stderr.decode()


INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a suite that runs in the background ignores Ctrl-C
class Finger:
    def find_spec(self, name, path, target=None):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finger())
from lairkeeper.start import main
sys.argv = ["lairkeeper", "games"]
main()
"""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal on POSIX only")
@pytest.mark.parametrize("module", ["lairkeeper.cli", "click", "lairkeeper.cli.tags", "lairkeeper.games"])
def test_ctrl_c_while_a_module_is_loaded_says_nothing(module: str) -> None:
    code = INTERRUPTED.replace("sys.argv[1]", repr(module))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert (done.stdout, done.stderr.strip()) == (b"", b"")  # click ends the line that shows ^C
    assert done.returncode in (-signal.SIGINT, 130)
