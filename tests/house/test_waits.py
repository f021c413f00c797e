"""Browser tests wait for what they expect, never for a time: a slow machine would fail, a quick one dawdle."""

from __future__ import annotations

import re
from pathlib import Path

BROWSER = Path(__file__).parents[1] / "browser"


def test_no_browser_test_waits_for_a_time() -> None:
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted(BROWSER.rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"wait_for_timeout\(|\bsleep\(", line)
    ]
    assert found == []
