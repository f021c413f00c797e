"""Whole matches by chance: two, three and four players, both levels, with own numbers and with house rules."""

from __future__ import annotations

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.state import BANK
from lairkeeper.games.dc_forever import GAME
from lairkeeper.games.dc_forever.citizens import PURSES, in_all
from lairkeeper.kit.driver import NAMES

from .matches import played

SHORT = (*(("full", seed) for seed in range(50)), *(("score", seed) for seed in range(50, 70)))


@pytest.mark.parametrize(("level", "seed"), SHORT)
def test_a_match_by_chance_ends(level: str, seed: int) -> None:
    history = played(seed, level=level)
    state = history.state
    rogues = GAME.lookup(state, "rogues")
    assert state.finished
    assert set(state.winners or ()) in ({*rogues}, {*state.seats} - {*rogues})
    assert set(state.purses) <= {*state.seats, *PURSES, BANK}
    assert in_all(state) >= 0
    assert all(n >= 0 for name, n in state.counters.items() if name.startswith(("damage.", "icons.")))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_matches_by_chance_end() -> None:
    for seed in range(1_000, 2_000):
        assert played(seed).state.finished, seed


@pytest.mark.covers("df-2")
def test_a_match_with_numbers_that_were_typed_keeps_them() -> None:
    typed = {"cheetah": {"recruit": 5, "health": 3, "attack": 4, "threaten": 2}}
    history = History.start(GAME, Header(GAME.id, NAMES[:2], "full", setup={"printed": typed}))
    assert isinstance(history, History)
    assert GAME.lookup(history.state, "numbers") == "printed"
    assert history.state.printed("cheetah#1")["health"] == 3
