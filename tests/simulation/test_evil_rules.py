"""The simulated evenings of both Evil games by house rules: many at once, and what was tapped is what is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.core.ruleset import specs
from lairkeeper.games import get_game
from lairkeeper.simulation.acts import Intent
from lairkeeper.simulation.auto import simulated_match_of

from .test_evil_league import Listening

PLOTS = {
    "purchase": "buyer-picks", "agents": "may-leave", "hold-back": True, "same-symbol": "once",
    "reveal": "one-by-one", "chase-cards": "may-discard", "illegal-plot": "table-decides",
}  # fmt: skip
ENDS = {
    "first-handler": "random", "chase-order": "handler-chooses", "pocket-the-evidence": True,
    "game-end": "end-of-round", "tie-purchases": True, "tied-handler": "moves", "tie-rounds": 1, "tie-targets": "tied",
}  # fmt: skip
BOARD = {
    "circle": "heap-pawn-mall-exchange", "loot-limit": 3, "parts-limit": 4, "fight-counts": "own",
    "fight-again": "resource", "scheme-cost": "paid", "passing": True, "reward-order": "round",
    "equal-ages": "clockwise", "beating-order": "table",
}  # fmt: skip
REWARDS = {
    "rewards-from": "board", "reward-declined": True, "refusal-keeps-bonus": False, "bonus-commit": False,
    "hammer-down-blocks": False, "superpower-cost": 2, "start-count": "by-space", "scheme-refill": "all",
    "loot-timing": "any", "trading": True, "short-schemes": "table", "card-reputation": False,
}  # fmt: skip
DRY = {
    "first-handler": "random", "same-symbol": "once", "hold-back": True, "reveal": "one-by-one",
    "chase-order": "handler-chooses", "pocket-the-evidence": True, "game-end": "at-once",
    "purchase": "buyer-picks", "deck-exhaustion": "stop-drawing", "tie-rounds": 49,
}  # fmt: skip
CASES = [
    ("evil-101", "full", 4, "seats", PLOTS),
    ("evil-101", "full", 3, "tap", ENDS),
    ("evil-101", "full", 5, "table", {"game-end": "at-once", "deck-exhaustion": "stop-drawing"}),
    ("evil-101", "score", 3, "tap", {"pocket-the-evidence": True}),
    ("evil-101", "score", 4, "seats", {"game-end": "at-once", "deck-exhaustion": "stop-drawing"}),
    ("evil-league", "full", 4, "table", BOARD),
    ("evil-league", "full", 3, "seats", REWARDS),
    ("evil-league", "full", 2, "tap", {"two-players": 14}),
]


@pytest.mark.parametrize(("game", "level", "players", "layout", "rules"), CASES)
def test_what_was_tapped_is_what_is_known(
    game: str, level: str, players: int, layout: str, rules: Mapping[str, Any]
) -> None:
    match = Listening(simulated_match_of(game, players, 7, level, layout, rules))
    for n, act in enumerate(match.evening.acts()):
        assert match.act(act) == (act.intent in (Intent.MOVE, Intent.JIGGLE)), f"act {n}: {act}"
        if n % 50 == 0:
            assert match.leaks() == []
    assert match.evening.differences(match.game.view(match.history.state, TABLE)) == []
    assert match.history.state.finished


def test_plots_are_open_once_the_last_one_lies_and_the_handler_has_no_agent() -> None:
    """Seed 275656: without an Agent left nobody waits for the Handler, so no Plot counts as hidden after the last."""
    match = Listening(simulated_match_of("evil-101", 2, 275656, "full", "seats", DRY))
    for act in match.evening.acts():
        match.act(act)
        assert match.leaks() == []
    assert match.history.state.finished


@pytest.mark.parametrize(("game", "left"), [("evil-101", {"most-players"}), ("evil-league", set())])
def test_every_house_rule_is_played(game: str, left: set[str]) -> None:
    played = {name for each, _, _, _, rules in CASES if each == game for name in rules}
    assert {spec.name for spec in specs(get_game(game).ruleset_type)} == played | left
