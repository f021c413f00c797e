"""Matches of the made-up game by chance go on as they did; by fresh chance nothing breaks.

After a change made on purpose: ``python tests/games/golden.py toys``.
"""

from __future__ import annotations

import pytest

from ..fresh import SEED
from ..games.chance import unbroken
from ..games.pictures import compare, grouped, kept
from ..games.toys import FOLDER, MATCHES, TOGETHER, WALKS, walk


@pytest.mark.parametrize("seed", MATCHES)
def test_a_match_goes_on_as_it_did(seed: int) -> None:
    compare("toys", kept(FOLDER, WALKS).get(str(seed)), grouped(walk(seed), TOGETHER), f"match {seed}")


@pytest.mark.parametrize("n", range(10))
def test_a_fresh_match_breaks_nothing(n: int) -> None:
    unbroken(SEED + n, "a made-up game", walk(SEED + n))
