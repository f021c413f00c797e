"""The sight of readers: from the counters that boards tell to shares and grades."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from lairkeeper.board import LinkState, LinkStatus
from lairkeeper.table.survey import SAMPLES, ReaderLooks, Survey, TagLooks
from tests.web.fake_board import Board


def told(survey: Survey, board: Board, times: int = 1) -> ReaderLooks:
    for _ in range(times):
        survey.ask()
        board.answer()
    return survey.readers()[0]


def test_what_is_told_is_of_the_last_answers_only() -> None:
    board = Board({"tap": (100, 0)})
    survey = Survey([board])
    assert told(survey, board).grade == "wait"
    assert told(survey, board, SAMPLES).share == 100
    board.zones["tap"] = (100, 50)
    assert told(survey, board, SAMPLES - 1).share == 50
    found = told(survey, board)
    assert (found.looks, found.silent, found.read) == (400, 200, 200)
    assert found.tags == (TagLooks("04319f5d240289", 200, 400),)


def test_boards_are_asked_again_only_when_all_have_answered() -> None:
    boards = [Board({"tap": (100, 0), "seat-1": (0, 0)}), Board({"tap": (100, 0)}, "lair-2")]
    survey = Survey(boards)
    heard: list[int] = []
    leave = survey.subscribe(lambda: heard.append(survey.version))
    for _ in range(3):
        survey.ask()
    assert [len(board.asked) for board in boards] == [2, 1]
    boards[0].answer()
    assert heard == []
    boards[1].answer()
    assert heard == [1]
    leave()
    survey.ask()
    assert [len(board.asked) for board in boards] == [2, 1]


def test_an_older_board_is_called_so_and_a_lost_link_is_not() -> None:
    board = Board({"tap": (100, 0)})
    survey = Survey([board])
    survey.ask()
    board.answer(False, "link lost")
    assert not survey.readers()[0].old
    survey.ask()
    board.answer(False, "this firmware does not know looks")
    assert survey.readers()[0].old and survey.readers()[0].grade == "old"
    survey.begin()
    assert told(survey, board, 2).grade == "good"
    board.status = LinkStatus(state=LinkState.CLOSED)
    assert survey.readers() == ()


def test_a_reader_in_trouble_is_not_measured() -> None:
    board = Board({"tap": (100, 0), "seat-1": (100, 0)})
    survey = Survey([board])
    assert told(survey, board, 2).grade == "good"
    board.status = msgspec.structs.replace(board.status, zones={"tap": "no-bus", "seat-1": "unknown"})
    assert [each.grade for each in survey.readers()] == ["fault", "good"]


def test_a_board_that_starts_anew_begins_anew() -> None:
    board = Board({"tap": (100, 40)})
    survey = Survey([board])
    told(survey, board, SAMPLES)
    board._looks["tap"] = board._lost["tap"] = 0
    board.zones["tap"] = (100, 0)
    assert told(survey, board).grade == "wait"
    assert told(survey, board).share == 100


def test_a_tag_that_was_lost_and_came_again_counts_from_there() -> None:
    board = Board({"tap": (100, 0)})
    survey = Survey([board])
    answers = [(100, [["aa", 50, 100]]), (200, [["aa", 3, 10]]), (300, [["aa", 93, 110], ["bb", 7, 10]])]
    for looks, tags in answers:
        survey.ask()
        counts = dict.fromkeys(("silent", "collided", "garbled", "unread", "several"), 0)
        board.answer(True, {"looks": looks, **counts, "tags": tags})
    found = survey.readers()[0]
    assert found.tags == (TagLooks("aa", 93, 110), TagLooks("bb", 7, 10))
    assert found.share == 70, "the tag that is seen worst counts"


@pytest.mark.parametrize(
    "value", [None, 3, [], {}, {"looks": 1}, {"looks": -1}, {"tags": 3}, {"tags": [["aa", 1]]}, {"looks": True}]
)
def test_what_is_no_answer_is_passed_over(value: Any) -> None:
    board = Board({"tap": (100, 0)})
    survey = Survey([board])
    told(survey, board, 2)
    survey.ask()
    whole = {**board.value("tap"), **value} if isinstance(value, dict) and value else value
    board.answer(True, "x" if whole is None else whole)
    assert survey.readers()[0].grade == "wait"


def test_a_grade_changes_only_when_its_bound_is_clearly_passed() -> None:
    board = Board({"tap": (100, 0)})
    survey = Survey([board])
    seen = []
    for lost in (0, 12, 8, 14, 20, 8, 7, 4, 44, 46, 42, 38, 30):
        board.zones["tap"] = (100, lost)
        seen.append(told(survey, board, SAMPLES).grade)
    assert seen == [
        "good", "good", "good", "good", "fair", "fair", "fair", "good", "fair", "weak", "weak", "weak", "fair"
    ]  # fmt: skip
    board.zones["tap"] = (0, 0)
    assert told(survey, board, SAMPLES).grade == "empty"
