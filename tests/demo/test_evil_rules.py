"""The simulated evenings of both Evil games by house rules: many at once, and what was tapped is what is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lairkeeper.core.ids import TABLE
from lairkeeper.core.ruleset import specs
from lairkeeper.demo.acts import Intent
from lairkeeper.demo.auto import evening_of
from lairkeeper.games import get_game

from .test_evil_league import Listening

PLOTS = {
    "purchase": "buyer-picks", "agents": "may-leave", "hold-back": True, "same-symbol": "once",
    "reveal": "one-by-one", "chase-cards": "may-discard",
}  # fmt: skip
ENDS = {
    "first-handler": "random", "chase-order": "handler-chooses", "pocket-the-evidence": True,
    "game-end": "end-of-round", "tie-purchases": True, "tied-handler": "moves", "tie-rounds": 1,
}  # fmt: skip
BOARD = {
    "circle": "heap-pawn-mall-exchange", "loot-limit": 3, "parts-limit": 4, "fight-counts": "own",
    "fight-again": "resource", "scheme-cost": "paid", "passing": True, "reward-order": "round",
    "equal-ages": "clockwise",
}  # fmt: skip
REWARDS = {
    "rewards-from": "board", "reward-declined": True, "refusal-keeps-bonus": False, "bonus-commit": False,
    "hammer-down-blocks": False, "superpower-cost": 2, "start-count": "by-space", "scheme-refill": "all",
    "loot-timing": "any", "trading": True, "short-schemes": "table", "card-reputation": False,
}  # fmt: skip
CASES = [
    ("evil-101", 4, "seats", PLOTS),
    ("evil-101", 3, "tap", ENDS),
    ("evil-101", 5, "table", {"game-end": "at-once"}),
    ("evil-league", 4, "table", BOARD),
    ("evil-league", 3, "seats", REWARDS),
    ("evil-league", 2, "tap", {"two-players": 14}),
]


@pytest.mark.parametrize(("game", "players", "layout", "rules"), CASES)
def test_what_was_tapped_is_what_is_known(game: str, players: int, layout: str, rules: Mapping[str, Any]) -> None:
    match = Listening(evening_of(game, players, 7, "full", layout, rules))
    for n, act in enumerate(match.evening.acts()):
        assert match.act(act) == (act.intent in (Intent.MOVE, Intent.JIGGLE)), f"act {n}: {act}"
        if n % 50 == 0:
            assert match.leaks() == []
    assert match.evening.differences(match.game.view(match.history.state, TABLE)) == []
    assert match.history.state.finished


@pytest.mark.parametrize(
    ("game", "left"),
    [
        ("evil-101", {"most-players", "illegal-plot", "deck-exhaustion", "tie-targets"}),
        ("evil-league", {"beating-order"}),
    ],
)
def test_every_house_rule_is_played_but_for_those_that_are_named(game: str, left: set[str]) -> None:
    played = {name for each, _, _, rules in CASES if each == game for name in rules}
    assert {spec.name for spec in specs(get_game(game).ruleset_type)} == played | left
