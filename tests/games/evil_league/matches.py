"""Whole matches by chance: all numbers of players, levels and house rules."""

from __future__ import annotations

from typing import Final

from lairkeeper.core import events as ev
from lairkeeper.core.state import State
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.powers import power
from lairkeeper.games.evil_league.track import reputation, space
from lairkeeper.kit.driver import play_match

_LEVELS: Final = ("full", "full", "score")


def sound(state: State) -> bool:
    """Tell whether no two markers share a space, and reputation and Power are within their bounds."""
    spaces = [space(state, seat) for seat in state.seats]
    fine = all(0 <= power(state, seat) <= 5 and reputation(state, seat) >= 0 for seat in state.seats)
    return fine and len(set(spaces)) == len(spaces)


def ended(seed: int) -> int:
    """Play a match to its end, which comes once, and look at it; how many records it has."""
    recording = play_match(GAME, seed, level=_LEVELS[seed % 3], players=3 + seed // 3 % 3)
    assert sound(recording.states[-2])
    ends = [event for event in recording.history.live[-1].events if isinstance(event, ev.Finished)]
    assert len(ends) == 1
    assert len(ends[0].winners) <= 1
    return len(recording.history)
