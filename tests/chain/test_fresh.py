"""Two dozen whole matches that nobody chose, others in each run; the seed is printed at the top of the run."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from lairkeeper.simulation.campaign import Campaign
from lairkeeper.simulation.plan import Case, Filters, plan
from tests.fresh import SEED

pytestmark = pytest.mark.chain

# Matches of Forever Evil take longest: fewer of them, and at the higher levels by two players.
SHARES = (
    (2, Filters("forever-evil", "score")),
    (1, Filters("forever-evil", "deck", players=2)),
    (1, Filters("forever-evil", "full", players=2)),
    (7, Filters("evil-101")),
    (7, Filters("evil-league")),
    (6, Filters("dc-forever")),
)


@cache
def matches() -> tuple[Case, ...]:
    return tuple(case for n, chosen in SHARES for case in plan(n, SEED, chosen))


@pytest.mark.parametrize("n", range(sum(n for n, _ in SHARES)))
def test_a_match_that_nobody_chose(n: int, tmp_path: Path) -> None:
    case = matches()[n]
    (outcome,) = Campaign([case], tmp_path, processes=1, limit=220).outcomes()
    assert not outcome.why, f"{outcome.why}\n{case.command}"
    assert outcome.scans  # few, where a house rule lets the first point win
