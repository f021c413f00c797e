"""No request makes the API fail, and each answer is as the OpenAPI document says."""

from __future__ import annotations

import pytest

from lairkeeper.games import all_games

from ...fresh import SEED, some
from .fuzz import Fuzzed

QUICK = 6
"""Requests of each mode to each call."""
MANY = 100_000
"""Requests of `make soak`, all games together."""
GAMES = sorted(all_games())


@pytest.mark.parametrize("game", some(GAMES, 1))
def test_what_schemathesis_sends(game: str) -> None:
    fuzzed = Fuzzed(game)
    try:
        fuzzed.run(SEED, QUICK)
    finally:
        fuzzed.hub.store.close()
    assert fuzzed.statuses[200] > 10 and fuzzed.statuses[400] > 10, f"seed {SEED}: {fuzzed.statuses}"


@pytest.mark.soak
@pytest.mark.timeout(3 * 3600)
@pytest.mark.parametrize("game", GAMES)
def test_many_requests(game: str) -> None:
    fuzzed, fresh = Fuzzed(game), SEED + GAMES.index(game)  # other requests in each game
    try:
        while fuzzed.statuses.total() < MANY / len(GAMES):
            fuzzed.run(fresh, 100)
            fresh += 1000
    finally:
        fuzzed.hub.store.close()
    print(f"{game}: seed {SEED + GAMES.index(game)}, {fuzzed.statuses.total()} requests: {dict(fuzzed.statuses)}")
