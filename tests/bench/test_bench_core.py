"""The bench of the core replays the match that was recorded, with all its questions, and not another one."""

from __future__ import annotations

from lairkeeper.kit.driver import play_match

from ..fresh import SEED
from . import bench_core


def test_the_recorded_match_is_read_back_as_it_was() -> None:
    for seed in (SEED, SEED + 1):
        recording = play_match(bench_core.GAME, seed, level="deck", players=4, ruleset={})
        found = bench_core.read_back(recording)()
        assert found.state == recording.history.state
        assert found.records == recording.history.records
