"""The bench of the table on a few scans: each counts, and each undo fills the list for the hands."""

from __future__ import annotations

from pathlib import Path

import pytest

from . import bench_table


def test_every_scan_counts_and_every_undo_is_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_table, "SCANS", 24)
    middle, slow = bench_table.scan_to_command(tmp_path)
    assert 0 < middle <= slow
    assert bench_table.undo_to_list(tmp_path) > 0
