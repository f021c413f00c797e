"""The suite that is run again and again: a red one is told, and ends the campaign; the busy loops end with it."""

from __future__ import annotations

import subprocess
from typing import Any

import pytest

from . import suites as room
from .suites import ROOT, SUITE, Suite, busy, suites


@pytest.mark.parametrize(("red", "green"), [(None, 3), (2, 1), (1, 0)])
def test_the_first_red_suite_ends_the_campaign(
    red: int | None, green: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ran: list[int] = []

    def suite() -> Suite:
        ran.append(1)
        return Suite(len(ran) != red, "FAILED test_x\n1 failed" if len(ran) == red else "9 passed")

    monkeypatch.setattr(room, "_suite", suite)
    monkeypatch.setattr(room, "LOOPS", 0)
    figure = suites(3)["suites"]
    assert (figure["value"], figure["ratio"]) == (green, round(green / 3, 3))
    assert len(ran) == green + (red is not None)
    assert ("FAILED test_x" in capsys.readouterr().out) is (red is not None)


def test_the_loops_end_with_what_they_are_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[Any]] = []
    real = subprocess.Popen

    def popen(*args: Any, **named: Any) -> subprocess.Popen[Any]:
        begun.append(real(*args, **named))
        return begun[-1]

    monkeypatch.setattr(subprocess, "Popen", popen)
    with busy(2):
        assert [each.poll() for each in begun] == [None, None]
    assert all(each.poll() is not None for each in begun)


def test_it_is_the_suite_of_make_test() -> None:
    (line,) = [each for each in (ROOT / "Makefile").read_text().splitlines() if "pytest" in each and "not soak" in each]
    marks = SUITE[-1]
    assert f'-m "{marks}"' in line
    assert " ".join(SUITE[3:-2]) in line
