"""The bench of the page measures every stage, in order and adding up."""

from __future__ import annotations

import pytest

from .bench_web import STAGES, measure

pytestmark = pytest.mark.chain


async def test_a_few_scans_reach_the_page_and_the_stages_add_up() -> None:
    taken = await measure(3)
    assert set(taken) == {*STAGES, "whole", "swift"}
    assert all(len(values) == 3 for values in taken.values())
    for number in range(3):
        stages = [taken[name][number] for name in STAGES]
        assert sum(stages) == pytest.approx(taken["whole"][number], abs=0.01)
        assert 0 < taken["swift"][number] <= taken["whole"][number] < 5000
        assert min(stages[1:]) >= -20, "clocks agree well enough"
