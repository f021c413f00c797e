"""A change of rules shows as a changed golden match; every golden log ever kept still reads and ends as it did."""

from __future__ import annotations

from pathlib import Path

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.games import all_games, get_game
from lairkeeper.kit.golden import compare, final_scores

from .golden import folder

GAMES = sorted(all_games())
LOGS = [path for game in GAMES for path in sorted(folder(game).glob("*.jsonl"))]


@pytest.mark.parametrize("id", GAMES)
def test_every_level_of_every_game_has_its_golden_match(id: str) -> None:
    game = get_game(id)
    for level in game.levels:
        assert compare(game, level, folder(id)) is None


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parents[1].name}-{path.stem}")
def test_an_old_log_ends_with_the_scores_it_had(path: Path) -> None:
    history, scores, winners = final_scores(path.read_text(encoding="utf-8"))
    board = history.game.score(history.state, TABLE)
    assert {each.seat: each.low for each in board.seats} == scores
    assert board.winners == winners
    assert history.state.finished


def test_there_is_a_log_to_look_at() -> None:
    assert LOGS
