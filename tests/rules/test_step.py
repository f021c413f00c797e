"""Typed data of a step: what is written, what is read back, and data of older logs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import lairkeeper.games
from lairkeeper.core import events as ev
from lairkeeper.core.codec import LogError
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History, Record
from lairkeeper.core.refusals import CoreRefusal
from lairkeeper.core.state import Frame
from lairkeeper.core.work import Work
from lairkeeper.i18n import Texts, shared_texts
from lairkeeper.rules.step import StepData, below, frame_of, push, read, save
from lairkeeper.rules.step import replace as changed

from .toy import GAME, SEATS, Resting, Taking, accepted, after, begun


def test_a_push_leaves_out_what_holds_its_default_and_writes_what_has_none() -> None:
    work = Work(begun())
    push(work, Taking("Bo", 0, rest=9, most=3))
    (event,) = work.events
    assert isinstance(event, ev.FramePushed)
    assert (event.kind, event.data) == ("taking", {"seat": "Bo", "count": 0, "most": 3})


def from_the_log(work: Work) -> Taking:
    """Return the data of the step that runs as a resumed match reads them: from a frame that was not just written."""
    return read(Taking, replace(work.top))


def test_what_was_pushed_is_read_back() -> None:
    work = Work(begun())
    step = Taking("Bo", 1, most=3)
    push(work, step)
    assert read(Taking, work.top) == from_the_log(work) == step


def test_a_save_writes_what_has_changed_and_what_is_named() -> None:
    work = Work(begun())
    step = read(Taking, work.top)
    save(work, step, replace(step, count=1))
    save(work, step, replace(step, count=1), "rest")
    save(work, step, step)
    assert [each.data for each in work.events if isinstance(each, ev.FrameSet)] == [
        {"count": 1},
        {"count": 1, "rest": 9},
    ]
    assert len(work.events) == 2, "nothing to write, nothing written"


def test_a_save_from_older_data_leaves_alone_what_changed_meanwhile() -> None:
    work = Work(begun())
    step = read(Taking, work.top)
    save(work, step, replace(step, count=5))
    assert read(Taking, work.top) == from_the_log(work) == replace(step, count=5)
    save(work, step, replace(step, most=7))
    assert read(Taking, work.top) == from_the_log(work) == replace(step, count=5, most=7)


def test_a_step_is_saved_only_while_it_runs() -> None:
    work = Work(begun())
    step = read(Taking, work.top)
    push(work, Resting())
    with pytest.raises(TypeError, match="frame resting is no taking"):
        save(work, step, replace(step, count=1))


def test_the_data_of_no_kind_in_particular_are_read_from_every_frame() -> None:
    for step in (Taking("Bo", 0), Resting()):
        work = Work(begun())
        push(work, step)
        assert type(read(StepData, work.top)) is StepData


def test_a_frame_of_another_kind_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="frame resting is no taking"):
        read(Taking, Frame(1, "resting"))


@pytest.mark.parametrize(("data", "named"), [({"seat": "Ana", "count": 0, "colour": "red"}, "colour"), ({}, "seat")])
def test_a_frame_with_an_unknown_or_missing_key_is_of_a_damaged_log(data: dict[str, object], named: str) -> None:
    with pytest.raises(LogError, match=named) as caught:
        read(Taking, Frame(1, "taking", data))
    assert (caught.value.refusal.code, caught.value.refusal.invalid) == (CoreRefusal.LOG_BROKEN, True)


@pytest.mark.parametrize(
    "event",
    [
        ev.FramePushed(9, "taking", {"seat": "Bo", "count": 0, "colour": "red"}),
        ev.FramePushed(9, "taking", {"seat": "Bo"}),
        ev.FrameSet(1, {"colour": "red"}),
        ev.FramePushed(9, "juggling"),
    ],
)
def test_a_log_with_a_step_that_cannot_be_read_is_refused_up_to_that_line(event: ev.Event) -> None:
    history = History.start(GAME, Header(GAME.id, SEATS, "full"))
    assert isinstance(history, History)
    taken = Record(1, "command", Command(move="take", by="Ana", target="pile-1"), (event,))
    refusal = history.follow((taken,))
    assert refusal is not None
    assert (refusal.code, refusal.args["n"], refusal.invalid) == (CoreRefusal.LOG_BROKEN, 1, True)
    assert len(history) == 1, "the match goes on from the line before"
    texts = Texts.load("en", shared_texts())
    assert "Restore the log from a backup" in texts.say(f"refusal.{refusal.code}", refusal.args)


def test_data_of_an_older_log_is_lifted_and_goes_on() -> None:
    """``count`` was called ``taken``, and ``rest`` and ``most`` were not there."""
    state = begun()
    (frame,) = state.frames
    old = state._replace(frames=(replace(frame, data={"seat": "Ana", "taken": 1}),))
    assert read(Taking, old.frames[0]) == Taking("Ana", 1)
    later = after(old, Command(move="take", by="Ana", target="pile-1"))
    assert read(Taking, later.frames[0]).count == 2
    assert read(Taking, replace(later.frames[0])) == read(Taking, later.frames[0])


def test_a_copy_with_changes_is_that_of_dataclasses() -> None:
    step = Taking("Bo", 1)
    assert changed(step, rest=4, count=2) == replace(step, rest=4, count=2)
    with pytest.raises(TypeError, match="Taking has no field colour"):
        changed(step, colour="red")  # type: ignore[call-arg]


def test_the_nearest_step_below_is_found() -> None:
    work = Work(begun())
    push(work, Taking("Bo", 3))
    push(work, Resting())
    found = below(Taking, work.state)
    assert found is not None
    assert found.seat == "Bo"
    assert below(Resting, begun()) is None


def test_a_move_keeps_writing_what_logs_of_before_have() -> None:
    events = accepted(begun(), Command(move="take", by="Ana", target="pile-1")).events
    assert [each.data for each in events if isinstance(each, ev.FrameSet)] == [{"count": 1, "rest": 9}]


def test_a_save_may_write_to_a_step_below_the_one_that_runs_until_it_is_over() -> None:
    work = Work(begun())
    frame = work.top
    step = read(Taking, frame)
    push(work, Resting())
    save(work, step, replace(step, count=5), frame=frame)
    save(work, step, replace(step, count=1), "rest", frame=frame)
    assert below(Taking, work.state) == replace(step, count=1)
    assert [(each.id, each.data) for each in work.events if isinstance(each, ev.FrameSet)] == [
        (frame.id, {"count": 5}),
        (frame.id, {"count": 1, "rest": 9}),
    ]
    assert read(Taking, frame_of(Taking, work.state)) == replace(step, count=1)  # type: ignore[arg-type]
    work.pop()
    work.pop()
    save(work, step, replace(step, count=7), frame=frame)
    assert len(work.events) == 5, "nothing is written to a step that is over"


def test_no_game_names_the_fields_of_a_step_by_hand() -> None:
    """Names and types of fields are checked when a step is written with `save`, `push` and `replace` alone."""
    games = Path(lairkeeper.games.__file__).parent
    by_hand = re.compile(r"\bwork\.(?:set|push|queue)\(")
    assert [str(file) for file in games.rglob("*.py") if by_hand.search(file.read_text(encoding="utf-8"))] == []
