from __future__ import annotations

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.evolve import fold
from lairkeeper.core.history import History
from lairkeeper.core.kernel import Kernel
from lairkeeper.core.state import State
from lairkeeper.core.work import AFFECTED_CHOOSES, Replacement, Work

from .toy import CHOOSING, SETUP, TOY, begin, do, plot_all, refused


def raided(game: Kernel, **marks: int) -> History:
    """Ana raids Bo, who holds a 5 and some marks, and Cy, who hides."""
    setup = {**SETUP, "purse.Bo": {5: 1}} | {f"{mark}.Bo": n for mark, n in marks.items()}
    history = begin(game, setup=setup)
    plot_all(history)
    do(history, move="raid", by="Ana")
    do(history, move="answer", by="Bo", option="take-it")
    do(history, move="answer", by="Cy", option="hide")
    return history


def test_an_event_that_is_replaced_does_not_happen() -> None:
    history = raided(TOY, shield=1)
    assert history.state.marked("Bo", "shield") == 0
    assert TOY.lookup(history.state, "tokens.Bo") == 6


def test_of_several_replacements_the_last_played_wins() -> None:
    history = raided(TOY, shield=1, mirror=1)
    assert history.state.marked("Bo", "shield") == 1
    assert history.state.marked("Bo", "mirror") == 0


def test_of_several_replacements_the_affected_seat_may_choose() -> None:
    history = raided(CHOOSING, shield=1, mirror=1)
    prompt = history.state.prompt
    assert prompt is not None
    assert (prompt.code, prompt.waiting) == ("choose-replacement", ("Bo",))
    assert [(each.code, each.command.by) for each in CHOOSING.options(history.state, "Bo")] == [
        ("shield", "Bo"),
        ("mirror", "Bo"),
    ]
    assert refused(history, move="answer", by="Ana", option="shield").code == "not-asked"
    assert refused(history, move="answer", by="Bo", option="sword").code == "unknown-option"
    do(history, move="answer", by="Bo", option="shield")
    assert history.state.marked("Bo", "shield") == 0
    assert history.state.marked("Bo", "mirror") == 1
    assert history.state.prompt is not None
    assert history.state.prompt.code == "your-raid"


def test_a_single_replacement_is_not_asked_about() -> None:
    history = raided(CHOOSING, shield=1)
    assert history.state.marked("Bo", "shield") == 0
    assert history.state.prompt is not None
    assert history.state.prompt.code == "your-raid"


def test_the_fixed_point_can_be_asked_for() -> None:
    history = begin(setup={**SETUP, "shield.Bo": 1})
    paid = ev.Paid("Bo", "Ana", {1: 1})
    assert TOY.replace(history.state, paid) == (ev.Unmarked("Bo", "shield"),)
    other = ev.Paid("bank", "Ana", {1: 1})
    assert TOY.replace(history.state, other) == (other,)


def test_replacements_that_never_end_are_a_mistake_of_the_game() -> None:
    def forever(state: State, event: ev.Event) -> tuple[Replacement, ...]:
        n = event.amount + 1 if isinstance(event, ev.Counted) else 0
        return (Replacement(f"r{n}", (ev.Counted("x", n),)),)

    work = Work(State("toy", "full", ("Ana",), None), replacements=forever)
    with pytest.raises(RuntimeError, match="do not end"):
        work.emit(ev.Counted("x", 0))


def test_queued_frames_wait_behind_the_running_one_first_come_first_served() -> None:
    work = Work(State("toy", "full", ("Ana",), None))
    work.push("match")
    work.push("card")
    work.queue("first")
    work.queue("second")
    assert [frame.kind for frame in work.state.frames] == ["match", "second", "first", "card"]
    work.push("inner")
    work.queue("inner-trigger")
    assert [frame.kind for frame in work.state.frames][-2:] == ["inner-trigger", "inner"]
    for expected in ("inner-trigger", "card", "first", "second", "match"):
        work.pop()
        assert work.top.kind == expected
        if work.top.queued:
            work.set()


def test_what_is_queued_where_nothing_runs_is_next() -> None:
    queued = ev.FramePushed(1, "card", {}, queued=True)
    assert [frame.kind for frame in fold(State("toy", "full", ("Ana",), None), (queued,)).frames] == ["card"]


def test_a_frame_may_end_below_another_and_is_over_but_once() -> None:
    work = Work(State("toy", "full", ("Ana",), None))
    work.push("match")
    over = work.top
    work.push("card")
    work.close(over)
    assert [frame.kind for frame in work.state.frames] == ["card"]
    work.unsettled = False
    work.close(over)
    assert [frame.kind for frame in work.state.frames] == ["card"]
    assert not work.unsettled


def test_of_several_replacements_whoever_the_last_is_about_chooses() -> None:
    def two(state: State, event: ev.Event) -> tuple[Replacement, ...]:
        return (Replacement("shield", (), "Ana"), Replacement("mirror", (), "Bo"), Replacement("cape", (), "Cy"))

    work = Work(State("toy", "full", ("Ana", "Bo", "Cy"), None), replacements=two, policy=AFFECTED_CHOOSES)
    work.emit(ev.Counted("x", 1))
    assert work.top.data["seat"] == "Cy"


def test_a_bonus_waits_until_the_plots_are_revealed() -> None:
    history = begin()
    plot_all(history)
    kinds = [type(event).__name__ for event in history.last.events]
    assert kinds.index("Paid") > max(n for n, kind in enumerate(kinds) if kind == "Faced")
    assert [frame.kind for frame in history.state.frames] == ["round"]


def test_answering_without_a_question_is_a_mistake_of_the_game() -> None:
    work = Work(State("toy", "full", ("Ana",), None))
    with pytest.raises(RuntimeError, match="no frame"):
        work.pop()
    work.push("match")
    with pytest.raises(RuntimeError, match="no question"):
        work.answer("Ana")


def test_nobodys_turn_does_not_count_as_a_turn() -> None:
    work = Work(State("toy", "full", ("Ana", "Bo"), None))
    work.turn_of("Ana")
    work.turn_of(None)
    assert (work.state.active, work.state.turn) == (None, 1)
    work.turn_of("Bo")
    assert (work.state.active, work.state.turn) == ("Bo", 2)
