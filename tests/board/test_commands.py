"""Commands: each done once, answered once."""

from __future__ import annotations

from typing import Any

from lairkeeper.board.commands import AT_ONCE, LOST, RETRY_MS, CommandQueue


class Board:
    """Collects what is sent."""

    def __init__(self) -> None:
        self.frames: list[list[Any]] = []
        self.answers: list[tuple[bool, Any]] = []
        self.queue = CommandQueue(self.frames.append)

    def ask(self, n: int) -> None:
        for i in range(n):
            self.queue.add("op", (i,), lambda ok, value: self.answers.append((ok, value)), 0)


def test_at_most_eight_on_the_way() -> None:
    board = Board()
    board.ask(20)
    assert [frame[1] for frame in board.frames] == list(range(1, AT_ONCE + 1))


def test_the_window_starts_at_the_oldest_unanswered() -> None:
    board = Board()
    board.ask(20)
    for number in (2, 3, 4):
        board.queue.reply(number, True, None, 0)
    assert len(board.frames) == AT_ONCE, "the board would forget the answer to 1"
    board.queue.reply(1, True, None, 0)
    assert [frame[1] for frame in board.frames[AT_ONCE:]] == [9, 10, 11, 12]


def test_sent_again_until_answered() -> None:
    board = Board()
    board.ask(1)
    assert board.queue.deadline() == RETRY_MS
    board.queue.tick(RETRY_MS - 1)
    board.queue.tick(RETRY_MS)
    board.queue.tick(2 * RETRY_MS)
    assert board.frames == [["C", 1, "op", 0]] * 3
    board.queue.reply(1, True, 7, 2 * RETRY_MS)
    board.queue.tick(9999)
    assert len(board.frames) == 3
    assert board.queue.deadline() is None


def test_answered_once() -> None:
    board = Board()
    board.ask(1)
    board.queue.reply(1, True, 7, 0)
    board.queue.reply(1, True, 8, 0)
    assert board.answers == [(True, 7)]


def test_a_lost_link_answers_all() -> None:
    board = Board()
    board.ask(12)
    board.queue.lost()
    assert board.answers == [(False, LOST)] * 12
    board.ask(1)
    assert board.frames[-1][1] == 1, "numbers belong to a session"
