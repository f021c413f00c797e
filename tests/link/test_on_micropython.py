"""The files that run on both interpreters, on MicroPython: the one that counts."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
BOTH = sorted(path.stem for path in HERE.glob("test_*.py") if '\nRUNS_ON = "both"\n' in path.read_text())


def test_there_are_such_files() -> None:
    assert {"test_frame", "test_ring", "test_session", "test_vectors"} <= set(BOTH)


@pytest.mark.parametrize("module", BOTH)
def test_passes_on_micropython(module: str, run_on_micropython) -> None:
    written = (HERE / f"{module}.py").read_text().count("\ndef test_")
    done = run_on_micropython(module)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{written} ran, 0 failed"
