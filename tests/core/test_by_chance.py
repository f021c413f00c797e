"""Matches of the made-up game by chance go on as they did; by fresh chance nothing breaks.

After a change made on purpose: ``python tests/games/golden.py toys``.
"""

from __future__ import annotations

import pytest

from ..fresh import SEED
from ..games.pictures import kept
from ..games.toys import FOLDER, MATCHES, WALKS, prints_of, walk


@pytest.mark.parametrize("seed", MATCHES)
def test_a_match_goes_on_as_it_did(seed: int) -> None:
    assert prints_of(walk(seed)) == kept(FOLDER, WALKS)[str(seed)], "if that is meant: tests/games/golden.py toys"


@pytest.mark.parametrize("n", range(10))
def test_a_fresh_match_breaks_nothing(n: int) -> None:
    assert all(done for done, _ in walk(SEED + n)), f"seed {SEED + n}"
