"""Whole matches by chance, over all numbers of players: they end, within twelve rounds, in each of the three ways."""

from __future__ import annotations

from collections import Counter

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.state import State
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.opening import placed_on_start
from lairkeeper.games.evil_league.parts import complete
from lairkeeper.games.evil_league.powers import power
from lairkeeper.games.evil_league.track import reputation, space, target
from lairkeeper.kit.driver import Recording, play_match

from ...fresh import SEED

ROUNDS = 12


def sound(state: State) -> bool:
    """What holds at every moment: no two markers on a space, reputation and Power within their bounds."""
    spaces = [space(state, seat) for seat in state.seats]
    fine = all(0 <= power(state, seat) <= 5 and reputation(state, seat) >= 0 for seat in state.seats)
    return fine and len(set(spaces)) == len(spaces)


def ending(recording: Recording) -> str:
    state = recording.history.state
    if not state.winners:
        return "hammer"
    (winner,) = state.winners
    if reputation(state, winner) >= target(state):
        return "reputation"
    assert state.level == "score" or complete(state, winner)
    return "weapon"


@pytest.mark.covers("el-54", "el-81", "el-83", "el-84", "el-124")
def test_fifty_matches_over_all_numbers_of_players() -> None:
    played: Counter[tuple[int, str]] = Counter()
    for seed in range(50):
        players = 3 + seed % 3
        recording = play_match(GAME, seed, level="full" if seed % 5 else "score", players=players, ruleset={})
        state = recording.history.state
        played[players, ending(recording)] += 1
        starting = [each for each in recording.states if each.frames and len(placed_on_start(each)) == players]
        assert all(sound(each) for each in starting[:: max(1, len(starting) // 25)])
        if state.level == "full" and not corrected(recording):
            assert state.turn <= ROUNDS
    assert {how for _, how in played} == {"reputation", "weapon", "hammer"}
    assert {players for players, _ in played} == {3, 4, 5}


def corrected(recording: Recording) -> bool:
    """Whether somebody put the table right by hand or changed the level: then anything may have come back."""
    moves = {record.command.move for record in recording.history.records if record.command}
    return bool(moves & {"correct", "set-level", "adjust"})


def test_fresh_matches_with_all_house_rules() -> None:
    print(f"first seed: {SEED}")
    for seed in range(SEED, SEED + 10):
        finished(seed)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_matches_with_all_house_rules() -> None:
    print(f"first seed: {SEED}")
    for seed in range(SEED, SEED + 1000):
        finished(seed)


def finished(seed: int) -> None:
    """A match by chance is sound to its end, and ends once."""
    recording = play_match(GAME, seed, level=("full", "full", "score")[seed % 3], players=3 + seed // 3 % 3)
    assert sound(recording.states[-2]), seed
    ends = [event for event in recording.history.live[-1].events if isinstance(event, ev.Finished)]
    assert len(ends) == 1, seed
    assert len(ends[0].winners) <= 1, seed
