"""Undo at the table: who is asked, what hands must put right, and how that is ticked off."""

from __future__ import annotations

from pathlib import Path

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.ids import kind_of
from lairkeeper.core.result import Accepted, Refused
from lairkeeper.scans import Instruction
from lairkeeper.scans.instructions import CARD, PURSE
from lairkeeper.scans.question import AGREE, ASK_EACH, ASK_ONCE, KEEP
from lairkeeper.table import Question

from .desk import Desk


@pytest.fixture
def desk() -> Desk:
    return Desk()


def told(desk: Desk) -> list[tuple[str, str | None, str | None, int]]:
    return [(kind_of(line.card), line.source, line.target, line.n) for line in desk.table.todo]


def buy(seat: str, card: str) -> Command:
    return Command(move="buy", by=seat, card=card)


def ask(desk: Desk) -> Question:
    question = desk.table.question
    assert question is not None
    return question


def option(question: Question, action: str, seat: str | None = None) -> int:
    return next(
        at for at, each in enumerate(question.options) if each.action == action and each.args.get("seat") == seat
    )


class TestTheList:
    def test_an_undone_gain_of_a_token_says_who_gives_what_back(self, desk: Desk) -> None:
        desk.tap("coin-5", zone="seat-2").tap("verb-undo")
        assert desk.table.todo == (Instruction(PURSE, "coin-5", "Bo", "bank", value=5),)

    def test_an_undone_purchase_says_from_where_to_where(self, desk: Desk) -> None:
        desk.tap("apple#2").tap("verb-undo")
        assert desk.table.todo == (Instruction(CARD, "apple#2", "basket.Ana", "market", index=1),)

    def test_redo_takes_the_lines_away(self, desk: Desk) -> None:
        desk.tap("apple#2", "coin-5", "verb-undo", "verb-undo")
        assert len(desk.table.todo) == 2
        desk.table.redo()
        desk.table.redo()
        assert desk.table.todo == ()

    def test_redo_after_all_was_done_asks_for_it_again(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo")
        desk.table.all_done()
        desk.table.redo()
        assert told(desk) == [("coin-5", "bank", "Ana", 1)]

    def test_a_correction_of_the_app_asks_hands_for_nothing(self, desk: Desk) -> None:
        desk.table.act(Command(move="adjust", by="Ana", amount=5), "page")
        assert desk.table.todo == ()


class TestTicks:
    def test_a_tap_of_the_piece_ticks_and_never_counts_as_a_move(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo")
        records = len(desk.table.history.records)
        desk.tap("coin-5")
        assert desk.table.todo == ()
        assert desk.scores["Ana"] == 0
        assert len(desk.table.history.records) == records
        assert desk.store.inbox.recent(2)[0].outcome == "tick"
        assert desk.verdicts[-1] == "applied"
        assert desk.table.last_scan is not None
        assert (desk.table.last_scan.code, desk.table.last_scan.args["left"]) == ("tick", 0)
        assert desk.tap("coin-5").scores["Ana"] == 5

    def test_tokens_are_ticked_one_by_one(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-5", "verb-undo", "verb-undo")
        assert told(desk) == [("coin-5", "Ana", "bank", 2)]
        desk.tap("coin-5")
        assert told(desk) == [("coin-5", "Ana", "bank", 1)]

    def test_another_piece_is_played_as_always(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo", "coin-1")
        assert desk.scores["Ana"] == 1
        assert told(desk) == [("coin-5", "Ana", "bank", 1)]

    def test_a_tray_ticks_only_what_belongs_there(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo").tap("coin-5", zone="seat-2")
        assert desk.scores["Bo"] == 5
        desk.tap("apple#1")
        desk.table.undo()
        desk.table.all_done()
        desk.table.redo()
        assert told(desk) == [("apple", "market", "basket.Ana", 1)]
        desk.tap("apple#1", zone="seat-1")
        assert desk.table.todo == ()

    def test_words_before_the_piece_mean_a_move(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo", "seat-2", "coin-5")
        assert desk.scores["Bo"] == 5
        assert len(desk.table.todo) == 1

    def test_a_place_reader_ticks_what_belongs_to_its_place(self, desk: Desk) -> None:
        desk.store.settings.set("zones", {"shelf": "market", "heap": "bin"})
        desk.tap("apple#1", "pear#1", "verb-undo", "verb-undo")
        desk.tap("pear#1", zone="shelf")
        assert told(desk) == [("apple", "basket.Ana", "market", 1)]
        assert desk.table.log()[0].code == "undo"
        desk.tap("apple#1", zone="heap")
        assert desk.table.log()[0].code == "buy"

    def test_after_play_went_on_it_is_asked_whether_it_was_a_move(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo", "coin-1", "coin-5")
        question = ask(desk)
        assert [each.code for each in question.options] == ["tick", "do", "put-back"]
        assert desk.scores["Ana"] == 1
        desk.table.answer(question.id, 0, "page")
        assert (desk.table.todo, desk.scores["Ana"], desk.table.questions) == ((), 1, ())
        assert desk.store.inbox.count()["waiting"] == 0

    def test_the_move_instead(self, desk: Desk) -> None:
        desk.tap("coin-5", "verb-undo", "coin-1", "coin-5")
        desk.table.answer(ask(desk).id, 1, "page")
        assert desk.scores["Ana"] == 6
        assert len(desk.table.todo) == 1

    def test_a_click_and_all_done(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-1", "verb-undo", "verb-undo")
        version = desk.table.version
        assert desk.table.tick({0: "coin-1"})
        assert not desk.table.tick({0: "coin-1"})
        assert not desk.table.tick({0: "coin-5", 7: "coin-5"})
        assert told(desk) == [("coin-5", "Ana", "bank", 1)]
        desk.table.all_done()
        assert desk.table.todo == ()
        assert desk.table.version == version + 2

    def test_a_piece_that_is_bought_again_needs_no_tick(self, desk: Desk) -> None:
        desk.tap("apple#1", "verb-undo")
        desk.table.act(buy("Ana", "apple#1"), "page")
        assert desk.table.todo == ()


class TestAgreement:
    def both(self, desk: Desk) -> None:
        desk.tap("coin-5")
        desk.tap("coin-1", zone="seat-2")

    def test_ones_own_last_step_goes_at_once(self, desk: Desk) -> None:
        self.both(desk)
        assert isinstance(desk.table.undo(1), Accepted)
        assert desk.table.questions == ()

    def test_somebody_elses_choice_is_asked_about(self, desk: Desk) -> None:
        self.both(desk)
        question = desk.table.undo(2)
        assert isinstance(question, Question)
        assert (question.code, question.args) == ("take-back-others", {"n": 2, "seats": ["Ana"]})
        assert desk.table.question == question
        assert desk.scores == {"Ana": 5, "Bo": 1, "Cy": 0}
        assert told(desk) == []
        assert [(line.card, line.source) for line in desk.table.preview] == [("coin-5", "Ana"), ("coin-1", "Bo")]
        assert isinstance(desk.table.answer(question.id, option(question, AGREE), "page"), Accepted)
        assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 0}
        assert desk.table.questions == ()
        assert len(desk.table.todo) == 2

    def test_a_reveal_cannot_be_unseen_so_all_are_asked(self, desk: Desk) -> None:
        desk.table.act(Command(move="show", by="Ana", card="apple#1"), "page")
        question = desk.table.undo()
        assert isinstance(question, Question)
        assert (question.code, question.args["n"]) == ("take-back-reveal", 1)
        assert len(desk.table.history.live) == 2
        desk.table.answer(question.id, option(question, AGREE), "page")
        assert len(desk.table.history.live) == 1
        assert isinstance(desk.table.redo(), Accepted)

    def test_undo_on_a_tray_is_its_owners(self, desk: Desk) -> None:
        self.both(desk)
        desk.tap("verb-undo", zone="seat-1")
        assert ask(desk).args == {"n": 1, "seats": ["Bo"]}
        assert desk.verdicts[-1] == "asked"
        desk.tap("verb-confirm")
        assert desk.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert desk.table.log()[0].who == "scan"
        assert desk.store.inbox.count()["waiting"] == 0

    def test_undos_in_a_row_ask_like_one_of_the_same_length(self, desk: Desk) -> None:
        self.both(desk)
        desk.tap("verb-undo")
        assert desk.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        desk.tap("verb-undo")
        assert (ask(desk).code, ask(desk).args) == ("take-back-others", {"n": 1, "seats": ["Ana"]})
        desk.tap("verb-confirm")
        assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 0}

    def test_a_row_ends_when_play_goes_on_or_something_is_brought_back(self, desk: Desk) -> None:
        self.both(desk)
        desk.table.undo()
        desk.table.redo()
        desk.table.undo()
        desk.tap("plus-1")
        desk.table.undo()
        assert isinstance(desk.table.undo(), Accepted)
        assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 0}

    def test_undo_on_a_players_own_page_is_that_players(self, desk: Desk) -> None:
        self.both(desk)
        assert isinstance(desk.table.undo(1, "Ana"), Question)
        assert ask(desk).args == {"n": 1, "seats": ["Bo"]}
        desk.tap("verb-no")
        assert isinstance(desk.table.undo(1, "Bo"), Accepted)

    def test_no_keeps_everything(self, desk: Desk) -> None:
        self.both(desk)
        desk.table.undo(2)
        desk.tap("verb-no")
        assert desk.table.questions == ()
        assert desk.scores == {"Ana": 5, "Bo": 1, "Cy": 0}

    def test_each_seat_can_be_asked_and_each_must_agree(self, desk: Desk) -> None:
        self.both(desk)
        question = desk.table.undo(2)
        assert isinstance(question, Question)
        desk.table.answer(question.id, option(question, ASK_EACH), "page")
        desk.tap("seat-2")
        assert [each.args.get("seat") for each in ask(desk).options if each.action == AGREE] == ["Ana", "Cy"]
        desk.tap("verb-confirm", zone="seat-3")
        assert desk.scores["Ana"] == 5
        desk.wait(2).tap("verb-confirm")  # the last one that is missing
        assert desk.scores == {"Ana": 0, "Bo": 0, "Cy": 0}
        assert desk.table.questions == ()

    def test_one_for_all_does_not_answer_for_each(self, desk: Desk) -> None:
        self.both(desk)
        question = desk.table.undo(2)
        assert isinstance(question, Question)
        desk.table.answer(question.id, option(question, ASK_EACH), "page")
        desk.tap("verb-confirm")
        assert desk.table.last_scan is not None
        assert desk.table.last_scan.code == "choose-first"
        assert desk.scores["Ana"] == 5
        question = ask(desk)
        desk.table.answer(question.id, option(question, ASK_ONCE), "page")
        desk.tap("verb-confirm")
        assert desk.scores["Ana"] == 0

    def test_the_choice_how_to_ask_is_kept(self, desk: Desk) -> None:
        self.both(desk)
        question = desk.table.undo(2)
        assert isinstance(question, Question)
        desk.table.answer(question.id, option(question, ASK_EACH), "page")
        question = ask(desk)
        desk.table.answer(question.id, option(question, KEEP), "page")
        question = desk.table.undo(2)
        assert isinstance(question, Question)
        assert len([each for each in question.options if each.action == AGREE]) == 3

    def test_play_that_goes_on_withdraws_the_wish(self, desk: Desk) -> None:
        self.both(desk)
        question = desk.table.undo(2)
        assert isinstance(question, Question)
        desk.tap("plus-1")
        assert desk.table.questions == ()
        assert isinstance(desk.table.answer(question.id, 0, "page"), Refused)
        assert desk.scores == {"Ana": 6, "Bo": 1, "Cy": 0}

    def test_what_all_are_asked_comes_before_other_questions(self, desk: Desk) -> None:
        self.both(desk)
        desk.tap("bread#1")
        desk.table.undo(2)
        assert [each.code for each in desk.table.questions] == ["take-back-others", "which"]
        desk.tap("verb-no")
        assert ask(desk).code == "which"

    def test_too_far_is_refused_and_asks_nobody(self, desk: Desk) -> None:
        self.both(desk)
        assert isinstance(desk.table.undo(3), Refused)
        assert isinstance(desk.table.undo(0), Refused)
        assert desk.table.questions == ()


class TestBackTo:
    def test_a_place_in_the_log_is_asked_about_with_what_will_be_moved(self, desk: Desk) -> None:
        desk.tap("coin-5", "apple#1", "coin-1")
        question = desk.table.back_to(1)
        assert isinstance(question, Question)
        assert (question.code, question.args["n"]) == ("take-back-steps", 2)
        assert [each.action for each in question.options] == [AGREE, KEEP]
        assert {line.card for line in desk.table.preview} == {"apple#1", "coin-1"}
        desk.table.answer(question.id, 0, "page")
        assert desk.scores["Ana"] == 5
        assert [record.n for record in desk.table.history.live] == [0, 1]
        assert desk.table.preview == ()

    def test_one_redo_takes_it_back(self, tmp_path: Path) -> None:
        desk = Desk(tmp_path / "match.db").tap("coin-5", "apple#1", "coin-1", "coin-1")
        question = desk.table.back_to(0)
        assert isinstance(question, Question)
        desk.table.answer(question.id, 0, "page")
        assert (desk.scores["Ana"], len(desk.table.todo)) == (0, 3)
        assert isinstance(desk.crash().table.redo(), Accepted)
        assert desk.scores["Ana"] == 7
        assert [record.n for record in desk.table.history.live] == [0, 1, 2, 3, 4]
        assert (desk.table.can_redo, desk.table.todo) == (False, ())

    def test_a_line_that_was_undone_or_is_the_last_is_no_place_to_go_to(self, desk: Desk) -> None:
        desk.tap("coin-5", "coin-5", "verb-undo")
        for n in (1, 2, 3, 99):
            assert isinstance(desk.table.back_to(n), Refused)
        assert isinstance(desk.table.back_to(0), Question)
