"""Matches that an earlier version has logged go on: each is cut after every record and picked up again."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from lairkeeper.core.codec import command_to_json, event_to_json, snapshot_from_json, snapshot_to_json
from lairkeeper.core.history import COMMAND, START, History, Record, Snapshot
from lairkeeper.core.result import Accepted
from lairkeeper.core.state import State
from lairkeeper.games.evil_101 import GAME

from .recorded_logs import moment, names, read


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where a recording is cut: its state as it is kept on the disk, and the record that follows."""

    state: State
    next: Record | None


def cuts(name: str) -> list[Cut]:
    recorded = read(name)
    history = History(GAME, recorded.header)
    found = []
    for record, after in zip(recorded.records, (*recorded.records[1:], None), strict=True):
        assert history.follow((record,)) is None, record.n
        kept = json.dumps(snapshot_to_json(Snapshot(record.n, (), (), history.state)))
        found.append(Cut(snapshot_from_json(json.loads(kept), GAME.blank(recorded.header)).state, after))
    return found


@pytest.mark.parametrize("name", names())
def test_each_moment_is_as_it_was(name: str) -> None:
    """The state, what everybody is offered by click and by tap, and the answers to the question."""
    for n, (cut, before) in enumerate(zip(cuts(name), read(name).prints, strict=True)):
        assert moment(cut.state) == before, f"{name}: another moment after record {n}"


@pytest.mark.parametrize("name", names())
def test_a_match_that_is_picked_up_anywhere_decides_as_before(name: str) -> None:
    for cut in cuts(name):
        if cut.next is None or cut.next.kind != COMMAND or cut.next.command is None:
            continue
        decision = GAME.decide(cut.state, cut.next.command)
        at = f"{name}, record {cut.next.n}: {command_to_json(cut.next.command)}"
        before = [event_to_json(each) for each in cut.next.events]
        assert isinstance(decision, Accepted), at
        assert [event_to_json(each) for each in decision.events] == before, at
        assert decision.unverified == cut.next.unverified, at


@pytest.mark.parametrize("name", names())
def test_a_match_begins_as_before(name: str) -> None:
    recorded = read(name)
    begun = History.start(GAME, recorded.header)
    assert isinstance(begun, History)
    assert recorded.records[0].kind == START
    assert list(begun.records[0].events) == list(recorded.records[0].events)


def test_the_recordings_reach_every_move_of_every_step() -> None:
    reached = set()
    for name in names():
        for cut in cuts(name):
            if cut.state.top is not None and cut.next is not None and cut.next.command is not None:
                reached.add((cut.state.top.kind, cut.next.command.move))
    every = {(kind.name, move) for kind in GAME.frames.values() for move in kind.moves}
    assert every - reached == {("choose-replacement", "answer")}
