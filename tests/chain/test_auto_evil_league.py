"""The Evil League by itself through firmware, link, store, senses and rules, then compared with the truth."""

from __future__ import annotations

import pytest

from ..fresh import some
from .test_auto import auto

pytestmark = pytest.mark.chain


@pytest.mark.parametrize(
    ("level", "players", "seed", "layout"), some([("full", 4, 2, "seats"), ("score", 4, 12, "tap")], 1)
)
def test_a_whole_match_through_the_firmware(level: str, players: int, seed: int, layout: str) -> None:
    status, report, _ = auto(
        "--game", "evil-league", "--level", level, "--players", str(players), "--seed", str(seed), "--layout", layout
    )  # fmt: skip
    assert report["interpreter"].startswith("MicroPython")
    assert (report["level"], report["layout"], report["numbers"]) == (level, layout, "proxy")
    assert report["finished"]
    assert len(report["scores"]) == players
    scans = report["scans"]
    assert scans["sent"] > 20
    assert scans["accepted"] == scans["sent"]
    assert (scans["lost"], scans["doubled"]) == (0, 0)
    assert report["differences"] == []
    assert report["leaks"] == []
    assert status == 0
