"""The board's own log."""

import json

from lairboard.log_ring import LINES, LONGEST, LogRing

RUNS_ON = "both"


def pulled(log, number=0):
    """Every line after a number, answer by answer."""
    lines = []
    while True:
        found = log.after(number)
        if not found:
            return lines
        assert len(json.dumps(["R", 100, True, found])) <= 480, "an answer fits a frame"
        lines += found
        number = found[-1][0]


def test_lines_come_in_order_and_once():
    log = LogRing()
    assert log.after(0) == []
    log.add("info", 5, "started")
    log.add("warn", 70, "reader tap: no-bus")
    assert log.after(0) == [[1, "info", 5, "started"], [2, "warn", 70, "reader tap: no-bus"]]
    assert log.after(1) == [[2, "warn", 70, "reader tap: no-bus"]]
    assert log.after(2) == []


def test_the_oldest_lines_make_room_and_the_gap_shows_in_the_numbers():
    log = LogRing()
    for i in range(LINES + 5):
        log.add("info", i, "line %d" % i)
    lines = pulled(log)
    assert [line[0] for line in lines] == list(range(6, LINES + 6))


def test_many_long_lines_take_several_answers():
    log = LogRing()
    for i in range(10):
        log.add("warn", i, "x" * 500)
    lines = pulled(log)
    assert len(lines) == 10 and all(len(line[3]) == LONGEST for line in lines)
