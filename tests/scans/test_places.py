"""Readers that are places: pieces lifted, set back, put back, at home; and pieces that seem to be in two places."""

from __future__ import annotations

from dataclasses import replace

from lairkeeper.core.command import Command
from lairkeeper.core.result import Refused
from lairkeeper.scans import AskTable, Ignored, Question, Sighting, read_stream, write_stream
from lairkeeper.scans.question import BACK, DO, DO_BOTH, FORCE, HERE, INSTEAD, PUT_BACK

from .taps import Taps, sighting

SHELF = {"shelf": "market", "heap": "bin", "basket": "basket"}


def shop() -> Taps:
    """Lay the market's fruit on a reader called shelf; what lies there says nothing new."""
    taps = Taps(zones=SHELF)
    for fruit in ("apple#1", "apple#2", "pear#1"):
        taps.hear(fruit, "shelf")
    assert taps.moves == []
    return taps


def codes(taps: Taps) -> list[str]:
    """Return what was said of all scans, without what nobody hears."""
    return [
        v.question.code if isinstance(v, AskTable) else getattr(v, "code", type(v).__name__)
        for v in taps.player.verdicts
        if getattr(v, "code", "") not in ("removed", "already-there", "moved-on", "set-back")
    ]


def question(taps: Taps) -> Question:
    (question,) = taps.player.questions
    return question


def choose(taps: Taps, action: str) -> None:
    asked = question(taps)
    at = next(at for at, each in enumerate(asked.options) if each.action == action)
    taps.player._answer(asked, at)
    taps.player.until(taps.player.now)


class TestAtHome:
    def test_a_piece_laid_where_the_game_has_it_is_no_move(self) -> None:
        assert codes(shop()) == ["in-place"] * 3

    def test_with_its_verb_it_is(self) -> None:
        taps = Taps(zones=SHELF).tap("verb-buy").tap("apple#1", zone="shelf")
        assert taps.moves == ["buy Ana apple#1"]


class TestLifted:
    def test_lifting_arms_and_the_tap_elsewhere_is_the_move(self) -> None:
        taps = shop().hear("apple#1", "shelf", "-")
        (armed,) = taps.player.listener.armed
        assert (armed.zone, armed.words) == ("shelf", ("apple#1",))
        taps.tap("apple#1", zone="seat-1")
        assert taps.moves == ["buy Ana apple#1"]
        assert taps.player.listener.armed == ()
        taps.wait(20)
        assert taps.player.questions == ()

    def test_set_back_is_nothing(self) -> None:
        taps = shop().hear("apple#1", "shelf", "-").hear("apple#1", "shelf", "+")
        assert taps.wait(20).moves == []
        assert taps.player.questions == ()
        assert codes(taps) == ["in-place"] * 3

    def test_not_tapped_anywhere_is_asked_and_never_chosen_by_waiting(self) -> None:
        taps = shop().hear("apple#1", "shelf", "-").wait(7)
        assert taps.player.questions == ()
        taps.wait(60)
        asked = question(taps)
        assert (asked.code, asked.args) == ("lifted", {"card": "apple#1", "zone": "shelf"})
        moves = [(o.command.move, o.command.by) for o in asked.options if o.command is not None]
        assert moves == [("buy", "Ana"), ("destroy", "Ana")]
        assert asked.options[-1].action == PUT_BACK
        assert taps.moves == []
        choose(taps, DO)
        assert taps.moves == ["buy Ana apple#1"]

    def test_the_question_is_closed_by_setting_it_back_or_tapping_it_elsewhere(self) -> None:
        for zone, moves in (("shelf", []), ("seat-1", ["buy Ana apple#1"])):
            taps = shop().hear("apple#1", "shelf", "-").wait(10)
            assert question(taps).code == "lifted"
            assert taps.hear("apple#1", zone).moves == moves
            assert taps.player.questions == ()

    def test_a_piece_that_a_click_has_moved_may_be_lifted(self) -> None:
        taps = shop()
        taps.player.history.submit(Command(move="buy", by="Ana", card="apple#1"))
        taps.hear("apple#1", "shelf", "-").wait(20)
        assert taps.player.questions == ()

    def test_a_click_after_lifting_answers_too(self) -> None:
        taps = shop().hear("apple#1", "shelf", "-").wait(10)
        taps.player.history.submit(Command(move="buy", by="Ana", card="apple#1"))
        taps.wait(1)
        assert taps.player.questions == ()

    def test_lifting_off_a_tray_or_tap_point_says_nothing(self) -> None:
        taps = Taps().tap("bread#1", zone="seat-1").tap("coin-1")
        assert [each.code for each in taps.player.questions] == ["which"]
        taps.wait(20)
        assert [each.code for each in taps.player.questions] == ["which"]

    def test_two_lifted_pieces_do_not_mix(self) -> None:
        taps = shop().hear("apple#1", "shelf", "-").hear("pear#1", "shelf", "-").tap("pear#1", zone="seat-1").wait(20)
        assert taps.moves == ["buy Ana pear#1"]
        assert question(taps).args["card"] == "apple#1"


class TestPutBack:
    def bought(self) -> Taps:
        taps = shop().hear("apple#1", "shelf", "-").tap("apple#1", zone="seat-1")
        assert taps.moves == ["buy Ana apple#1"]
        return taps

    def test_a_piece_back_where_it_was_is_asked_about_as_a_take_back(self) -> None:
        taps = self.bought().hear("apple#1", "shelf")
        asked = question(taps)
        assert (asked.code, asked.args["n"]) == ("take-back-piece", 1)
        assert [each.action for each in asked.options] == [BACK, PUT_BACK]
        assert taps.moves == ["buy Ana apple#1"]
        taps.tap("verb-confirm")
        assert taps.moves == []
        assert taps.player.history.state.where["apple#1"] == "market"

    def test_no_leaves_the_match_as_it_is(self) -> None:
        taps = self.bought().hear("apple#1", "shelf").tap("verb-no")
        assert taps.moves == ["buy Ana apple#1"]
        assert taps.player.questions == ()

    def test_it_says_how_much_else_goes(self) -> None:
        taps = self.bought().tap("coin-5").tap("coin-1", zone="seat-2").hear("apple#1", "shelf")
        assert question(taps).args["n"] == 3

    def test_another_place_is_no_take_back(self) -> None:
        taps = self.bought().hear("apple#1", "heap")
        assert taps.player.questions == ()
        assert isinstance(taps.last, Ignored)
        assert taps.last.args["refusal"] == "not-for-sale"

    def test_at_the_tap_point_nobody_can_tell(self) -> None:
        taps = self.bought().tap("apple#1")
        assert taps.player.questions == ()


class TestTwoSteps:
    def greeting(self) -> Taps:
        taps = Taps()
        assert not isinstance(taps.player.history.submit(Command(move="greet", by="Ana")), Refused)
        return taps

    def test_the_only_pair_that_explains_a_tap_is_done(self) -> None:
        taps = self.greeting().tap("coin-5", zone="seat-1")
        assert taps.moves == ["greet Ana", "done Ana", "gain Ana coin-5"]

    def test_a_pair_never_answers_for_somebody_else_unasked(self) -> None:
        taps = self.greeting().tap("coin-5", zone="seat-2")
        assert taps.moves == ["greet Ana"]
        choose(taps, DO_BOTH)
        assert taps.moves == ["greet Ana", "done Ana", "gain Bo coin-5"]

    def test_several_pairs_are_one_question(self) -> None:
        taps = self.greeting().tap("bread#1")
        asked = question(taps)
        assert asked.code == "two-steps"
        assert [(o.first and o.first.move, o.command and o.command.move) for o in asked.options] == [
            ("done", "buy"),
            ("done", "eat"),
            (None, None),
        ]
        choose(taps, DO_BOTH)
        assert taps.moves == ["greet Ana", "done Ana", "buy Ana bread#1"]

    def test_a_pair_never_changes_the_turn_unasked(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2")
        asked = question(taps)
        assert [each.action for each in asked.options] == [PUT_BACK, DO_BOTH, FORCE, "ignore-tag"]
        assert taps.moves == []
        taps.tap("verb-end-turn")
        assert taps.moves == ["end-turn Ana", "buy Bo apple#1"]
        assert taps.player.questions == ()

    def test_confirm_still_means_that_it_happened(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2").tap("verb-confirm")
        assert taps.moves == ["buy Bo apple#1"]

    def test_what_no_pair_explains_is_as_before(self) -> None:
        assert isinstance(self.greeting().tap("chess:king").last, Ignored)
        assert self.greeting().tap("stone").moves == ["greet Ana"]


class TestTwoPlaces:
    def both(self) -> Taps:
        return Taps().hear("coin-5", "seat-1").hear("coin-5", "seat-2")

    def test_a_piece_on_two_readers_is_asked_about_and_changes_nothing(self) -> None:
        taps = self.both()
        assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert taps.player.questions == ()
        taps.wait(1)
        asked = question(taps)
        assert (asked.code, asked.args) == ("two-places", {"card": "coin-5#1", "zone": "seat-2", "other": "seat-1"})
        assert taps.wait(60).scores == {"Ana": 5, "Bo": 0, "Cy": 0}

    def test_a_reader_may_be_slow_to_let_go(self) -> None:
        taps = self.both().hear("coin-5", "seat-1", "-", gap=0.5)
        assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert question(taps).code == "carried"

    def test_leaving_the_first_reader_settles_it(self) -> None:
        taps = self.both().wait(5).hear("coin-5", "seat-1", "-")
        assert question(taps).code == "carried"
        choose(taps, INSTEAD)
        assert taps.scores == {"Ana": 0, "Bo": 5, "Cy": 0}

    def test_leaving_the_second_reader_settles_it_as_nothing(self) -> None:
        for seconds in (0.0, 5.0):
            taps = self.both().wait(seconds).hear("coin-5", "seat-2", "-").wait(5)
            assert taps.player.questions == ()
            assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
            assert codes(taps)[-1] == "two-places-left"

    def test_somebody_says_that_it_is_here(self) -> None:
        taps = self.both().wait(5)
        choose(taps, HERE)
        assert taps.scores == {"Ana": 5, "Bo": 5, "Cy": 0}
        assert taps.player.questions == ()

    def test_somebody_says_that_it_is_not(self) -> None:
        taps = self.both().wait(5)
        choose(taps, PUT_BACK)
        assert taps.wait(20).scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert taps.player.questions == ()

    def test_other_pieces_go_on_counting(self) -> None:
        taps = self.both().wait(5).tap("coin-1", zone="seat-2").tap("coin-1#2")
        assert taps.scores == {"Ana": 6, "Bo": 1, "Cy": 0}
        assert question(taps).code == "two-places"

    def test_where_it_comes_to_lie_later_is_no_doubt(self) -> None:
        """The host was away: all is heard at once."""
        taps = Taps()
        for each in (
            sighting(1, 1.0, "coin-5", "seat-1"), sighting(2, 2.0, "coin-5", "seat-1", "-"),
            sighting(3, 5.0, "coin-5", "seat-2"), sighting(4, 6.0, "coin-5", "seat-2", "-"),
            sighting(5, 9.0, "coin-5", "seat-1"),
        ):  # fmt: skip
            taps.player.listener.hear(each)
        assert taps.wait(60).scores == {"Ana": 10, "Bo": 5, "Cy": 0}
        assert taps.player.questions == ()

    def test_a_doubt_heard_late_is_one_all_the_same(self) -> None:
        taps = Taps()
        for each in (sighting(1, 1.0, "coin-5", "seat-1"), sighting(2, 2.0, "coin-5", "seat-2")):
            taps.player.listener.hear(each)
        assert taps.wait(60).scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert question(taps).code == "two-places"

    def test_what_another_board_tells_late_is_no_doubt_about_what_was_before(self) -> None:
        taps = Taps()
        taps.player.listener.hear(replace(sighting(1, 50.0, "coin-5", "seat-1"), device="b1"))
        taps.player.listener.hear(replace(sighting(2, 20.0, "coin-5", "seat-2"), device="b2"))
        taps.player.listener.hear(replace(sighting(3, 21.0, "coin-5", "seat-2", "-"), device="b2"))
        assert taps.wait(100).scores == {"Ana": 5, "Bo": 5, "Cy": 0}

    def test_what_the_board_did_not_find_lying_when_it_started_is_gone(self) -> None:
        taps = Taps().board("b", boot="old").hear("coin-5", "seat-1")
        taps.board("b", boot="new").hear("coin-5", "seat-2", gap=3.0).wait(5)
        assert taps.scores == {"Ana": 5, "Bo": 5, "Cy": 0}
        assert taps.player.questions == ()

    def test_such_a_stream_is_recorded_and_plays_back(self) -> None:
        stream: list[Sighting] = [
            sighting(1, 1.0, "coin-5", "seat-1"), sighting(2, 2.0, "coin-5", "seat-2"),
            sighting(3, 9.0, "coin-5", "seat-1", "-"),
        ]  # fmt: skip
        taps = Taps()
        taps.player.play(read_stream(write_stream(stream)))
        assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert question(taps).code == "carried"


class TestFlicker:
    def test_a_tag_lost_and_found_at_once_is_one_tap_and_says_so(self) -> None:
        taps = Taps().hear("coin-5").hear("coin-5", kind="-", gap=0.4).hear("coin-5", gap=0.1)
        assert taps.scores["Ana"] == 5
        assert codes(taps)[-1] == "flicker"

    def test_after_a_moment_it_is_another_tap(self) -> None:
        taps = Taps().hear("coin-5").hear("coin-5", kind="-", gap=0.4).hear("coin-5", gap=0.3)
        assert taps.scores["Ana"] == 10

    def test_elsewhere_it_is_no_flicker_and_asked_about(self) -> None:
        taps = Taps().hear("coin-5").hear("coin-5", kind="-", gap=0.4).hear("coin-5", "seat-2", gap=0.1)
        assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        assert question(taps).code == "carried"

    def test_what_lay_there_for_long_flickers_without_a_word(self) -> None:
        taps = Taps().hear("coin-5").wait(60)
        for _ in range(3):
            taps.hear("coin-5", kind="-").hear("coin-5", gap=0.1)
        assert taps.scores["Ana"] == 5
        assert codes(taps) == ["Submit"]


class TestSlots:
    def full(self) -> Taps:
        return Taps().hear("chess:king", "slot-1").hear("coin-5", "slot-1")

    def test_a_second_piece_on_a_slot_is_asked_about(self) -> None:
        taps = self.full()
        assert taps.player.questions == ()
        taps.wait(1)
        assert question(taps).code == "slot-full"
        assert taps.scores["Ana"] == 0

    def test_it_counts_once_the_first_has_left(self) -> None:
        for seconds in (0.0, 5.0):
            taps = self.full().wait(seconds).hear("chess:king", "slot-1", "-")
            assert taps.scores["Ana"] == 5
            assert taps.player.questions == ()

    def test_it_counts_when_somebody_says_so(self) -> None:
        taps = self.full().wait(5)
        choose(taps, HERE)
        assert taps.scores["Ana"] == 5

    def test_it_left_again(self) -> None:
        for seconds in (0.0, 5.0):
            taps = self.full().wait(seconds).hear("coin-5", "slot-1", "-").wait(5)
            assert taps.scores["Ana"] == 0
            assert codes(taps)[-1] == "slot-full-left"
            assert taps.player.questions == ()

    def test_words_may_be_tapped_there(self) -> None:
        taps = Taps().hear("chess:king", "slot-1").tap("seat-2", zone="slot-1").tap("coin-1")
        assert taps.scores["Bo"] == 1

    def test_other_readers_may_hold_several(self) -> None:
        taps = Taps().hear("coin-5", "seat-1").hear("coin-1", "seat-1")
        assert taps.scores["Ana"] == 6
