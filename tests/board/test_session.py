"""The host's session: what the vectors do not show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from lairkeeper.board import BoardEvent, HostSession, LinkState, LinkStatus, MemoryInbox, ZoneSnapshot
from lairkeeper.board.frame import FrameReader, encode
from lairkeeper.board.session import BATCH, HELLO_MS
from lairkeeper.board.status import MESSAGES

HELLO = ["h", 1, "n1", "b1", None, "lair-1", "boot-1", 1, 1, "0.1.0", "pico-w", [], [16, 256]]


class Host:
    """A session whose frames are lists."""

    def __init__(self, inbox: MemoryInbox | None = None, **args: Any) -> None:
        self.inbox = inbox or MemoryInbox()
        self.events: list[BoardEvent] = []
        self.snapshots: list[tuple[ZoneSnapshot, ...]] = []
        self.states: list[str] = []
        numbers = iter(range(1, 100))
        self.session = HostSession(
            self.inbox,
            on_events=self.events.extend,
            on_snapshot=self.snapshots.append,
            on_status=self._told,
            nonce=lambda: f"n{next(numbers)}",
            **{"wall": lambda: 1000.0, **args},
        )
        self.session.open("port", 0)
        self.sent()

    def _told(self, status: LinkStatus) -> None:
        assert set(status.args) == set(MESSAGES[status.message]), "the sentence for the screen has other arguments"
        self.states.append(status.message)

    def hear(self, *frames: list[Any], now: float = 0) -> list[list[Any]]:
        self.session.feed(b"".join(map(encode, frames)), now)
        sent = self.sent()
        self.session.tell()
        return sent + self.sent()

    def sent(self) -> list[list[Any]]:
        return FrameReader().feed(self.session.outgoing())

    def greet(self, hello: list[Any] = HELLO) -> Host:
        seq = hello[7] - 1
        self.hear(hello)
        self.hear(["S", seq, "tap", "ok", []], ["s", seq, 1])
        return self

    @property
    def status(self) -> Any:
        return self.session.status


def event(seq: int, kind: str = "+", zone: str = "tap", *data: Any, ms: int = 0) -> list[Any]:
    return ["E", seq, ms, kind, zone, *(data or ("04319f5d240289",))]


def hello(**changes: Any) -> list[Any]:
    names = ("h", "major", "nonce", "board", "proof", "device", "boot", "next", "oldest", "fw", "hw", "caps", "limits")
    return [changes.get(name, value) for name, value in zip(names, HELLO, strict=True)]


class Breaking(MemoryInbox):
    """An inbox that can fail."""

    broken = True

    def receive(self, events: Sequence[BoardEvent]) -> None:
        if self.broken:
            raise OSError("disk full")
        super().receive(events)


def test_greets_until_somebody_answers() -> None:
    host = Host()
    hellos = 0
    for now in range(0, 5000, 100):
        host.session.tick(now)
        hellos += len(host.sent())
    assert hellos == 9
    assert host.session.deadline() == 4500 + HELLO_MS
    assert host.status.state is LinkState.GREETING
    assert host.status.message == "no-answer"


def test_an_event_is_committed_before_it_is_acknowledged() -> None:
    inbox = Breaking()
    host = Host(inbox).greet()
    assert host.hear(event(1)) == []
    assert host.events == []
    assert host.status.message == "inbox-failed"
    assert host.status.args == {"error": "disk full"}
    inbox.broken = False
    assert host.hear(event(1)) == [["A", 1]]
    assert [e.seq for e in host.events] == [1]
    assert host.status.message == "up"


def test_a_failed_commit_is_never_acknowledged_by_go_or_duplicates() -> None:
    inbox = Breaking()
    host = Host(inbox).greet()
    assert host.hear(event(1), event(1), event(2)) == []
    assert host.hear(["S", 9, "tap", "ok", []], ["s", 9, 2]) == [["G", 1, None]]


def test_a_broken_inbox_does_not_stop_the_greeting() -> None:
    class Unreadable(MemoryInbox):
        def last(self, device: str) -> tuple[str, int] | None:
            raise OSError("locked")

    host = Host(Unreadable()).greet()
    assert host.status.state is LinkState.UP


def test_one_acknowledgement_for_a_burst_and_one_each_eight() -> None:
    host = Host().greet()
    assert host.hear(*(event(i) for i in range(1, 4))) == [["A", 3]]
    assert host.hear(*(event(i) for i in range(4, 4 + BATCH + 2))) == [["A", 11], ["A", 13]]


def test_a_duplicate_is_acknowledged_and_not_kept_twice() -> None:
    host = Host().greet()
    host.hear(event(1))
    assert host.hear(event(1)) == [["A", 1]]
    assert len(host.inbox.events) == len(host.events) == 1
    assert host.status.duplicates == 1


def test_an_event_out_of_order_waits_for_the_one_before() -> None:
    host = Host().greet()
    assert host.hear(event(2)) == []
    assert host.hear(event(1), event(2)) == [["A", 2]]


def test_resumes_behind_what_the_inbox_has() -> None:
    inbox = MemoryInbox()
    first = Host(inbox).greet()
    first.hear(event(1), event(2))
    again = Host(inbox)
    assert again.hear(hello(next=5)) == [["P", 0], ["G", 3, None]]


@pytest.mark.parametrize(("known", "oldest", "next_seq", "asked"), [(2, 5, 9, 5), (7, 1, 4, 4), (0, 1, 1, 1)])
def test_asks_only_for_what_the_board_has(known: int, oldest: int, next_seq: int, asked: int) -> None:
    class Known(MemoryInbox):
        def last(self, device: str) -> tuple[str, int] | None:
            return ("boot-1", known)

    host = Host(Known())
    assert host.hear(hello(oldest=oldest, next=next_seq))[-1] == ["G", asked, None]


def test_a_tombstone_covers_what_it_stands_for() -> None:
    host = Host().greet()
    host.hear(event(1), event(2))
    assert host.hear(event(6, "x", "", 5)) == [["A", 6]]  # stands for 2 to 6
    assert host.hear(event(9, "x", "", 2)) == []  # stands for 8 and 9: 7 is missing
    host.session.tick(1)
    assert host.sent() == [["G", 7, None]]  # only a snapshot tells what the collapsed ones led to


def test_times_are_on_the_hosts_clock() -> None:
    host = Host(wall=lambda: 5000.0).greet()
    host.hear(["p", 0, 70_000], now=10)  # the board's clock is ahead by 69,995 ms
    host.hear(event(1, ms=70_100), now=500)
    assert host.events[0].at == pytest.approx(5000.0 - (500 - 105) / 1000)
    host.hear(event(2, ms=99_999), now=600)
    assert host.events[1].at == 5000.0, "an event is never in the future"


def test_a_snapshot_is_told_when_all_events_before_it_are_there() -> None:
    host = Host()
    host.hear(hello(next=3))
    host.hear(["S", 2, "tap", "ok", [["04319f5d240289", 5]]], ["s", 2, 1])
    assert host.snapshots == []
    host.hear(event(1))
    assert host.snapshots == []
    host.hear(event(2), event(3))
    assert host.snapshots[0][0].tags == (("04319f5d240289", 5),)
    assert host.snapshots[0][0].seq == 2
    assert host.status.zones == {"tap": "ok"}


def test_an_incomplete_snapshot_is_asked_for_again() -> None:
    host = Host()
    host.hear(hello())
    assert host.hear(["S", 0, "tap", "ok", []], ["s", 0, 2]) == [["G", 1, None]]
    host.hear(["S", 0, "tap", "ok", []], ["S", 0, "seat-1", "unknown", []], ["s", 0, 2])
    assert host.status.state is LinkState.UP
    assert host.status.zones == {"tap": "ok", "seat-1": "unknown"}


def test_a_snapshot_that_never_comes_is_asked_for_again() -> None:
    host = Host()
    host.hear(hello())
    host.session.tick(999)
    assert host.sent() == []
    host.session.tick(1000)
    assert host.sent() == [["G", 1, None]]


def test_a_readers_fault_shows_in_the_status() -> None:
    host = Host().greet()
    host.hear(event(1, "f", "tap", "silent"))
    assert host.status.zones == {"tap": "silent"}
    host.hear(event(2, "f", "tap", "crowded"))
    assert host.status.zones == {"tap": "silent"}
    host.hear(event(3, "f", "tap", "ok"))
    assert host.status.zones == {"tap": "ok"}


def test_what_cannot_be_read_shows_in_the_status_until_it_is_over() -> None:
    host = Host().greet()
    host.hear(event(1, "u", "tap", "unread"), event(2, "u", "tap", "unread"))
    assert host.status.unread == ("tap",) and host.status.zones == {"tap": "ok"}
    host.hear(event(3, "u", "seat-1", "unread"))
    assert host.status.unread == ("tap", "seat-1")
    host.hear(event(4, "u", "tap", "ok"))
    assert host.status.unread == ("seat-1",)
    host.hear(["?"])  # the board has begun anew, and tells it again in the new session
    assert host.status.unread == ()


def test_another_major_is_refused() -> None:
    host = Host()
    assert host.hear(hello(major=2)) == []
    assert (host.status.state, host.status.message) == (LinkState.REFUSED, "other-version")
    assert host.status.args == {"ours": 1, "theirs": 2}
    assert host.hear(event(1)) == []
    assert host.inbox.events == []


def test_fields_of_a_newer_minor_are_ignored() -> None:
    host = Host()
    host.hear([*HELLO, "new", {"more": 1}])
    host.hear(["S", 0, "tap", "ok", [], "new"], ["s", 0, 1, "new"], ["N", "what is this"])
    assert [[zone.zone for zone in told] for told in host.snapshots] == [["tap"]]
    assert host.hear(["E", 1, 5, "q", "tap", "of a newer firmware"]) == [["A", 1]]
    assert host.events[0].kind == "q"
    assert host.hear(["?", "new"])[0][0] == "H"


def test_another_board_is_refused() -> None:
    host = Host(device="lair-1")
    host.hear(hello(device="lair-2"))
    assert (host.status.state, host.status.message) == (LinkState.REFUSED, "other-board")
    assert host.status.args == {"wanted": "lair-1", "found": "lair-2"}


def test_an_answer_to_somebody_elses_hello_is_refused() -> None:
    host = Host()
    host.hear(hello(nonce="foreign"))
    assert host.status.message == "greeting", "it may be for the program that was here before"
    host.hear(hello())
    host.hear(hello(nonce="foreign"))
    assert host.status.message == "two-hosts"
    assert host.sent() == []


@pytest.mark.parametrize("gadget", ["echo", "nmea", "modem", "noise", "silent"])
def test_somebody_elses_gadget_gets_hellos_and_nothing_else(gadget: str) -> None:
    host = Host()
    sent: list[list[Any]] = []
    for now in range(0, 20_000, 100):
        host.session.tick(now)
        data = host.session.outgoing()
        sent += FrameReader().feed(data)
        answer = {
            "echo": data,
            "nmea": b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M*76\r\n",
            "modem": b"ERROR\r\n",
            "noise": bytes((now * 7 + i * 31) % 256 for i in range(200)),
            "silent": b"",
        }[gadget]
        host.session.feed(answer, now)
        assert not host.session.command("stat", now_ms=now)
    assert {frame[0] for frame in sent} == {"H"}
    assert len(sent) <= 41
    assert host.status.message == "no-answer"
    assert host.inbox.events == []


def test_a_board_that_turns_us_away_is_quoted() -> None:
    for code, message in (
        ("proof", "wrong-proof"),
        ("unpaired", "board-unpaired"),
        ("taken", "two-hosts"),
        ("x", "refused"),
    ):
        host = Host().greet()
        host.hear(["!", code, "because"])
        assert (host.status.state, host.status.message) == (LinkState.REFUSED, message)
        assert set(host.status.args) == set(MESSAGES[message])
        host.hear(["E", 1, 5, "+", "tap", "04319f5d240289"])
        assert host.sent() == []
        assert host.inbox.events == []


@pytest.mark.journal
@pytest.mark.parametrize(
    "record",
    [
        ["J", "b1", 1, 5, 9, "+", "tap", "04"],  # of the present boot
        ["J", "old", 0, 5, 9, "+", "tap", "04"],
        ["J", "old", 1, 5, -1, "+", "tap", "04"],
        ["J", "old", 1, 5, 2**40, "+", "tap", "04"],
        ["J", "", 1, 5, 9, "+", "tap", "04"],
        ["J", "o" * 65, 1, 5, 9, "+", "tap", "04"],
        ["J", "old", "1", 5, 9, "+", "tap", "04"],
        ["J", "old", 1, 5, 9],
    ],
)
def test_journal_records_that_cannot_be_are_not_kept(record: list[Any]) -> None:
    host = Host()
    hello_of = host.greet()
    record = [hello_of.status.boot if item == "b1" else item for item in record]
    host.sent()
    host.hear(record)
    assert host.inbox.events == []
    assert host.sent() == []


@pytest.mark.journal
def test_a_journal_record_is_kept_before_it_is_acknowledged_and_its_age_counts() -> None:
    host = Host().greet()
    host.sent()
    frames = host.hear(["J", "old", 7, 5, 60_000, "+", "tap", "04319f5d240289"])
    assert frames == [["a", "old", 7]]
    (event,) = host.inbox.events
    assert event.key == (host.status.device, "old", 7)
    again = host.hear(["J", "old", 7, 5, 61_000, "+", "tap", "04319f5d240289"])
    assert again == [["a", "old", 7]], "its acknowledgement got lost"
    assert len(host.inbox.events) == 1


def test_a_late_answer_to_an_own_hello_is_ignored() -> None:
    host = Host()
    host.session.open("port", 10)
    host.sent()
    assert host.hear(hello(nonce="n1")) == []
    assert host.status.state is LinkState.GREETING
    assert host.hear(hello(nonce="n2"))[-1] == ["G", 1, None]


@pytest.mark.parametrize(
    "text", [b">>> ", b"raw REPL; CTRL-B to exit\r\n>", b"MPY: soft reboot\r\n", b"Traceback (most"]
)
def test_a_board_at_its_repl_is_recognised(text: bytes) -> None:
    host = Host()
    host.session.feed(b'\x1e["H",1,"n1","lairkeeper",null]*1d32dc59\r\n' + text, 100)
    assert (host.status.state, host.status.message) == (LinkState.REPL, "repl")
    assert text.decode() in host.status.console
    host.session.tick(600)
    assert host.sent() == [["H", 1, "n1", "lairkeeper", None]], "it may be started by hand at any time"
    host.hear(HELLO)
    assert host.status.state is LinkState.REPLAY


@pytest.mark.parametrize(
    "frame",
    [
        ["h"],
        ["h", 1, "n1"],
        ["h", 1, "n1", "b", None, 7, 8, 1, 1, "f", "h", [], []],
        ["h", 1, "n1", "b", None, "d", "b", 0, 5, "f", "h", [], []],
        ["h", 1, "n1", "b", None, "d" * 99, "b", 1, 1, "f", "h", [], []],
        ["h", 1, "n1", "b", None, "d", "b", "1", 1, "f", "h", [], []],
        ["h", 1, "n1", "b", None, "", "b", 1, 1, "f", "h", [], []],
        ["h", 1, "n1", "b", None, "d", "b", 2**40, 1, "f", "h", [], []],
    ],
)
def test_a_malformed_hello_changes_nothing(frame: list[Any]) -> None:
    host = Host()
    assert host.hear(frame) == []
    assert host.status.state is LinkState.GREETING


@pytest.mark.parametrize(
    "frame",
    [
        ["E"],
        ["E", "1", 0, "+", "tap"],
        ["E", 1, 0, "x", "tap", "many"],
        ["E", 1, 0, "x", "tap"],
        ["E", 1, 0, "x", "tap", 0],
        ["E", 0, 0, "+", "tap", "04"],
        ["E", 2**40, 0, "x", "tap", 2**40],
        ["S", 1, "tap", "ok", [["04"]]],
        ["S", 1, "tap", "ok", [[4, 4]]],
        ["s", None, 1],
        ["p", "x", 1],
        ["p", 10**9, 1],
        ["R", 77, True, None],
        ["R", "1"],
        ["L"],
        ["Z"],
    ],
)
def test_malformed_frames_change_nothing(frame: list[Any]) -> None:
    host = Host().greet()
    assert host.hear(frame) == []
    assert host.status.state is LinkState.UP
    assert host.hear(event(1)) == [["A", 1]]


def test_a_silent_board_is_greeted_again() -> None:
    host = Host().greet()
    frames = []
    for now in range(0, 8100, 100):
        host.session.tick(now)
        host.session.tell()
        frames += host.sent()
    assert [frame[0] for frame in frames] == ["P", "P", "P", "H"]
    assert host.status.state is LinkState.GREETING
    assert "silent" in host.states


def test_a_board_that_has_forgotten_us_is_greeted_at_once() -> None:
    host = Host().greet()
    assert host.hear(["?"]) == [["H", 1, "n2", "lairkeeper", None]]


def test_a_restarted_board_starts_a_new_key_space() -> None:
    host = Host().greet()
    host.hear(event(1))
    host.hear(["?"])
    assert host.hear(hello(nonce="n2", boot="boot-2"))[-1] == ["G", 1, None]
    host.hear(event(1))
    assert [e.key for e in host.events] == [("lair-1", "boot-1", 1), ("lair-1", "boot-2", 1)]


def test_feedback_goes_to_the_reader() -> None:
    host = Host().greet()
    host.hear(event(1))
    assert host.session.feedback(host.events[0], "applied", 0)
    assert host.sent() == [["C", 1, "applied", 1, "tap"]]
    with pytest.raises(ValueError, match="verdicts are"):
        host.session.feedback(host.events[0], "perhaps", 0)
    stranger = BoardEvent("lair-2", "b", 1, 0, 0.0, "+", "tap", ("04",))
    assert not host.session.feedback(stranger, "applied", 0)


def test_no_command_without_a_session() -> None:
    host = Host()
    assert not host.session.command("stat", now_ms=0)
    assert host.sent() == []


def test_closing_answers_open_commands() -> None:
    host = Host().greet()
    answers: list[tuple[bool, Any]] = []
    host.session.command("stat", now_ms=0, on_reply=lambda ok, value: answers.append((ok, value)))
    host.session.close("unplugged", port="port")
    host.session.tell()
    assert answers == [(False, "link lost")]
    assert (host.status.state, host.status.message) == (LinkState.CLOSED, "unplugged")
    assert host.session.deadline() is None


def test_logs_are_kept_and_bounded() -> None:
    host = Host().greet()
    for i in range(80):
        host.hear(["L", "warn", 1500, f"line {i}"])
    assert len(host.status.log) == 50
    assert host.status.log[-1] == "1.500 warn line 79"


def test_an_error_of_our_own_is_not_the_boards_fault() -> None:
    host = Host().greet()

    def fail(events: object) -> None:
        raise ValueError("a bug in the rules")

    host.session._on_events = fail
    host.session.feed(b"".join(encode(event(i)) for i in range(1, BATCH + 1)), 0)
    assert host.sent() == [["A", BATCH]], "they are in the inbox, and the board knows before the rules do"
    with pytest.raises(ValueError, match="a bug in the rules"):
        host.session.tell()
    assert host.status.bad == 0
