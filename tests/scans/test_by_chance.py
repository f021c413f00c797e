"""Taps by chance come to what they did; by fresh chance nothing breaks.

After a change made on purpose: ``python tests/games/golden.py toys``.
"""

from __future__ import annotations

import pytest

from ..fresh import SEED
from ..games.chance import unbroken
from ..games.pictures import compare, grouped, kept
from ..games.toys import FOLDER, MATCHES, TAPS, TOGETHER, taps


@pytest.mark.parametrize("seed", MATCHES)
def test_taps_come_to_what_they_did(seed: int) -> None:
    compare("toys", kept(FOLDER, TAPS).get(str(seed)), grouped(taps(seed), TOGETHER), f"match {seed}")


@pytest.mark.parametrize("n", range(10))
def test_fresh_taps_break_nothing(n: int) -> None:
    unbroken(SEED + n, "a made-up game", taps(SEED + n))
