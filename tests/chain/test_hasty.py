"""Players who tap too quickly are told, and tap once more: the simulated ones do as the screen says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lairkeeper.simulation import auto
from lairkeeper.store import Store

pytestmark = pytest.mark.chain


def played(folder: Path) -> dict[str, Any]:
    with Store.open(folder / "table.db") as store:
        return auto.run("evil-league", players=3, seed=5, level="score", layout="tap", ruleset={}, store=store)


def test_a_tap_that_was_too_quick_is_made_once_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(auto, "HOLD_MS", (60, 120))
    report = played(tmp_path)
    assert (report["finished"], report["differences"]) == (True, [])


def test_a_tap_that_is_not_lifted_long_enough_is_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(auto, "HOLD_MS", (60, 120))
    monkeypatch.setattr(auto.AutoMatch, "_flickered", lambda self, tap, before: False)
    assert "last scan flicker" in str(played(tmp_path)["differences"])
