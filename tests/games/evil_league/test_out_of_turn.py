"""Loot that is played out of turn, by house rule, is about whoever plays it: Cy does while Ana is at turn."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.games.evil_league import GAME

from .test_numbers import OWN, SEATS

RULES: dict[str, Any] = {"loot_timing": "any", "parts_limit": 3, "loot_limit": 3}
SETUP: dict[str, Any] = {
    "phase": "actions", "reputation.Ana": 9, "reputation.Bo": 6, "reputation.Cy": 3, "villain.Bo": "villain-2",
    "place.Ana": "mall", "place.Bo": "exchange", "place.Cy": "exchange", "scheme.exchange": "scheme-12#1",
    "scheme.mall": "scheme-11#1", "hand.Cy": ["loot-9#9"], "hand.Ana": [f"loot-9#{n}" for n in (10, 11, 12)],
    "spare.Ana": [f"part-1#{n}" for n in (1, 2, 3)], "spare.Bo": ["part-1#4"], "spare.Cy": ["part-1#5", "part-1#6"],
}  # fmt: skip


def begun(effect: str) -> History:
    printed = {**OWN, "loot-9": {"copies": 42, "effect": effect}}
    history = History.start(GAME, Header(GAME.id, SEATS, "full", RULES, {**SETUP, "printed": printed}))
    assert isinstance(history, History)
    assert history.state.active == "Ana"
    return history


@pytest.mark.covers("el-93")
@pytest.mark.parametrize(
    ("effect", "then", "found"),
    [
        ("power 1", [], {"power.Cy": 3, "power.Ana": 2}),
        ("lose-power 1", [], {"power.Cy": 1, "power.Ana": 2}),
        ("sap-all 1", [], {"power.Bo": 1, "power.Ana": 2, "power.Cy": 2}),
        ("reputation 2", [], {"reputation.Cy": 5, "reputation.Ana": 9}),
        ("boost 3", [], {"mark.boost.scheme-12#1": 3, "mark.boost.scheme-11#1": 0}),
        ("lose-part 1", [{"move": "lose", "card": "part-1#5"}], {"spare.Cy": ["part-1#6"]}),
        ("parts 1", [{"move": "draw", "card": "part-5#1"}], {"spare.Cy": ["part-1#5", "part-1#6", "part-5#1"]}),
        ("loot 1", [{"move": "draw"}], {"loot.Cy": 1, "loot.Ana": 3}),
        ("sap 2", [{"move": "sap", "target": "Bo"}], {"power.Bo": 0, "power.Ana": 2}),
        ("steal-part 1", [{"move": "steal", "card": "part-1#4", "target": "Bo"}], {"spare.Bo": []}),
        ("steal 1", [{"move": "steal", "target": "Bo"}], {"loot.Bo": 1, "loot.Cy": 1, "loot.Ana": 3}),
        (
            "move-pawn 1",
            [{"move": "push", "card": "pawn-2", "target": "lair"}],
            {"place.Bo": "lair", "place.Ana": "mall"},
        ),
    ],
)
def test_an_effect_out_of_turn(effect: str, then: list[dict[str, Any]], found: dict[str, Any]) -> None:
    history = begun(effect)
    assert isinstance(history.submit(Command(move="play", by="Cy", card="loot-9#9")), Accepted)
    for fields in then:
        assert history.state.active == "Cy"
        assert isinstance(history.submit(Command(by="Cy", **fields)), Accepted)
    state = history.state
    assert {path: GAME.lookup(state, path) for path in found} == found
    assert (state.active, GAME.lookup(state, "loot-discard")) == ("Ana", ["loot-9#9"])


@pytest.mark.covers("el-93")
@pytest.mark.denies("el-93")
def test_whoever_holds_no_loot_plays_none_out_of_turn() -> None:
    history = begun("power 1")
    assert isinstance(history.submit(Command(move="play", by="Cy", card="loot-9#9")), Accepted)
    refused = history.submit(Command(move="play", by="Cy", card="loot-9#10"))
    assert isinstance(refused, Refused)
    assert (refused.code, refused.args) == ("not-in-hand", {"card": "loot-9#10", "seat": "Cy"})
