"""Tables of a game: state paths with their readers, log lines, and the change of level."""

from __future__ import annotations

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.paths import PathError
from lairkeeper.core.work import Work
from lairkeeper.rules.levels import change_of_level

from .toy import GAME, LEVEL, accepted, after, begun, refused

TAKE_ONE = Command(move="take", by="Ana", target="pile-1")


def test_a_path_is_read_by_its_reader_and_by_the_kernel_without_one() -> None:
    state = after(begun(), TAKE_ONE)
    assert GAME.lookup(state, "count") == 2
    assert GAME.lookup(state, "heap") == ["pebble#1", "pebble#2"]
    assert GAME.lookup(state, "taken.Ana") == ["rock#1"]


@pytest.mark.parametrize("path", ["taken.Nobody", "taken", "count.Ana", "left", "elsewhere", "pile.heap", "stones."])
def test_what_no_reader_knows_is_no_path(path: str) -> None:
    with pytest.raises(PathError):
        GAME.lookup(begun(), path)


def test_a_path_of_one_level_is_unknown_at_another() -> None:
    state = after(begun(), Command(move="set-level", option="score"))
    with pytest.raises(PathError):
        GAME.lookup(state, "taken.Ana")
    assert GAME.lookup(state, "count") == 3


def test_public_paths_are_facts_of_the_page() -> None:
    """One fact for each seat where the path has a seat, and none at a level that does not know the path."""
    state = after(begun(), TAKE_ONE)
    assert dict(GAME.view(state, "table").extra) == {"count": 2, "stones.Ana": 1, "stones.Bo": 0}
    assert dict(GAME.view(after(state, Command(move="set-level", option="score")), "table").extra) == {"count": 2}
    assert [each.path for each in GAME.own_paths] == [
        "heap", "count", "taken.SEAT", "left", "pile.PLACE", "stones.SEAT",
    ]  # fmt: skip


def test_a_part_that_is_no_seat_is_left_to_the_reader() -> None:
    assert GAME.lookup(after(begun(), TAKE_ONE), "pile.pile-1.Ana") == ["rock#1"]


def test_lines_name_arguments_and_work_out_others() -> None:
    state = begun()
    command = Command(move="answer", by="Bo", option="3")
    events = accepted(state, command).events
    assert GAME.log(command, events) == ("most-3", {"by": "Bo", "n": len(events)})


def test_a_value_of_none_is_left_out() -> None:
    assert GAME.log(Command(move="end-turn", by="Ana"), ()) == ("ended", {"by": "Ana", "moved": 0})


def test_a_line_says_whether_the_table_knows_the_card() -> None:
    named = Command(move="take", by="Ana", card="rock#1", target="pile-1")
    assert GAME.log(named, ())[0] == "take-stone"
    assert GAME.log(TAKE_ONE, ())[0] == "take"
    hidden = (ev.Faced("rock#1", ("app", "Ana")),)
    assert GAME.log(named, hidden) == ("take", {"by": "Ana", "target": "pile-1", "moved": 0})


def test_a_change_of_level_ends_all_steps_and_begins_those_of_the_new_level() -> None:
    state = after(begun(), TAKE_ONE, Command(move="set-level", option="score"))
    assert (state.level, [each.kind for each in state.frames]) == ("score", ["resting"])
    assert state.counters == {"was-full-with-1": 1}
    back = after(state, Command(move="set-level", option="full"))
    assert (back.level, [each.kind for each in back.frames]) == ("full", ["taking"])


def test_the_log_may_have_the_new_level_before_the_ends_of_the_steps() -> None:
    """In the one log the step ends first, in the other one the level is set first."""
    change = Command(move="set-level", option="score")
    early = change_of_level(("score", "full"), lambda work, before: None, unless=lambda state, level: None, codes=(),
                            rule="levels", level_first=True)  # fmt: skip
    work = Work(begun())
    early.apply(work, change)
    assert [type(each) for each in work.events] == [ev.LevelSet, ev.FramePopped]
    assert [type(each) for each in accepted(begun(), change).events[:2]] == [ev.FramePopped, ev.LevelSet]


@pytest.mark.parametrize(("level", "code"), [("half", "unknown-level"), ("full", "same-level")])
def test_a_level_that_is_unknown_or_tracked_already_is_refused(level: str, code: str) -> None:
    state = after(begun(), Command(move="take", by="Ana", target="pile-2"))
    assert refused(state, Command(move="set-level", option=level)).code == code


def test_a_game_has_its_own_reasons_against_a_change_of_level() -> None:
    state = after(begun(), Command(move="take", by="Ana", target="pile-2"))
    refusal = refused(state, Command(move="set-level", option="score"))
    assert (refusal.code, dict(refusal.args)) == ("not-now", {"level": "score"})
    assert LEVEL.refusals[-1] == "not-now"
    assert LEVEL.rule == "levels"
    assert LEVEL.spoken is True
