"""Taps by chance come to what they did; by fresh chance nothing breaks.

After a change made on purpose: ``python tests/games/golden.py toys``.
"""

from __future__ import annotations

import pytest

from ..fresh import SEED
from ..games.pictures import kept
from ..games.toys import FOLDER, MATCHES, TAPS, prints_of, taps


@pytest.mark.parametrize("seed", MATCHES)
def test_taps_come_to_what_they_did(seed: int) -> None:
    assert prints_of(taps(seed)) == kept(FOLDER, TAPS)[str(seed)], "if that is meant: tests/games/golden.py toys"


@pytest.mark.parametrize("n", range(10))
def test_fresh_taps_break_nothing(n: int) -> None:
    assert all(done for done, _ in taps(SEED + n)), f"seed {SEED + n}"
