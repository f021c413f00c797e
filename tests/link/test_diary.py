"""The board's own log."""

import json

from lairboard.diary import LINES, LONGEST, Diary

RUNS_ON = "both"


def pulled(diary, number=0):
    """Every line after a number, answer by answer."""
    lines = []
    while True:
        found = diary.after(number)
        if not found:
            return lines
        assert len(json.dumps(["R", 100, True, found])) <= 480, "an answer fits a frame"
        lines += found
        number = found[-1][0]


def test_lines_come_in_order_and_once():
    diary = Diary()
    assert diary.after(0) == []
    diary.add("info", 5, "started")
    diary.add("warn", 70, "reader tap: no-bus")
    assert diary.after(0) == [[1, "info", 5, "started"], [2, "warn", 70, "reader tap: no-bus"]]
    assert diary.after(1) == [[2, "warn", 70, "reader tap: no-bus"]]
    assert diary.after(2) == []


def test_the_oldest_lines_make_room_and_the_gap_shows_in_the_numbers():
    diary = Diary()
    for i in range(LINES + 5):
        diary.add("info", i, "line %d" % i)
    lines = pulled(diary)
    assert [line[0] for line in lines] == list(range(6, LINES + 6))


def test_many_long_lines_take_several_answers():
    diary = Diary()
    for i in range(10):
        diary.add("warn", i, "x" * 500)
    lines = pulled(diary)
    assert len(lines) == 10 and all(len(line[3]) == LONGEST for line in lines)
