"""Whole matches by chance: all numbers of players, levels and house rules."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.purse import worth
from lairkeeper.games.evil_101 import GAME
from lairkeeper.kit.driver import play_match

PATIENCE: Final = 16_000
"""Steps: players who buy whatever they can afford take their time."""
_LEVELS: Final = ("full", "full", "score")


def ended(seed: int) -> int:
    """Play a match to its end and look at it; how many records it has."""
    players = 2 + seed // 3 % 5
    history = play_match(GAME, seed, level=_LEVELS[seed % 3], players=players, bound=PATIENCE).history
    state = history.state
    assert state.finished
    assert len(state.seats) == players
    assert all(worth(state, seat) >= 0 for seat in state.seats)
    return len(history)
