from __future__ import annotations

import pytest

from lairkeeper.core import evolve as fold_module
from lairkeeper.core.events import (
    EVENT_TYPES,
    Answered,
    Attached,
    Event,
    Faced,
    FramePopped,
    LevelSet,
    Marked,
    Moved,
    Paid,
    Placed,
    Shuffled,
    Unmarked,
)
from lairkeeper.core.evolve import evolve, fold
from lairkeeper.core.state import State

EMPTY = State("toy", "full", ("Ana", "Bo"), None)


def test_there_is_a_case_for_every_event_and_no_other() -> None:
    assert set(fold_module._CASES) == set(EVENT_TYPES)
    assert len(set(fold_module._CASES.values())) <= 20


def test_a_placed_card_keeps_the_facts_of_that_moment() -> None:
    state = evolve(EMPTY, Placed("gem#1", "heap", {"vp": 3}))
    assert state.facts["gem#1"] == {"vp": 3}
    assert (state.zone("heap"), state.where["gem#1"]) == (("gem#1",), "heap")
    assert EMPTY.zones == {}, "the state before is untouched"


def test_a_card_goes_on_top_or_at_the_bottom() -> None:
    state = fold(
        EMPTY, [Placed("a#1", "x"), Placed("b#1", "x"), Placed("c#1", "x", index=0), Moved("b#1", "x", "x", 0)]
    )
    assert state.zone("x") == ("b#1", "c#1", "a#1")


def test_two_cards_of_unknown_copy_share_a_place() -> None:
    state = fold(EMPTY, [Placed("punch", "x"), Placed("punch", "x"), Moved("punch", "x", "y")])
    assert (state.zone("x"), state.zone("y")) == (("punch",), ("punch",))


@pytest.mark.parametrize(
    "event",
    [
        Moved("a#1", "x", "y"),
        Paid("Ana", "Bo", {1: 1}),
        FramePopped(7),
        Answered(7, "Ana", {}),
    ],
)
def test_an_event_that_cannot_be_true_is_an_error(event: Event) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        evolve(EMPTY, event)


def test_marks_add_up_and_go_by_owner() -> None:
    state = fold(EMPTY, [Marked("a#1", "frozen", "Ana"), Marked("a#1", "frozen", "Bo", 2), Marked("a#1", "bent")])
    assert state.marked("a#1", "frozen") == 3
    state = evolve(state, Unmarked("a#1", "frozen", "Ana"))
    assert state.marked("a#1", "frozen") == 2
    state = evolve(state, Unmarked("a#1", "frozen"))
    assert (state.marked("a#1", "frozen"), state.marked("a#1", "bent")) == (0, 1)
    assert evolve(state, Unmarked("a#1", "bent")).marks == {}


def test_a_card_lies_under_another_until_it_does_not() -> None:
    state = evolve(EMPTY, Attached("a#1", "b#1"))
    assert state.attached == {"a#1": "b#1"}
    assert evolve(state, Attached("a#1", None)).attached == {}


def test_shuffling_takes_away_what_was_known_of_each_card() -> None:
    state = fold(EMPTY, [Placed("a#1", "deck"), Faced("a#1", ("Ana",)), Shuffled("deck")])
    assert (state.zone("deck"), state.size("deck")) == ((), 1)
    assert state.known == {}
    assert state.where == {}


def test_the_level_is_part_of_the_match() -> None:
    assert evolve(EMPTY, LevelSet("plain")).level == "plain"
