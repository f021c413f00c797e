"""The files that run on both interpreters, on MicroPython: the one that counts."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent
BOTH = sorted(p.stem for p in HERE.glob("test_*.py") if '\nRUNS_ON = "both"\n' in p.read_text())


def test_there_are_such_files() -> None:
    assert "test_mfrc522" in BOTH
    assert "test_presence" in BOTH


@pytest.mark.parametrize("module", BOTH)
def test_passes_on_micropython(module: str, run_mpy) -> None:
    written = (HERE / f"{module}.py").read_text().count("\ndef test_")
    done = run_mpy(HERE / "runner.py", module)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == f"{written} ran, 0 failed"


def test_runner_fails_when_a_test_fails(run_mpy, tmp_path: Path) -> None:
    (tmp_path / "test_bad.py").write_text("def test_it():\n    assert 1 == 2\n")
    (tmp_path / "run.py").write_text("import sys\nsys.path.insert(1, sys.argv[2])\nimport runner\n")
    done = run_mpy(tmp_path / "run.py", "test_bad", str(tmp_path))
    assert done.returncode == 1
    assert "FAILED test_bad test_it" in done.stdout
