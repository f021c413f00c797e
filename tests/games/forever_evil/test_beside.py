"""The lines below each score on the table page."""

from __future__ import annotations

from lairkeeper.core.ids import TABLE
from lairkeeper.games.forever_evil import GAME

from .deck_match import begin, do


def test_everybody_sees_the_power_of_the_turn() -> None:
    setup = {"line-up": ["giganta#1", "vibe#1", "grid#1", "steel#1", "despero#1"], "hand.Ana": ["power-girl#1"]}
    history = begin(level="full", setup=setup | {"purse.Bo": {5: 1}})
    do(history, "play", "Ana", "power-girl#1")
    for viewer in (TABLE, "Bo"):
        beside = GAME.view(history.state, viewer).extra["beside"]
        assert beside["Ana"] == [("tokens", {"n": 0}), ("power", {"n": 3})]
        assert beside["Bo"] == [("tokens", {"n": 5})]
