from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lairkeeper.core.command import Command
from lairkeeper.core.events import FramePopped, Moved, Paid
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record, Snapshot
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.core.state import State

from .toy import TOY, begin, do, plot_all, refused


def same(one: State, other: State) -> bool:
    """Return True when two states differ at most in the ids that will be given next."""
    return one._replace(next_id=0) == other._replace(next_id=0)


def test_undo_brings_the_state_before_back_and_redo_the_one_after() -> None:
    history = begin()
    before = history.state
    do(history, move="adjust", by="Ana", amount=3)
    after = history.state
    record = history.undo(by="Bo")
    assert isinstance(record, Record)
    assert (record.kind, record.span, record.by) == ("undo", (1,), "Bo")
    assert same(history.state, before)
    assert history.can_redo
    history.redo()
    assert same(history.state, after)


def test_nothing_is_ever_deleted() -> None:
    history = begin()
    do(history, move="adjust", by="Ana", amount=3)
    history.undo()
    history.redo()
    assert [record.kind for record in history.records] == ["start", "command", "undo", "redo"]
    assert [record.n for record in history.live] == [0, 1]


def test_the_newest_records_come_first_and_tell_whether_they_still_count() -> None:
    history = begin()
    for n in (1, 2, 3):
        do(history, move="adjust", by="Ana", amount=n)
    history.undo(2)
    history.redo(1)
    assert [record.n for record in history.newest(2)] == [5, 4]
    assert history.newest(0) == ()
    assert history.newest(99) == history.records[::-1]
    assert [record.n for record in history.live] == [n for n in range(6) if history.counts(n)] == [0, 1, 2]


def test_a_new_command_ends_what_could_be_redone() -> None:
    history = begin()
    do(history, move="adjust", by="Ana", amount=3)
    history.undo()
    do(history, move="adjust", by="Ana", amount=1)
    result = history.redo()
    assert isinstance(result, Refused)
    assert result.code == CoreRefusal.NOTHING_TO_REDO


def test_one_redo_brings_back_all_that_one_undo_took_back() -> None:
    history = begin()
    for n in (1, 2, 3, 4, 5):
        do(history, move="adjust", by="Ana", amount=n)
    after = history.state
    history.undo()
    history.undo(3)
    record = history.redo(by="Bo")
    assert isinstance(record, Record)
    assert (record.kind, record.span, record.by) == ("redo", (2, 3, 4), "Bo")
    assert history.redoable == (5,)
    history.redo()
    assert same(history.state, after)
    assert (history.can_redo, history.redoable) == (False, ())


def test_a_redo_of_so_many_steps_may_be_a_part_of_an_undo_or_more_than_one() -> None:
    history = begin()
    for n in (1, 2, 3, 4):
        do(history, move="adjust", by="Ana", amount=n)
    history.undo()
    history.undo(3)
    spans = [record.span for n in (1, 1, 2) if isinstance(record := history.redo(n), Record)]
    assert spans == [(1,), (2,), (3, 4)]
    history.undo(4)
    for n in (-1, 0, 5):
        refusal = history.redo(n)
        assert isinstance(refusal, Refused) and refusal.code == CoreRefusal.NOTHING_TO_REDO
    assert history.redoable == (1, 2, 3, 4)


def test_a_log_in_which_each_redo_brought_back_one_step_goes_on() -> None:
    history = begin()
    for n in (1, 2, 3):
        do(history, move="adjust", by="Ana", amount=n)
    old = (*history.records, Record(4, "undo", span=(1, 2, 3)), Record(5, "redo", span=(1,)))
    again = History.replay(TOY, history.header, old)
    assert isinstance(again, History)
    assert again.redoable == (2, 3)
    again.undo()
    assert again.redoable == (1,)
    again.redo()
    again.redo()
    assert same(again.state, history.state)


def test_the_start_cannot_be_undone() -> None:
    history = begin()
    do(history, move="adjust", by="Ana", amount=3)
    for n in (0, 2):
        result = history.undo(n)
        assert isinstance(result, Refused)
        assert result.code == CoreRefusal.NOTHING_TO_UNDO
    assert len(history.records) == 2
    with pytest.raises(IndexError):
        history.state_at(2)
    assert history.state_at(0) is history.state


def test_an_answer_to_an_undone_question_stays_stale() -> None:
    history = begin()
    plot_all(history)
    do(history, move="raid", by="Ana")
    undone = history.state.prompt
    assert undone is not None
    history.undo()
    do(history, move="end-turn", by="Ana")
    asked = history.state.prompt
    assert asked is not None
    assert asked.id > undone.id
    assert refused(history, move="answer", by="Bo", option="hide", prompt=undone.id).code == "stale-prompt"


def test_undo_tells_when_it_crosses_a_reveal() -> None:
    history = begin()
    plot_all(history)
    do(history, move="adjust", by="Ana", amount=1)
    assert not history.reveals(1)
    assert history.reveals(2)


def test_a_log_with_a_hole_is_refused() -> None:
    history = begin()
    plot_all(history)
    records = history.records[:2] + history.records[3:]
    result = History.replay(TOY, history.header, records)
    assert isinstance(result, Refused)
    assert (result.code, result.args["n"]) == (CoreRefusal.LOG_HOLE, 2)
    assert isinstance(History.replay(TOY, history.header, ()), Refused)


@pytest.mark.parametrize(
    "record",
    [
        Record(1, "undo", span=(0,)),
        Record(1, "undo", span=()),
        Record(1, "redo", span=(0,)),
        Record(1, "start"),
        Record(1, "rumour"),
    ],
)
def test_a_log_line_that_fits_nothing_is_refused(record: Record) -> None:
    history = begin()
    result = History.replay(TOY, history.header, (*history.records, record))
    assert isinstance(result, Refused)
    assert (result.code, result.invalid) == (CoreRefusal.LOG_BROKEN, True)


def test_a_log_must_begin_with_its_start() -> None:
    result = History.replay(TOY, begin().header, (Record(0, "command", Command(move="raid")),))
    assert isinstance(result, Refused)
    assert result.code == CoreRefusal.LOG_BROKEN


def test_a_log_line_whose_events_cannot_be_true_is_refused() -> None:
    history = begin()
    for event in (Paid("Ana", "Bo", {1: 1}), FramePopped(99), Moved("gem#9", "heap", "deck")):
        line = Record(1, "command", Command(move="raid"), (event,))
        result = History.replay(TOY, history.header, (*history.records, line))
        assert isinstance(result, Refused)
        assert (result.code, result.args["n"]) == (CoreRefusal.LOG_BROKEN, 1)


def test_a_log_with_house_rules_of_another_version_is_refused() -> None:
    history = begin()
    header = replace(history.header, ruleset={"moon": 1})
    result = History.replay(TOY, header, history.records)
    assert isinstance(result, Refused)
    assert (result.code, result.args["n"], result.invalid) == (CoreRefusal.LOG_BROKEN, 0, True)


def test_a_command_that_is_refused_leaves_no_record() -> None:
    history = begin()
    refused(history, move="fly")
    assert len(history.records) == 1


ACTIONS = st.lists(st.sampled_from(["command", "command", "command", "undo", "undo2", "redo"]), max_size=25)


@settings(max_examples=60, deadline=None)
@given(ACTIONS, st.integers(0, 10**6))
def test_undo_is_the_replay_of_the_prefix_and_replay_is_the_match(actions: list[str], seed: int) -> None:
    history = begin()
    kept = [history.state]
    for action in actions:
        match action:
            case "command":
                offers = [each.command for each in TOY.offers(history.state, "table") if each.refusal is None]
                hidden = [each.command for seat in history.state.seats for each in TOY.offers(history.state, seat)]
                commands = offers or hidden
                seed = seed * 1103515245 + 12345 & 0x7FFFFFFF
                if commands and isinstance(history.submit(commands[seed % len(commands)]), Accepted):
                    kept = [*kept[: len(history.live) - 1], history.state]
            case "undo" | "undo2":
                n = 1 if action == "undo" else 2
                before = len(history.live)
                if not isinstance(history.undo(n), Refused):
                    assert same(history.state, kept[before - 1 - n])
            case "redo":
                if not isinstance(history.redo(), Refused):
                    assert same(history.state, kept[len(history.live) - 1])
    again = History.replay(TOY, history.header, history.records)
    assert isinstance(again, History)
    assert again.state == history.state
    assert again.records == history.records
    assert (again.can_undo, again.can_redo) == (history.can_undo, history.can_redo)


class Store:
    """The contents of a store: every record, and a snapshot now and then."""

    def __init__(self, records: Sequence[Record], snapshots: Sequence[Snapshot]) -> None:
        self._records, self._snapshots = records, snapshots
        self.asked = 0

    def records(self, first: int, end: int) -> Sequence[Record]:
        self.asked += 1
        return self._records[first:end]

    def snapshot(self, before: int, live: int) -> Snapshot | None:
        return next((s for s in reversed(self._snapshots) if s.n < before and len(s.live) <= live), None)


@settings(max_examples=60, deadline=None)
@given(ACTIONS, st.sets(st.integers(0, 25)), st.integers(0, 25))
def test_a_match_picked_up_at_a_snapshot_is_the_match(actions: list[str], kept: set[int], at: int) -> None:
    history = begin()
    snapshots = [history.snapshot]
    for amount, action in enumerate(actions, 1):
        match action:
            case "command":
                do(history, move="adjust", by="Ana", amount=amount)
            case "redo":
                history.redo()
            case _:
                history.undo(2 if action == "undo2" else 1)
        snapshots.append(history.snapshot)
    picked = snapshots[min(at, len(snapshots) - 1)]
    past = Store(history.records, [each for n, each in enumerate(snapshots) if n in kept and each.n < picked.n])
    again = History.resume(TOY, history.header, picked, past)
    assert (again.state, again.state_at(0), past.asked) == (picked.state, picked.state, 0)
    assert again.follow(history.records[picked.n + 1 :]) is None
    assert (len(again), again.snapshot) == (len(history), history.snapshot)
    assert again.last == history.last
    depths = range(len(history.live))
    assert [same(again.state_at(n), history.state_at(n)) for n in depths] == [True for _ in depths]
    assert again.run == history.run
    assert again.records == history.records
    one, other = again.undo(len(depths) - 1), history.undo(len(depths) - 1)
    assert one == other
    assert same(again.state, history.state)


def test_a_header_with_another_level_starts_another_match() -> None:
    header = replace(begin().header, level="plain")
    history = History.start(TOY, header)
    assert isinstance(history, History)
    assert history.state.level == "plain"
    assert isinstance(header, Header)
