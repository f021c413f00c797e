"""Matches that an earlier version has logged go on: each is cut after every record and picked up again."""

from __future__ import annotations

import pytest

from .recorded_logs import RECORDINGS


@pytest.mark.parametrize("name", RECORDINGS.names())
def test_each_moment_is_as_it_was(name: str) -> None:
    RECORDINGS.check_moments(name)


@pytest.mark.parametrize("name", RECORDINGS.names())
def test_a_match_that_is_picked_up_anywhere_decides_as_before(name: str) -> None:
    RECORDINGS.check_decisions(name)


@pytest.mark.parametrize("name", RECORDINGS.names())
def test_a_match_begins_as_before(name: str) -> None:
    RECORDINGS.check_start(name)


def test_the_recordings_reach_every_move_of_every_step() -> None:
    assert RECORDINGS.unreached() == {
        ("choose-replacement", "answer"),
        *((step, "complete") for step in ("move", "actions", "last", "bonus")),  # always refused
    }
