"""A running match: taps, clicks, undo, questions, the log, and what boards and pages are told."""

from __future__ import annotations

from typing import NoReturn

import pytest

from lairkeeper.board import ZoneSnapshot
from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.scans.explain import ON_THE_WAY
from lairkeeper.store import StoreError
from lairkeeper.store.errors import StoreProblem, problem
from lairkeeper.table import Table

from ..scans.toy import TOY
from .desk import Desk, uid_of


@pytest.fixture
def desk() -> Desk:
    return Desk()


def refuse(*_: object) -> NoReturn:
    raise problem(StoreProblem.BUSY, "a.db")


def gain(seat: str, card: str = "coin-1") -> Command:
    return Command(move="gain", by=seat, card=card)


class TestScans:
    def test_a_tap_counts_once_and_is_told_to_its_reader(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2")
        assert desk.scores == {"Ana": 0, "Bo": 5, "Cy": 0}
        assert desk.told == [(1, "applied")]
        assert desk.store.inbox.count()["waiting"] == 0

    def test_events_resent_count_once(self, desk: Desk) -> None:
        event = desk.event("coin-5")
        desk.receive(event)
        desk.receive(event, event)
        desk.wait(1)
        desk.receive(event)
        desk.wait(1)
        assert desk.scores["Ana"] == 5

    def test_every_row_of_a_sentence_belongs_to_its_record(self, desk: Desk) -> None:
        desk.tap("seat-3", "coin-5")
        row = desk.store.journal.read(desk.table.match)[-1]
        assert [each.event.seq for each in desk.store.inbox.get(row.consumed)] == [1, 3]
        assert desk.verdicts == ["applied", "applied"]

    def test_nothing_is_shown_before_it_is_kept(self, desk: Desk) -> None:
        kept: list[int] = []
        desk.table.subscribe(lambda: kept.append(len(desk.store.journal.read(desk.table.match))))
        desk.tap("coin-5")
        desk.table.act(gain("Bo"), "page")
        assert kept == [2, 3]

    def test_a_scan_from_before_the_match_never_counts(self, desk: Desk) -> None:
        desk.receive(desk.event("coin-5"))
        table = Table.new(desk.store, TOY, Header(TOY.id, ("Ana", "Bo")), clocks=desk.clocks)
        assert isinstance(table, Table)
        desk.sit(table)
        desk.wait(1)
        assert desk.scores == {"Ana": 0, "Bo": 0}
        assert desk.store.inbox.recent(1)[0].outcome == "before-match"

    def test_a_button_is_its_token(self, desk: Desk) -> None:
        desk.tap("coin-1")
        desk.receive(desk.event("end-turn", "", "b"))
        desk.wait(1)
        assert desk.table.view().active == "Bo"
        desk.receive(desk.event("nonsense", "", "b"))
        desk.wait(1)
        assert desk.table.view().active == "Bo"

    def test_what_lay_there_when_the_link_came_back_does_not_count_again(self, desk: Desk) -> None:
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        desk.snapshot("tap", "coin-5")
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        assert desk.scores["Ana"] == 5
        desk.snapshot("tap")
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        assert desk.scores["Ana"] == 10

    def test_a_snapshot_that_is_told_late_does_not_undo_what_came_after_it(self, desk: Desk) -> None:
        """The disk was busy: what the board saw next was heard before its snapshot."""
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        then = ZoneSnapshot("b1", "x", desk.seq, desk.now, "tap", "ok", ((uid_of("coin-5"), 100),))
        desk.receive(desk.event("coin-5", kind="-"))
        desk.wait(1)
        desk.table.snapshot([then])
        desk.tap("coin-5")
        assert desk.scores["Ana"] == 10
        empty = ZoneSnapshot("b1", "x", desk.seq, desk.now, "tap", "ok")
        desk.receive(desk.event("coin-1"))
        desk.wait(1)
        desk.table.snapshot([empty])
        desk.receive(desk.event("coin-1"))
        desk.wait(1)
        assert desk.scores["Ana"] == 11, "it lies there still"

    def test_what_another_boot_or_reader_saw_says_nothing_about_a_snapshot(self, desk: Desk) -> None:
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        then = ZoneSnapshot("b1", "x", desk.seq, desk.now, "tap", "ok", ((uid_of("coin-5"), 100),))
        desk.receive(desk.event("coin-5", "seat-2", "-"), desk.event("coin-5", kind="-", device="b2"))
        desk.wait(1)
        desk.table.snapshot([then])
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        assert desk.scores["Ana"] == 5

    def test_a_snapshot_that_the_disk_refuses_is_taken_in_later(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        desk.receive(desk.event("coin-1"))  # not heard yet
        gone = ZoneSnapshot("b1", "x", desk.seq, desk.now, "tap", "ok", ((uid_of("coin-1"), 100),))
        with monkeypatch.context() as patched:
            patched.setattr(type(desk.store.inbox), "after", refuse)
            with pytest.raises(StoreError):
                desk.table.snapshot([gone])
        desk.wait(1)
        desk.receive(desk.event("coin-5"), desk.event("coin-1"))
        desk.wait(1)
        assert desk.scores["Ana"] == 11, "the 5 had left unseen and counts again; the 1 lies there still"

    def test_a_reader_that_has_just_started_does_not_say_that_nothing_lies_there(self, desk: Desk) -> None:
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        desk.snapshot("tap", boot="y", status="unknown")
        desk.receive(desk.event("coin-5"))
        desk.wait(1)
        assert desk.scores["Ana"] == 5

    def test_garbage_from_a_board_is_a_stranger(self, desk: Desk) -> None:
        desk.tap("?not a uid \x00" + "x" * 500)
        assert desk.table.question is not None
        assert desk.table.question.code == "unknown-tag"
        assert len(desk.table.question.uid) <= 64

    def test_unknown_kinds_of_events_are_used_up(self, desk: Desk) -> None:
        desk.receive(desk.event("coin-5", kind="q"), desk.event("coin-5", kind="f"))
        desk.wait(1)
        assert desk.store.inbox.count()["waiting"] == 0
        assert desk.scores["Ana"] == 0


def test_each_stage_can_be_traced(desk: Desk) -> None:
    stages: list[tuple[str, tuple[int, ...]]] = []
    desk.table.trace = lambda stage, rows: stages.append((stage, tuple(rows)))
    desk.receive(desk.event("coin-5"))
    desk.wait(1)
    assert stages == [("heard", (1,)), ("judged", (1,)), ("kept", (1,)), ("shown", ())]


class TestLastScan:
    def test_what_it_did(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2")
        scan = desk.table.last_scan
        assert scan is not None
        assert (scan.zone, scan.component, scan.code, scan.question) == ("seat-2", "coin-5#1", "done", None)
        assert scan.log == ("gain", {"by": "Bo", "card": "coin-5", "moved": 5})

    def test_why_not(self, desk: Desk) -> None:
        desk.tap("seat-2", "seat-3", "coin-1")
        scan = desk.table.last_scan
        assert scan is not None
        assert (scan.code, scan.refusal) == ("refused", "empty-purse")
        assert desk.verdicts == ["refused"] * 3

    def test_a_tag_lifted_changes_nothing_there(self, desk: Desk) -> None:
        desk.tap("coin-5")
        version = desk.table.version
        desk.receive(desk.event("coin-5", kind="-"))
        desk.wait(1)
        assert desk.table.version == version


class TestQuestions:
    def test_an_answer_by_click(self, desk: Desk) -> None:
        desk.tap("bread#1")
        question = desk.table.question
        assert question is not None
        assert desk.verdicts == ["asked"]
        assert desk.table.last_scan is not None
        assert desk.table.last_scan.question == question.id
        result = desk.table.answer(question.id, 1, "page")
        assert isinstance(result, Accepted)
        assert desk.table.view().zones["belly.Ana"].cards == ("bread#1",)
        assert desk.verdicts == ["asked", "applied"]
        assert desk.table.questions == ()
        assert desk.store.inbox.count()["waiting"] == 0

    def test_an_answer_by_token_uses_both_scans_up(self, desk: Desk) -> None:
        desk.tap("apple#1", zone="seat-2").tap("verb-confirm")
        row = desk.store.journal.read(desk.table.match)[-1]
        assert (row.why, len(row.consumed)) == ("insisted", 2)
        (line, *_) = desk.table.log()
        assert (line.code, line.zone) == ("buy", "seat-2")

    def test_put_back(self, desk: Desk) -> None:
        desk.tap("bread#1")
        question = desk.table.question
        assert question is not None
        assert desk.table.answer(question.id, 2, "page") is None
        assert desk.table.questions == ()
        assert desk.store.inbox.count()["waiting"] == 0
        assert len(desk.table.history.records) == 1

    def test_a_stale_or_wrong_answer_is_refused(self, desk: Desk) -> None:
        desk.tap("bread#1")
        question = desk.table.question
        assert question is not None
        assert isinstance(desk.table.answer(question.id, 9, "page"), Refused)
        assert isinstance(desk.table.answer(question.id + 100, 0, "page"), Refused)
        desk.table.answer(question.id, 0, "page")
        assert isinstance(desk.table.answer(question.id, 0, "page"), Refused)
        assert len(desk.table.history.records) == 2

    def test_a_question_that_the_match_has_settled_is_closed(self, desk: Desk) -> None:
        desk.tap("bread#1")
        question = desk.table.question
        assert question is not None
        desk.table.act(Command(move="eat", by="Ana", card="bread#1"), "page")
        assert desk.table.questions == ()
        assert isinstance(desk.table.answer(question.id, 0, "page"), Refused)
        assert desk.store.inbox.count()["waiting"] == 0
        assert len(desk.table.history.records) == 2

    def test_a_question_that_was_played_past_makes_way_for_the_game(self, desk: Desk) -> None:
        desk.tap("apple#1", zone="seat-2")
        desk.table.act(Command(move="gain", by="Ana", card="coin-5"), "page")
        assert desk.table.question is None
        (question,) = desk.table.questions
        force = [option.action for option in question.options].index("force")
        assert isinstance(desk.table.answer(question.id, force, "page"), Accepted)
        assert desk.table.view().zones["basket.Bo"].cards == ("apple#1",)

    def test_taps_go_on_while_a_question_is_open(self, desk: Desk) -> None:
        desk.tap("bread#1").tap("coin-5")
        assert desk.scores["Ana"] == 5
        assert desk.table.question is not None

    def test_a_tag_left_alone_stays_so(self, desk: Desk) -> None:
        desk.tap("?04AABBCC")
        question = desk.table.question
        assert question is not None
        ignore = [option.action for option in question.options].index("ignore-tag")
        desk.table.answer(question.id, ignore, "page")
        desk.wait(10).tap("?04AABBCC")
        assert desk.table.questions == ()
        assert desk.store.inbox.recent(2)[0].outcome == "ignored"

    def test_a_second_board_counts_once_somebody_says_so(self, desk: Desk) -> None:
        desk.tap("coin-1").tap("coin-5", device="b2").tap("plus-5", device="b2")
        assert desk.scores["Ana"] == 1
        first = desk.table.question
        assert first is not None
        assert (first.code, first.args["device"]) == ("second-board", "b2")
        desk.table.answer(first.id, 0, "page")
        desk.wait(1)
        assert desk.table.questions == ()
        assert desk.scores["Ana"] == 11
        assert desk.tap("coin-1", device="b2").tap("coin-1#2").scores["Ana"] == 13


class TestClicks:
    def test_a_refused_command_changes_nothing(self, desk: Desk) -> None:
        version = desk.table.version
        result = desk.table.act(Command(move="end-turn", by="Bo"), "page")
        assert isinstance(result, Refused)
        assert desk.table.version == version
        assert len(desk.store.journal.read(desk.table.match)) == 1

    def test_undo_and_redo(self, desk: Desk) -> None:
        desk.tap("coin-5")
        desk.table.act(gain("Ana"), "page")
        assert isinstance(desk.table.undo(), Accepted)
        assert isinstance(desk.table.undo(), Accepted)
        assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 0}
        assert isinstance(desk.table.redo(), Accepted)
        assert desk.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert isinstance(desk.table.redo(), Accepted)
        assert isinstance(desk.table.redo(), Refused)
        assert isinstance(desk.table.undo(9), Refused)
        assert (desk.table.can_undo, desk.table.can_redo) == (True, False)

    def test_the_undo_token(self, desk: Desk) -> None:
        desk.tap("coin-5").tap("verb-undo")
        assert desk.scores["Ana"] == 0
        (undo, gained, start) = desk.table.log()
        assert [(line.code, line.who, line.undone) for line in (undo, gained, start)] == [
            ("undo", "scan", False),
            ("gain", "scan", True),
            ("start", "page", False),
        ]
        assert (undo.args["n"], gained.zone, start.uid) == (1, "tap", None)

    def test_the_log_is_limited_and_names_its_scans(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2")
        desk.table.act(gain("Bo"), "Cy")
        assert [line.who for line in desk.table.log(limit=1)] == ["Cy"]
        assert desk.table.log(limit=2)[1].uid is not None
        assert desk.table.log(limit=0) == ()

    def test_a_disk_that_refuses_leaves_the_match_as_it_was(self, desk: Desk) -> None:
        desk.tap("coin-5")
        desk.store.database.read("PRAGMA query_only = 1")
        with pytest.raises(StoreError):
            desk.table.act(gain("Bo"), "page")
        with pytest.raises(StoreError):
            desk.table.undo()
        assert desk.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        desk.store.database.read("PRAGMA query_only = 0")
        assert isinstance(desk.table.act(gain("Bo"), "page"), Accepted)
        assert len(desk.table.log()) == 3

    def test_a_scan_that_could_not_be_kept_counts_later_and_once(self, desk: Desk) -> None:
        desk.receive(desk.event("coin-5"))
        desk.now += 1
        desk.store.database.read("PRAGMA query_only = 1")
        with pytest.raises(StoreError):
            desk.table.pump()
        assert desk.verdicts == []
        desk.store.database.read("PRAGMA query_only = 0")
        desk.wait(1)
        assert desk.scores["Ana"] == 5
        assert desk.verdicts == ["applied"]

    def test_nobody_is_called_after_unsubscribing(self, desk: Desk) -> None:
        calls: list[int] = []
        stop = desk.table.subscribe(lambda: calls.append(1))
        desk.tap("coin-1")
        stop()
        stop()
        desk.tap("coin-1")
        assert calls == [1]


class TestArmed:
    def test_armed_words_are_shown_and_time_out_by_themselves(self, desk: Desk) -> None:
        versions = [desk.table.version]
        desk.table.subscribe(lambda: versions.append(desk.table.version))
        desk.tap("seat-3")
        (armed,) = desk.table.armed
        assert (armed.words, armed.zone) == (("seat-3#1",), "tap")
        assert desk.table.last_scan is not None
        assert (desk.table.last_scan.code, desk.table.last_scan.args["cards"]) == ("armed", ["seat-3#1"])
        for due, code in ((armed.until, "armed"), (armed.until + ON_THE_WAY, "words-expired")):
            assert desk.table.deadline() == due
            desk.wait(due - desk.clocks.steady())
            assert desk.table.armed == (), "nobody is told that a tap made now would count with it"
            assert desk.table.last_scan is not None
            assert desk.table.last_scan.code == code
        assert len(versions) == 4

    @pytest.mark.parametrize(
        ("zone", "seconds", "code"),
        [("seat-3", 9, "words-expired"), ("seat-2", 9, "verb-no-use"), ("seat-3", 30, "verb-no-use")],
        ids=["soon", "elsewhere", "long after"],
    )
    def test_the_rest_of_words_that_expired_says_so_at_their_reader(
        self, desk: Desk, zone: str, seconds: float, code: str
    ) -> None:
        desk.tap("seat-3", zone="seat-3").wait(seconds)
        assert desk.last_code == "words-expired"
        desk.tap("verb-defend", zone=zone)
        assert desk.last_code == code
        assert code != "words-expired" or desk.table.last_scan.args["cards"] == ["seat-3#1", "verb-defend#1"]

    def test_words_that_expired_are_forgotten_once_something_else_is_said(self, desk: Desk) -> None:
        desk.tap("seat-3", zone="seat-3").wait(9)
        desk.tap("coin-1", "verb-defend", zone="seat-3")
        assert desk.last_code == "verb-no-use"

    def test_a_tap_that_counts_once_although_it_was_seen_twice_says_so(self) -> None:
        desk = Desk()
        for kind, seconds in (("+", 0.5), ("-", 0.1), ("+", 0.5), ("-", 0.5)):
            desk.receive(desk.event("coin-5", kind=kind))
            desk.wait(seconds)
        assert desk.scores["Ana"] == 5
        assert desk.table.last_scan is not None
        assert (desk.table.last_scan.code, desk.table.last_scan.args["card"]) == ("flicker", "coin-5#1")


class TestEnd:
    def finish(self, desk: Desk) -> None:
        for _ in range(9):
            desk.tap("verb-end-turn", "verb-confirm")  # nothing was done: is it over?

    def test_the_result_is_kept_with_the_last_record(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2")
        self.finish(desk)
        row = desk.store.matches.get(desk.table.match)
        assert desk.table.view().finished
        assert row.result is not None
        assert (row.result["winners"], row.result["scores"]) == (["Bo"], {"Ana": 0, "Bo": 5, "Cy": 0})
        assert row.result["seats"][1]["lines"] == [{"code": "coins", "points": 5, "args": {"n": 5}}]

    def test_undoing_the_end_takes_the_result_back(self, desk: Desk) -> None:
        self.finish(desk)
        desk.tap("verb-undo")
        assert desk.store.matches.get(desk.table.match).result is None
        desk.table.redo()
        assert desk.store.matches.get(desk.table.match).result is not None

    def test_taps_after_the_end_change_nothing(self, desk: Desk) -> None:
        self.finish(desk)
        desk.tap("coin-5")
        assert desk.scores["Ana"] == 0


def test_a_header_that_cannot_be_played_makes_no_match() -> None:
    desk = Desk()
    before = desk.store.matches.list()
    result = Table.new(desk.store, TOY, Header(TOY.id, ("Ana",)), clocks=desk.clocks)
    assert isinstance(result, Refused)
    assert desk.store.matches.list() == before
