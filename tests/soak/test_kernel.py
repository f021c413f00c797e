"""The long campaigns in the kernel: what breaks off is told with its seed, and a name that is none is refused."""

from __future__ import annotations

import pytest

from . import kernel, run


def broken(seed: int) -> int:
    raise ValueError(f"match {seed}")


def test_every_match_of_one_game_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    figures = kernel.kernel("evil-101", seed=7, matches=3)
    assert {name: (each["value"], each["baseline"]) for name, each in figures.items()} == {"kernel.evil-101": (3, 3)}
    assert "evil-101: 3 matches from seed 7" in capsys.readouterr().out


def test_a_match_that_breaks_off_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(kernel.ENDED, "evil-101", broken)
    ((seed, length, why),) = kernel._some("evil-101", [5])
    assert (seed, length) == (5, 0)
    assert why.startswith("ValueError: match 5 (")


@pytest.mark.parametrize("name", ["kernel:chess", "matches:chess", "worlds:evil-101", "chess"])
def test_a_campaign_that_is_none_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run.main([name]) == 2
    assert "chess" in capsys.readouterr().err or name.startswith("worlds")
