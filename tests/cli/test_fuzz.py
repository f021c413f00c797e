"""Every command with arguments drawn by chance: a fitting exit status, a sentence, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.fresh import SEED

from .fuzzing import Fuzz, played
from .test_listing import lairkeeper


def fuzz(folder: Path, monkeypatch: pytest.MonkeyPatch, least: int, seconds: float, patience: float) -> None:
    """Run commands for so long, and so many at least. Each is drawn from its number, so that it can be drawn again."""
    monkeypatch.chdir(folder)
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(folder / "home"))
    monkeypatch.setenv("BROWSER", "true")
    drawn, n, until = Fuzz(folder), 0, time.monotonic() + seconds
    complaints = []
    while time.monotonic() < until or n < least:
        n += 1
        words = drawn.words(Random(f"command {SEED} {n}"))
        try:
            wrong = played(words, patience).complaint()
        except (Exception, SystemExit) as error:
            wrong = f"{type(error).__name__}: {error}"
        if wrong is not None:
            complaints.append(f"{n}: {words!r:.400}: {wrong:.300}")
    assert not complaints, "\n".join(complaints)


def test_no_command_ends_in_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz(tmp_path, monkeypatch, 10, 12, 0.4)


@pytest.mark.soak
def test_no_command_of_a_long_campaign_ends_in_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz(tmp_path, monkeypatch, 300, 200, 1.0)


@pytest.mark.parametrize(
    "words",
    [("games",), ("moves", "evil-101"), ("rules", "evil-101"), ("--help",), ("tags", "numbers", "list", "evil-101")],
)
@pytest.mark.parametrize("sink", ["full", "closed"])
def test_output_that_goes_nowhere(words: tuple[str, ...], sink: str, tmp_path: Path) -> None:
    if sink == "full" and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    reads, writes = os.pipe()
    os.close(reads)
    target = os.open("/dev/full", os.O_WRONLY) if sink == "full" else os.dup(writes)
    os.close(writes)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "lairkeeper", *words], stdout=target, stderr=subprocess.PIPE, text=True, timeout=60,
            check=False, env=os.environ | {"LAIRKEEPER_DB": str(tmp_path / "lair.db")},
        )  # fmt: skip
    finally:
        os.close(target)
    assert "Traceback" not in done.stderr
    assert (done.returncode, "cannot be written" in done.stderr) == ((1, True) if sink == "full" else (141, False))


def test_arguments_in_an_odd_encoding() -> None:
    done = lairkeeper("play", os.fsdecode(b"caf\xe9.toml"))
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
