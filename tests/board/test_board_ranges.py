"""Damaged, old and hostile frames of a host do nothing to the board. The real firmware on its interpreter."""

from __future__ import annotations

import secrets
from random import Random
from typing import Any

import pytest

from lairkeeper.board import BoardEvent, LockstepLink, MemoryInbox, SimulatedBoard

from .mutated import FROM_THE_HOST, mutated
from .test_ranges import raw

UID = "04319f5d240289"


def stat(link: LockstepLink) -> dict[str, Any]:
    """Return the board's counters."""
    answers: list[dict[str, Any]] = []
    link.command("stat", on_reply=lambda ok, value: answers.append(value) if ok else None)
    assert link.advance(5_000, lambda: bool(answers)), link.status
    return answers[0]


def greet_anew(link: LockstepLink) -> None:
    """Begin a session of our own again: the frames told the board of hosts that do not exist."""
    link._session.open("port", link.now_ms)
    assert link.advance(20_000, lambda: link.status.state == "up"), link.status


def play(frames: int) -> None:
    seed = secrets.randbits(32)
    print(f"seed {seed}")
    rng = Random(seed)
    events: list[BoardEvent] = []
    with SimulatedBoard(["tap", "seat-1"], paced=False, settings={"screen": "ssd1306"}) as board:
        link = LockstepLink(board, MemoryInbox(), on_events=events.extend)
        link.start()
        before = stat(link)
        for n in range(frames):
            data = raw(mutated(rng, FROM_THE_HOST))
            if len(data) <= 490 and b'"cfg","set"' not in data and b'"reset"' not in data:
                link._session._out += data
            link.advance(rng.choice((1, 5, 30)))
            if n % 500 == 499:
                greet_anew(link)
        greet_anew(link)
        after = stat(link)
        assert board.boots == 1
        assert after["bad"] > before["bad"]
        assert after["free"] > before["free"] - 8_000
        assert after["faults"] == before["faults"]
        events.clear()
        board.place("tap", UID)
        assert link.advance(3_000, lambda: bool(events)), "a tag is not told any more"
        assert (events[0].uid, events[0].zone) == (UID, "tap")
        link.close()


def test_mutated_frames_leave_the_board_as_it_was() -> None:
    play(1_500)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_hundreds_of_thousands_of_mutated_frames_leave_the_board_as_it_was() -> None:
    play(1_000_000)


@pytest.mark.parametrize(
    "command",
    [
        ["buz", 440.5, 20, 1],
        ["buz", 440, 20, True],
        ["led", "tap", "safe", [0.5, 0, 0], 20],
        ["led", "tap", "safe", None, 0.5],
        ["disp", ["words"], 0],
        ["disp", "words", 0.5],
        ["log", 0.5],
        ["log", None],
        ["time", "now"],
        ["time", 1e300],
        ["rd", "tap", UID, 0.5, 1],
        ["rd", "tap", UID, 0, 10**30],
        ["applied", None, "tap"],
        ["applied", 1, ["tap"]],
        ["zone", ["tap"], "loose"],
        ["test", None],
        ["cfg", "get", ["zones"]],
        ["cfg", "set", ["zones"], 1],
    ],
    ids=lambda command: " ".join(str(each)[:12] for each in command),
)
def test_a_command_with_an_argument_out_of_range_is_answered_with_a_sentence(
    command: list[Any], board_link: LockstepLink
) -> None:
    answers: list[tuple[bool, Any]] = []
    board_link.command(*command, on_reply=lambda ok, value: answers.append((ok, value)))
    assert board_link.advance(3_000, lambda: bool(answers))
    ok, words = answers[0]
    assert not ok
    assert isinstance(words, str) and len(words) > 10
    board_link.advance(500)
    assert board_link.status.state == "up"


@pytest.fixture(scope="module")
def board_link() -> Any:
    with SimulatedBoard(["tap"], paced=False, settings={"screen": "ssd1306"}) as board:
        link = LockstepLink(board, MemoryInbox())
        link.start()
        yield link
        assert board.boots == 1
        link.close()
