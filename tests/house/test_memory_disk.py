"""Temporary files of a run of the tests: in memory, where there is room."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from tests import memory_disk


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Stand in for a disk in memory with all the room of this one, in a run for which no place was chosen."""
    monkeypatch.setattr(memory_disk, "MEMORY", tmp_path)
    monkeypatch.setattr(memory_disk, "ROOM", 0)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.tempdir)
    monkeypatch.setenv("TMPDIR", "/")
    del os.environ["TMPDIR"]
    return tmp_path


def test_files_go_into_memory(memory: Path) -> None:
    folder = memory_disk.use()
    assert [folder] == list(memory.iterdir())
    assert os.environ["TMPDIR"] == tempfile.gettempdir() == str(folder)


@pytest.mark.parametrize("why", ["chosen", "full", "missing"])
def test_otherwise_they_stay_on_the_usual_disk(memory: Path, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    if why == "chosen":
        monkeypatch.setenv("TMPDIR", "/somewhere")
    elif why == "full":
        monkeypatch.setattr(memory_disk, "ROOM", 1 << 80)
    else:
        monkeypatch.setattr(memory_disk, "MEMORY", memory / "none")
    assert memory_disk.use() is None
    assert list(memory.iterdir()) == []
    assert os.environ.get("TMPDIR") == ("/somewhere" if why == "chosen" else None)
