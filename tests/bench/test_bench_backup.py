"""Taps go on while a backup is written, and each is saved."""

from __future__ import annotations

from pathlib import Path

from lairkeeper.store import Store
from lairkeeper.store.backup import facts_of

from .bench_backup import filled, waits_ms


def test_taps_are_saved_while_a_backup_is_written(tmp_path: Path) -> None:
    path, target = tmp_path / "lair.db", tmp_path / "backup.db"
    filled(path, 300, 10)
    waits = waits_ms(path, target)
    assert waits
    assert sorted(waits)[len(waits) // 2] < 100
    assert facts_of(target).matches in (300, 301)
    with Store.open(path) as store:
        assert store.inbox.count()["all"] == len(waits)
