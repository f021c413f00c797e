"""The last scan as pages tell it: an undo, an answer, a later record, a new match and a failed write change that."""

from __future__ import annotations

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.scans.question import IGNORE_TAG, PUT_BACK
from lairkeeper.store import StoreError
from lairkeeper.table import Question
from lairkeeper.table.last_scan import UNDONE

from ..scans.toy import TOY
from .desk import Desk
from .no_commit import refusing
from .room import Room


@pytest.fixture
def desk() -> Desk:
    return Desk()


class TestDone:
    def test_an_undo_takes_the_message_of_what_it_undid_with_it(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2")
        assert desk.last_code == "done"
        desk.table.undo()
        assert desk.last_code == UNDONE
        assert desk.table.last_scan is not None and desk.table.last_scan.log is None
        desk.table.redo()
        assert desk.last_code == "done"

    def test_what_was_done_holds_while_the_match_goes_on(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2")
        desk.table.act(Command(move="adjust", by="Ana", amount=1), "page")
        assert desk.last_code == "done"
        desk.table.undo()
        assert desk.last_code == "done"

    def test_what_the_undo_token_did_holds_until_it_is_brought_back(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo")
        last = desk.table.last_scan
        assert last is not None and last.log is not None
        assert (last.code, last.log[0], last.log[1]["what"][1]["by"]) == ("done", "undo", "Ana")
        desk.table.redo()
        assert desk.table.last_scan is None

    def test_counted_is_said_only_after_the_commit(self, desk: Desk) -> None:
        desk.tap("coin-1").table.undo()
        desk.receive(desk.event("coin-5"))
        with refusing(desk.store), pytest.raises(StoreError):
            desk.wait(0.5)
        assert (desk.last_code, desk.verdicts, desk.scores["Ana"]) == (UNDONE, ["applied"], 0)
        desk.table.all_done()
        desk.wait(0.5)
        assert (desk.last_code, desk.verdicts, desk.scores["Ana"]) == ("done", ["applied", "applied"], 5)


class TestNotDone:
    def test_a_refusal_ends_when_the_match_goes_on(self, desk: Desk) -> None:
        desk.tap("seat-2").wait(9)
        assert desk.last_code == "words-expired"
        desk.table.act(Command(move="adjust", by="Ana", amount=1), "page")
        assert desk.table.last_scan is None

    def test_a_question_is_pointed_to_while_it_is_open(self, desk: Desk) -> None:
        desk.tap("bread#1")
        assert desk.last_code == "which"
        question = desk.table.question
        assert question is not None
        assert isinstance(desk.table.answer(question.id, 0, "page"), Accepted)
        assert desk.last_code == "done"
        desk.tap("coin-5", "coin-5")
        question = desk.table.back_to(0)
        assert isinstance(question, Question)
        desk.table.answer(question.id, 0, "page")
        assert desk.last_code == UNDONE

    def test_a_question_whether_to_undo_that_was_answered_on_a_page_is_over(self, desk: Desk) -> None:
        desk.tap("coin-5").tap("coin-1", zone="seat-2").tap("verb-undo", zone="seat-1")
        assert desk.last_code == "take-back-others"
        question = desk.table.question
        assert question is not None
        desk.table.answer(question.id, 0, "page")
        assert desk.table.last_scan is None


class TestAnswered:
    @pytest.mark.parametrize("action", [IGNORE_TAG, PUT_BACK])
    def test_an_answer_that_could_not_be_kept_leaves_the_question_open(self, desk: Desk, action: str) -> None:
        desk.tap("?04deadbeef")
        question = desk.table.question
        assert question is not None
        index = next(n for n, option in enumerate(question.options) if option.action == action)
        with refusing(desk.store), pytest.raises(StoreError):
            desk.table.answer(question.id, index, "page")
        assert desk.table.questions == (question,)
        assert desk.table.answer(question.id, index, "page") is None
        assert desk.table.questions == ()


class TestElsewhere:
    def test_a_new_match_starts_clean(self) -> None:
        room = Room()
        room.tap("coin-5")
        assert room.hub.last_scan is not None and room.hub.last_scan.code == "no-match"
        room.start()
        assert room.hub.last_scan is None
        room.tap("seat-2")
        room.now += 9
        room.hub.pump()
        assert room.hub.last_scan is not None and room.hub.last_scan.code == "words-expired"
        room.start()
        assert room.hub.last_scan is None
        room.hub.match.close()
        assert room.hub.last_scan is None

    def test_what_an_enrolment_said_ends_with_it(self) -> None:
        room = Room()
        room.start()
        room.tap("coin-5")
        assert room.hub.start_enrol(TOY.id, "coin-5") is None
        assert room.hub.last_scan is None
        room.tap("coin-1")
        assert room.hub.last_scan is not None and room.hub.last_scan.code == "not-enrolled"
        room.hub.stop_enrol()
        assert room.hub.last_scan is not None and room.hub.last_scan.code == "done"
