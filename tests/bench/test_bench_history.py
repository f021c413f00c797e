"""With 10,000 matches in the store, History and any turn of any match come in time."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from .bench_history import MATCHES, QUERIES, measure

LIST_MS, TURN_MS = 100, 50


@pytest.mark.soak
def test_ten_thousand_matches_are_listed_and_replayed_in_time(tmp_path: Path) -> None:
    lists, turns = measure(MATCHES, tmp_path)
    assert set(lists) == set(QUERIES)
    assert max(lists.values()) < LIST_MS, lists
    assert median(turns) < TURN_MS, sorted(turns)
