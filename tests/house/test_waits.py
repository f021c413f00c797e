"""Browser tests wait for what they expect, never for a time: a slow machine would fail, a quick one dawdle."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PACED = TESTS / "chain" / "played_by_hand.py"
"""Holds the time of a hand, which the app measures, and the pace at which conditions are looked at."""


def test_no_browser_test_waits_for_a_time() -> None:
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((*TESTS.glob("browser/*.py"), *TESTS.glob("chain/*.py")))
        if path != PACED and "playwright" in path.read_text(encoding="utf-8")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"wait_for_timeout\(|\bsleep\(", line)
    ]
    assert found == []
