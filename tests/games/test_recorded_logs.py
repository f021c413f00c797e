"""Matches that an earlier version has logged go on: each is cut after every record and picked up again."""

from __future__ import annotations

import pytest

from ..fresh import some
from .dc_forever.recorded_logs import RECORDINGS as DC_FOREVER
from .evil_101.recorded_logs import RECORDINGS as EVIL_101
from .evil_league.recorded_logs import RECORDINGS as EVIL_LEAGUE
from .forever_evil.recorded_logs import RECORDINGS as FOREVER_EVIL
from .recordings import Recordings

EVERY = (DC_FOREVER, EVIL_101, EVIL_LEAGUE, FOREVER_EVIL)
MATCHES = [pytest.param(each, name, id=f"{each.game.id}-{name}") for each in EVERY for name in each.names()]
UNREACHED = {
    "dc-forever": {("choose-replacement", "answer")},
    "evil-101": {("choose-replacement", "answer")},
    "evil-league": {
        ("choose-replacement", "answer"),
        *((step, "complete") for step in ("move", "actions", "last", "bonus")),  # always refused
    },
    "forever-evil": {
        ("choose-replacement", "answer"),
        *(("by-hand", move) for move in FOREVER_EVIL.game.frames["by-hand"].moves),  # every card has a script
        *((step, "put-back") for step in ("turn", "flip")),
        *(("hand-count", move) for move in ("hand", "discard")),
        ("census", "done"),
        ("attack", "done"),  # newer than the recordings
        ("resolve", "answer"),
    },
}


@pytest.mark.parametrize(("recordings", "name"), some(MATCHES, 5))
def test_each_moment_is_as_it_was(recordings: Recordings, name: str) -> None:
    recordings.check_moments(name)


@pytest.mark.parametrize(("recordings", "name"), some(MATCHES, 12))
def test_a_match_that_is_picked_up_anywhere_decides_as_before(recordings: Recordings, name: str) -> None:
    recordings.check_decisions(name)


@pytest.mark.parametrize(("recordings", "name"), MATCHES)
def test_a_match_begins_as_before(recordings: Recordings, name: str) -> None:
    recordings.check_start(name)


@pytest.mark.parametrize("recordings", EVERY, ids=lambda each: each.game.id)
def test_the_recordings_reach_every_move_of_every_step(recordings: Recordings) -> None:
    assert recordings.unreached() == UNREACHED[recordings.game.id]
