"""The bench of many viewers counts each viewer's own bytes, and its scans count."""

from __future__ import annotations

import pytest

from . import bench_viewers

pytestmark = pytest.mark.chain


@pytest.mark.parametrize("kinds", [0, 1])
async def test_a_few_scans_reach_every_viewer(monkeypatch: pytest.MonkeyPatch, kinds: int) -> None:
    monkeypatch.setattr(bench_viewers, "WARM_UP", 2)
    ours, base = await bench_viewers.both(4, kinds, blocks=1)
    for taken in (ours, base):
        assert len(taken.whole) == len(taken.work) == 4
        assert all(0 < each < 5000 for each in (*taken.whole, *taken.work))
    assert min(ours.size) > 2000, "each viewer gets the score"
    assert min(base.size) == pytest.approx(ours.size[0], rel=0.1)
