"""Values that a set-up may have and may not have, and whom a refusal names."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.evil_league import GAME

SEATS = ("Ana", "Bo", "Cy")


def begun(setup: dict[str, Any]) -> History | Refused:
    return History.start(GAME, Header(GAME.id, SEATS, "full", setup=setup))


@pytest.mark.parametrize(
    ("setup", "code", "args"),
    [
        ({"villain.Bo": "villain-3", "villain.Cy": "villain-3"}, "villain-taken", {"card": "villain-3", "seat": "Bo"}),
        ({"start.Bo": 2, "start.Cy": 2}, "space-taken", {"n": 0, "seat": "Bo"}),
        ({"reputation.Bo": 4, "reputation.Cy": 4}, "space-taken", {"n": 4, "seat": "Bo"}),
        ({"reputation.Bo": -1}, "below-start", {"seat": "Bo", "n": 0}),
        ({"reputation.Bo": -100}, "bad-setup", {"path": "reputation.Bo"}),
        ({"reputation.Bo": 100}, "bad-setup", {"path": "reputation.Bo"}),
        ({"start.Bo": 0}, "bad-setup", {"path": "start.Bo"}),
        ({"start.Bo": 6}, "bad-setup", {"path": "start.Bo"}),
        ({"power.Bo": 6}, "power-range", {"seat": "Bo", "value": "6"}),
        ({"power.Bo": -1}, "power-range", {"seat": "Bo", "value": "-1"}),
        ({"power.Bo": True}, "power-range", {"seat": "Bo", "value": "True"}),
        ({"power.Dee": 1}, "bad-setup", {"path": "power.Dee"}),
        ({"items.mall": [f"part-1#{n}" for n in range(1, 5)]}, "bad-setup", {"path": "items.mall"}),
        ({"items.mall": ["loot-1#1"]}, "bad-setup", {"path": "items.mall"}),
        ({"items.lair": ["part-1#1"]}, "bad-setup", {"path": "items.lair"}),
        ({"scheme.mall": ["scheme-1#1", "scheme-2#1"]}, "bad-setup", {"path": "scheme.mall"}),
        ({"spare.Bo": ["part-1#1"], "spare.Cy": ["part-1#1"]}, "not-in-deck", {"card": "part-1#1"}),
    ],
)
def test_a_set_up_that_may_not_be(setup: dict[str, Any], code: str, args: dict[str, Any]) -> None:
    refused = begun(setup)
    assert isinstance(refused, Refused)
    assert (refused.code, refused.args) == (code, args)


@pytest.mark.parametrize(
    ("setup", "path", "value"),
    [
        ({"reputation.Bo": 99}, "reputation.Bo", 99),
        ({"start.Bo": 1}, "space.Bo", "T5"),
        ({"start.Bo": 5}, "space.Bo", "S1"),
        ({"power.Bo": 0}, "power.Bo", 0),
        ({"power.Bo": 5}, "power.Bo", 5),
        ({"items.mall": [f"part-1#{n}" for n in (1, 2, 3)]}, "items.mall", ["part-1#1", "part-1#2", "part-1#3"]),
        ({"items.ez-pawn": ["loot-1#1"]}, "items.ez-pawn", ["loot-1#1"]),
        ({"scheme.mall": ["scheme-9#1"]}, "scheme.mall", "scheme-9#1"),
    ],
)
def test_as_much_as_a_set_up_may_say(setup: dict[str, Any], path: str, value: object) -> None:
    history = begun(setup)
    assert isinstance(history, History)
    assert GAME.lookup(history.state, path) == value
