"""Sightings that were heard and are not used up: dated anew, asked about once, and answered at which reader."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.scans import AskTable, Ignored, Listener, Question, QuestionOption, Sighting
from lairkeeper.scans.explain import ON_THE_WAY
from lairkeeper.scans.question import DO, ENROL, EVERY, PUT_BACK

from .taps import Taps, sighting


def seen(row: int, kind: str = "+", **how: Any) -> Sighting:
    return replace(sighting(row, 10.0, f"coin-1#{row}", kind=kind), **{"boot": "1", "ms": 500} | how)


class TestRetime:
    @pytest.mark.parametrize("kind", ["+", "-"])
    @pytest.mark.parametrize(
        ("how", "at"),
        [({}, 50.5), ({"ms": 1_250}, 51.25), ({"ms": None}, 10.0), ({"boot": "2"}, 10.0), ({"device": "c"}, 10.0)],
    )
    def test_what_one_boot_of_a_board_told_by_its_own_clock_is_dated_anew(
        self, kind: str, how: dict[str, Any], at: float
    ) -> None:
        listener = Listener()
        listener.hear(seen(1, kind, **how))
        listener.retime("b", "1", 50.0)
        found = listener.sighting(1)
        assert found is not None
        assert found.at == at

    @pytest.mark.parametrize("kind", ["+", "-"])
    def test_a_row_that_is_heard_once_more_stays_as_it_is(self, kind: str) -> None:
        listener = Listener()
        listener.hear(seen(1, kind))
        listener.retime("b", "1", 50.0)
        listener.hear(seen(1, kind))
        found = listener.sighting(1)
        assert found is not None
        assert found.at == 50.5


class TestHear:
    @pytest.mark.parametrize(
        ("kind", "code"),
        [
            ("+", "Submit"), ("t", "Submit"), ("b", "Submit"),
            ("-", "removed"), ("f", "reader-report"), ("g", "reader-report"),
        ],
    )  # fmt: skip
    def test_what_comes_of_each_kind(self, kind: str, code: str) -> None:
        taps = Taps().hear("coin-1", kind=kind)
        (verdict,) = taps.player.verdicts
        assert getattr(verdict, "code", type(verdict).__name__) == code

    def test_what_was_used_up_before_only_tells_what_lies_where(self) -> None:
        taps = Taps()
        taps.player.listener.hear(sighting(1, 1.0, "coin-1"), past=True)
        assert taps.wait(1).player.verdicts == []
        assert taps.hear("coin-1").moves == []

    def test_a_row_that_is_heard_once_more_is_no_repetition(self) -> None:
        taps = Taps()
        for _ in range(2):
            taps.player.listener.hear(sighting(1, 1.0, "seat-3"))
        taps.player.until(2.0)
        assert taps.player.verdicts == []

    def test_a_word_that_has_moved_on_is_not_heard_again(self) -> None:
        taps = Taps()
        heard = ((1, 1.0, "tap", "+"), (2, 1.2, "tap", "-"), (3, 2.0, "seat-2", "+"), (1, 1.0, "tap", "+"))
        for row, at, zone, kind in heard:
            taps.player.listener.hear(sighting(row, at, "seat-3", zone, kind))
        taps.player.until(3.0)
        assert [each.zone for each in taps.player.listener.armed] == ["seat-2"]

    def test_reasons_for_no_news_are_told_one_after_the_other(self) -> None:
        taps = Taps().hear("coin-1")
        listener = taps.player.listener
        for row, kind in ((2, "+"), (3, "f"), (4, "+")):
            listener.hear(sighting(row, 2.0, "coin-1", kind=kind))
        assert listener.next(taps.player.context(), 3.0) == Ignored("already-there", (2, 4))
        listener.used((2, 4))
        assert listener.next(taps.player.context(), 3.0) == Ignored("reader-report", (3,))


def question(code: str = "which", **how: Any) -> Question:
    options = (QuestionOption(DO, Command(move="buy", by="Ana", card="apple#1")), QuestionOption(PUT_BACK))
    given: dict[str, Any] = {
        "rows": (9,),
        "at": 10.0,
        "zone": "tap",
        "uid": "04AA",
        "channel": "tap",
        "options": options,
    }
    return Question(id=9, code=code, **given | how)


class TestQuestionFor:
    @pytest.mark.parametrize(
        ("asked", "passed", "tapped", "answers"),
        [
            ("tap", False, "tap", True),
            ("tap", True, "tap", False),  # people have played on
            ("seat-2", False, "tap", True),
            ("seat-2", True, "tap", False),
            ("seat-2", False, "seat-2", True),
            ("seat-2", True, "seat-2", True),  # at its own tray it still is what tokens mean
            ("seat-2", False, "seat-3", False),
            ("tap", False, "seat-2", False),
            (EVERY, False, "seat-2", True),
            (EVERY, True, "seat-2", True),
            (EVERY, True, "tap", False),
        ],
    )
    def test_which_reader_answers_it(self, asked: str, passed: bool, tapped: str, answers: bool) -> None:
        listener = Listener()
        listener.hold(question(channel=asked, passed=passed))
        assert (listener._question_for(tapped) is not None) is answers

    def test_what_all_are_asked_comes_first_and_what_was_played_past_last(self) -> None:
        listener = Listener()
        for id, channel, passed in ((1, "tap", True), (2, "tap", False), (3, EVERY, True), (4, EVERY, False)):
            listener.hold(replace(question(channel=channel, passed=passed), id=id))
        assert [each.id for each in listener.questions] == [4, 3, 2, 1]


class TestAskedLately:
    @pytest.mark.parametrize(
        ("how", "lately"),
        [
            ({}, True),
            ({"at": 14.9}, True),
            ({"at": 15.0}, False),
            ({"zone": "seat-1"}, False),
            ({"uid": "04AB"}, False),
            ({"code": "refused"}, False),
            ({"refusal": "out-of-turn"}, False),
            ({"options": (QuestionOption(PUT_BACK),)}, False),
        ],
    )
    def test_the_same_is_not_asked_twice_within_five_seconds(self, how: dict[str, Any], lately: bool) -> None:
        listener = Listener()
        listener.hold(question())
        listener.used((9,))
        assert listener._asked_lately(question(**how)) is lately

    @pytest.mark.parametrize(("how", "lately"), [({}, True), ({"zone": "seat-1"}, False), ({"uid": "04AB"}, False)])
    def test_while_it_is_open_nothing_else_is_asked_about_that_tag_there(
        self, how: dict[str, Any], lately: bool
    ) -> None:
        listener = Listener()
        listener.hold(question())
        assert listener._asked_lately(question(**{"code": "refused", "at": 99.0} | how)) is lately

    @pytest.mark.parametrize(("action", "lately"), [(DO, False), (ENROL, True)])
    def test_once_play_has_gone_on_only_what_has_nothing_to_do_with_it(self, action: str, lately: bool) -> None:
        taps = Taps()
        listener = taps.player.listener
        command = Command(move="buy", by="Ana", card="apple#1") if action == DO else None
        asked = question(options=(QuestionOption(action, command), QuestionOption(PUT_BACK)))
        listener.hold(asked)
        listener.used((9,))
        taps.tap("coin-1")
        listener.next(taps.player.context(), 10.0)
        assert listener._asked_lately(asked) is lately

    def test_what_is_settled_may_be_asked_at_once(self) -> None:
        listener = Listener()
        listener.hold(question())
        listener.release(9)
        assert listener.questions == ()
        assert not listener._asked_lately(question())

    def test_a_question_without_sightings_is_dropped(self) -> None:
        listener = Listener()
        listener.hold(question())
        listener.drop(9)
        listener.drop(9)
        assert listener.questions == ()


class TestSetBack:
    """An apple is lifted off the shelf, where the game has it."""

    def lifted(self) -> Taps:
        return Taps(zones={"shelf": "market", "heap": "bin"}).hear("apple#1", "shelf").hear("apple#1", "shelf", "-")

    def test_set_back_neither_its_leaving_nor_its_coming_means_anything(self) -> None:
        taps = self.lifted().hear("apple#1", "shelf")
        assert taps.player.verdicts[1:] == [Ignored("set-back", (2, 3))]

    def test_elsewhere_its_way_is_over(self) -> None:
        taps = self.lifted().hear("apple#1", "seat-1")
        assert taps.player.verdicts[1] == Ignored("moved-on", (2,))
        assert taps.moves == ["buy Ana apple#1"]

    @pytest.mark.parametrize("zone", ["shelf", "seat-1"])
    def test_the_question_where_it_goes_is_closed_when_it_is_seen(self, zone: str) -> None:
        taps = self.lifted().wait(10)
        assert [each.code for each in taps.player.questions] == ["lifted"]
        taps.player.listener.hear(sighting(3, 20.0, "apple#1", zone))
        assert taps.player.questions == ()

    def test_the_question_is_closed_when_its_leaving_means_nothing_any_more(self) -> None:
        taps = self.lifted().wait(10)
        taps.player.history.submit(Command(move="buy", by="Ana", card="apple#1"))
        assert taps.player.listener.next(taps.player.context(), 20.0) == Ignored("removed", (2,))
        assert taps.player.questions == ()

    def test_lifted_off_another_reader_as_well_it_is_still_set_back(self) -> None:
        taps = self.lifted()
        taps.player.listener.hear(sighting(3, 4.0, "apple#1", "heap", "-"))
        taps.player.listener.hear(sighting(4, 5.0, "apple#1", "shelf"))
        assert taps.wait(9).moves == []
        assert "set-back" in [getattr(each, "code", "") for each in taps.player.verdicts]
        assert taps.player.questions == ()

    def test_what_has_no_number_is_not_set_back_by_another(self) -> None:
        taps = self.lifted()
        listener = taps.player.listener
        listener.hear(replace(sighting(3, 4.0, "pear#1", "shelf", "-"), uid=""))
        listener.next(taps.player.context(), 4.0)
        listener.hear(replace(sighting(4, 5.0, "seat-1", "", "b"), uid=""))
        assert listener.sighting(3) is not None
        listener.next(taps.player.context(), 5.0)
        assert [each.words for each in listener.armed][:2] == [("apple#1",), ("pear#1",)]

    def test_a_tap_that_is_heard_together_with_the_next_is_not_set_back(self) -> None:
        taps = Taps()
        for row, at, kind in ((1, 1.0, "+"), (2, 1.5, "-"), (3, 3.0, "+")):
            taps.player.listener.hear(sighting(row, at, "coin-1", kind=kind))
        assert taps.wait(9).scores["Ana"] == 2


class TestDoubt:
    """A coin is seen on Bo's tray at 2 s while Ana's reader has not told that it left."""

    def both(self, *more: tuple[int, float, str, str], until: float = 9.0) -> Taps:
        taps = Taps()
        for each in ((1, 1.0, "seat-1", "+"), (2, 2.0, "seat-2", "+"), *more):
            row, at, zone, kind = each
            taps.player.listener.hear(sighting(row, at, "coin-5", zone, kind))
        taps.player.until(until)
        return taps

    @pytest.mark.parametrize(("until", "codes"), [(2.9, []), (3.0, ["two-places"]), (9.0, ["two-places"])])
    def test_a_reader_has_a_second_to_tell(self, until: float, codes: list[str]) -> None:
        assert [each.code for each in self.both(until=until).player.questions] == codes

    def test_what_left_is_in_nobodys_way_when_it_comes_again(self) -> None:
        taps = self.both((3, 2.5, "seat-1", "-"), (4, 9.0, "seat-1", "+"), until=20.0)
        assert sorted(each.code for each in taps.player.questions) == ["carried", "two-places"]

    @pytest.mark.parametrize(("asked", "refused"), [(9.0, False), (2.5, True)])
    def test_leaving_again_it_was_nothing_and_is_said_if_nobody_was_asked(self, asked: float, refused: bool) -> None:
        taps = self.both(until=asked)
        taps.player.listener.hear(sighting(3, asked, "coin-5", "seat-2", "-"))
        assert taps.player.questions == ()
        taps.player.until(30.0)
        (left,) = [each for each in taps.player.verdicts if getattr(each, "code", "") == "two-places-left"]
        assert isinstance(left, Ignored)
        assert (left.rows, left.refused) == ((2,), refused)

    def test_words_that_wait_come_before_it(self) -> None:
        taps = Taps().hear("coin-5", "seat-1").hear("seat-3", "seat-2").hear("coin-5", "seat-2").wait(4)
        assert taps.player.questions == ()
        assert [each.words for each in taps.player.listener.armed] == [("seat-3#1",)]
        assert [each.code for each in taps.wait(6).player.questions] == ["two-places"]

    def test_a_stranger_and_a_mere_tap_are_none(self) -> None:
        taps = Taps().hear("?04FF", "seat-1").hear("?04FF", "seat-2", gap=3.0).wait(9)
        assert [each.code for each in taps.player.questions] == ["unknown-tag", "unknown-tag"]
        assert Taps().hear("coin-5", "seat-1").hear("coin-5", "seat-2", "t", gap=5.0).wait(9).scores["Bo"] == 5


class TestOrder:
    def test_what_was_complete_first_happens_first(self) -> None:
        """A word at 1 s that its piece follows at 3 s; a coin on a tray in between."""
        taps = Taps().wait(20)
        for row, at, what, zone in ((1, 1.0, "seat-3", "tap"), (2, 2.0, "coin-1", "seat-2"), (3, 3.0, "coin-5", "tap")):
            taps.player.listener.hear(sighting(row, at, what, zone))
        assert taps.wait(1).moves == ["gain Bo coin-1", "gain Cy coin-5"]

    def test_the_next_deadline_is_the_nearest(self) -> None:
        taps = Taps().hear("seat-3", zone="tap").hear("seat-2", zone="seat-1", gap=2.0)
        assert taps.player.listener.deadline == 9.0
        assert [each.zone for each in taps.player.listener.armed] == ["tap", "seat-1"]
        assert [each.row for each in taps.player.listener.armed] == [1, 2]
        assert taps.wait(6).player.listener.deadline == pytest.approx(9.0 + ON_THE_WAY)
        assert [each.zone for each in taps.player.listener.armed] == ["seat-1"]
        assert taps.wait(2).player.listener.deadline == pytest.approx(11.1 + ON_THE_WAY)
        assert taps.player.listener.armed == ()
        assert taps.wait(6).player.listener.deadline is None


class TestPassOn:
    @pytest.mark.parametrize(
        ("what", "then", "moves"),
        [
            ("seat-3", "coin-1", ["gain Ana coin-1"]),
            ("verb-gain", "coin-1", ["gain Ana coin-1"]),
        ],
    )
    def test_a_word_that_passes_one_reader_counts_at_the_next(self, what: str, then: str, moves: list[str]) -> None:
        """Tap at the first reader once the word is at the next: this tap is without it."""
        taps = Taps().tap(what, zone="tap").tap(what, zone="seat-2", gap=0.5).tap(then, zone="tap", gap=0.5)
        assert taps.moves == moves
        assert [each.zone for each in taps.player.listener.armed] == ["seat-2"]

    def test_a_piece_that_waits_for_its_target_is_no_word(self) -> None:
        taps = Taps().tap("stone", zone="tap").tap("stone", zone="seat-2", gap=0.5)
        assert [each.zone for each in taps.player.listener.armed] == ["tap", "seat-2"]

    @pytest.mark.parametrize(("gap", "asked"), [(0.3, ["seat-2"]), (1.2, ["tap", "seat-2"])])
    def test_a_question_about_a_piece_that_only_passed_is_over(self, gap: float, asked: list[str]) -> None:
        taps = Taps().hear("bread#1").hear("bread#1", kind="-", gap=gap).hear("bread#1", zone="seat-2", gap=0.5)
        assert [each.zone for each in taps.player.questions] == asked

    def test_a_stranger_is_asked_about_at_each_reader(self) -> None:
        taps = Taps().tap("?04FF").tap("?04FF", zone="seat-2", gap=0.5)
        assert [each.zone for each in taps.player.questions] == ["tap", "seat-2"]


class TestUnanswered:
    def test_a_sighting_that_waits_for_an_answer_is_judged_no_more(self) -> None:
        taps = Taps().hear("bread#1")
        (verdict,) = taps.player.verdicts
        assert isinstance(verdict, AskTable)
        assert taps.player.listener.next(taps.player.context(), 99.0) is None
        assert taps.player.listener.sighting(1) is not None

    def test_used_sightings_close_their_question_only(self) -> None:
        taps = Taps().hear("bread#1").hear("?04FF")
        first, second = taps.player.questions
        taps.player.listener.used(first.rows)
        assert taps.player.questions == (second,)
        assert taps.player.listener.sighting(first.rows[0]) is None
