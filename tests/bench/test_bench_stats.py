"""The bench of the pages of players measures pages on which everything was read."""

from __future__ import annotations

from .bench_stats import measure


async def test_few_matches_take_little() -> None:
    taken = await measure(60)
    assert set(taken) == {"first", "people", "person", "whole", "longest"}
    assert all(0 < value < 5000 for value in taken.values())
