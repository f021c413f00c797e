"""Whole matches by chance, over all numbers of players: they end, within twelve rounds, in each of the three ways."""

from __future__ import annotations

from collections import Counter

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.evil_league import GAME
from lairkeeper.games.evil_league.moves.opening import placed_on_start
from lairkeeper.games.evil_league.parts import complete
from lairkeeper.games.evil_league.track import reputation, target
from lairkeeper.kit.driver import Recording, play_match

from ...fresh import SEED
from .matches import ended, sound

ROUNDS = 12
SEEDS = (2, 4, 7, 11, 12, 21)
"""Two matches that end in each way, two by each number of players."""


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
def test_matches_end_in_each_way_over_all_numbers_of_players() -> None:
    played: Counter[tuple[int, str]] = Counter()
    for seed in SEEDS:
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
    """Return True when somebody put the table right by hand or changed the level.

    Then anything may have come back.
    """
    moves = {record.command.move for record in recording.history.records if record.command}
    return bool(moves & {"correct", "set-level", "adjust"})


@pytest.mark.parametrize("seed", range(SEED, SEED + 10))
def test_a_match_by_chance_ends(seed: int) -> None:
    assert ended(seed) > 1


@pytest.mark.parametrize("card", ["loot-3#x", "loot-3#01", "part-a#1", "nothing#1"])
def test_a_hand_is_laid_out_card_by_card(card: str) -> None:
    begun = History.start(GAME, Header(GAME.id, ("Ana", "Bo", "Cy"), "full", setup={"hand.Ana": [card]}))
    assert isinstance(begun, Refused)
    assert begun.invalid
