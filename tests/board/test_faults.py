"""The fault campaign: nothing acknowledged is lost or counted twice, whatever happens to line, board and host."""

from __future__ import annotations

from collections import Counter

import pytest

from .campaign import BoardOnMicroPython, Campaign

pytestmark = pytest.mark.fault

KINDS = {
    "drop", "truncate", "duplicate", "flip", "garbage", "repl", "split", "board reset", "host killed",
    "cable out or in", "disk trouble", "power cut in the journal",
}  # fmt: skip


def campaign(seed: int, faults: int) -> Counter[str]:
    from boardrig import Board

    run = Campaign(seed, Board())
    run.run(faults)
    assert len(run.taken) > faults / 4
    return run.faults


def test_two_thousand_faults() -> None:
    faults: Counter[str] = Counter()
    for seed in range(8):
        faults += campaign(seed, 260)
    assert faults.total() >= 2000
    assert set(faults) == KINDS


def test_on_micropython() -> None:
    board = BoardOnMicroPython()
    try:
        run = Campaign(100, board)
        run.run(400)
    finally:
        board.close()
    assert len(run.taken) > 100
    assert run.boots > 2


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_a_hundred_thousand_faults() -> None:
    faults: Counter[str] = Counter()
    for seed in range(1000, 1100):
        faults += campaign(seed, 1000)
    assert faults.total() >= 100_000
    assert set(faults) == KINDS
