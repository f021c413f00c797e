"""A tap by somebody who may not act is told the reason and its rule, and nothing changes."""

from __future__ import annotations

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.games.evil_league import GAME
from lairkeeper.scans import Ignored, PlayScanner

SETUP = {
    "phase": "actions", "reputation.Ana": 9, "reputation.Bo": 6, "villain.Ana": "villain-1", "villain.Cy": "villain-3",
    "place.Ana": "lair", "place.Bo": "lair", "place.Cy": "lair",
    "spare.Ana": ["part-1#1"], "spare.Cy": ["part-2#1"], "hand.Ana": ["loot-2#3"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("reader", "component", "code", "cite"),
    [
        ("seat-1", "verb-confirm#1", "committed", "commit"),
        ("seat-1", "part-1#1", "committed", "commit"),
        ("seat-1", "villain-1#1", "committed", "commit"),
        ("seat-1", "loot-2#3", "committed", "commit"),
        ("seat-3", "part-2#1", "out-of-turn", "actions"),
        ("tap", "villain-3#1", "out-of-turn", "actions"),
    ],
)
def test_an_action_after_commit_or_out_of_turn(reader: str, component: str, code: str, cite: str) -> None:
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo", "Cy"), "full", setup=SETUP))
    assert isinstance(history, History)
    taps = PlayScanner(history)
    taps.scan("seat-1", "verb-confirm#1")
    assert history.state.active == "Bo"
    before = len(history.records)
    taps.scan(reader, component)
    told = [each for each in taps.player.verdicts if isinstance(each, Ignored) and each.code == "refused"]
    assert [(each.args["refusal"], each.args["cite"]) for each in told] == [(code, cite)]
    assert len(history.records) == before
