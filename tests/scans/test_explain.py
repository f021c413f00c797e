"""From taps to one command, a question or nothing, on a game that has every kind of move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.result import Accepted
from lairkeeper.scans import AskTable, Ignored, Question
from lairkeeper.scans.explain import ON_THE_WAY

from .taps import SEATS, Taps, sighting


def nothing(taps: Taps) -> Ignored:
    assert isinstance(taps.last, Ignored), taps.last
    return taps.last


def asked(taps: Taps) -> Question:
    assert isinstance(taps.last, AskTable), taps.last
    (question,) = taps.player.questions
    return question


def choices(question: Question) -> list[tuple[str, str | None, str | None]]:
    return [(o.code, o.command and o.command.move, o.command and o.command.by) for o in question.options]


class TestWhoActs:
    def test_a_bare_tap_is_the_active_seats(self) -> None:
        taps = Taps().tap("coin-5").tap("verb-end-turn").tap("coin-1")
        assert taps.moves == ["gain Ana coin-5", "end-turn Ana", "gain Bo coin-1"]

    def test_a_tap_on_a_tray_is_its_owners(self) -> None:
        assert Taps().tap("coin-5", zone="seat-2").scores == {"Ana": 0, "Bo": 5, "Cy": 0}

    def test_a_seat_token_first_says_who(self) -> None:
        taps = Taps().tap("seat-3", "coin-1").tap("coin-5")
        assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 1}

    def test_ones_own_seat_token_on_ones_tray_changes_nothing(self) -> None:
        assert Taps().tap("seat-2", "coin-1", zone="seat-2").moves == ["gain Bo coin-1"]

    def test_two_seats_and_an_amount_are_a_theft(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-2").tap("seat-3", "seat-2", "coin-1")
        assert taps.moves[-1] == "steal Cy coin-1 Bo"
        assert taps.scores == {"Ana": 0, "Bo": 4, "Cy": 1}

    def test_a_foes_token_on_ones_tray_is_a_theft(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-2").tap("seat-2", "coin-1", zone="seat-1")
        assert taps.moves[-1] == "steal Ana coin-1 Bo"

    def test_a_theft_from_an_empty_purse_is_not_turned_into_a_gain(self) -> None:
        taps = Taps().tap("seat-2", "coin-1", zone="seat-1")
        assert nothing(taps).code == "refused"
        assert nothing(taps).args["refusal"] == "empty-purse"
        assert taps.moves == []


class TestVerbs:
    def test_losing_wants_its_verb(self) -> None:
        taps = Taps().tap("coin-5").tap("verb-discard", "coin-1")
        assert taps.moves == ["gain Ana coin-5", "lose Ana coin-1"]

    def test_a_piece_that_only_loses_needs_none(self) -> None:
        taps = Taps().tap("coin-5").tap("minus-1")
        assert taps.moves[-1] == "lose Ana minus-1"

    def test_amount_tokens(self) -> None:
        assert Taps().tap("plus-1", "plus-5", "plus-1").scores["Ana"] == 7

    def test_seat_and_verb_in_either_order(self) -> None:
        for words in (("seat-2", "verb-discard"), ("verb-discard", "seat-2")):
            taps = Taps().tap("coin-5", zone="seat-2").tap(*words, "coin-1")
            assert taps.moves[-1] == "lose Bo coin-1"

    def test_a_verb_is_armed_for_one_sentence(self) -> None:
        taps = Taps().tap("coin-5", "verb-discard", "coin-1", "coin-1")
        assert taps.scores["Ana"] == 5

    def test_a_second_verb_replaces_the_first(self) -> None:
        assert Taps().tap("verb-destroy", "verb-buy", "apple#1").moves == ["buy Ana apple#1"]

    def test_a_verb_that_fits_nothing_is_said_at_once(self) -> None:
        taps = Taps().tap("verb-defend")
        assert (nothing(taps).code, nothing(taps).refused) == ("verb-no-use", True)
        assert taps.player.listener.armed == ()

    def test_a_verb_that_fits_nothing_names_who_is_waited_for(self) -> None:
        taps = Taps()
        assert isinstance(taps.player.history.submit(Command(move="greet", by="Ana")), Accepted)
        taps.tap("verb-end-turn")
        assert (nothing(taps).code, nothing(taps).args["seats"]) == ("verb-waits", ["Ana"])
        assert taps.moves == ["greet Ana"]

    def test_a_verb_with_a_piece_it_does_not_take_does_nothing(self) -> None:
        taps = Taps().tap("verb-destroy", "coin-5")
        assert (nothing(taps).code, nothing(taps).args["cards"]) == ("no-reading", ["verb-destroy#1", "coin-5#1"])
        assert taps.scores["Ana"] == 0

    def test_words_disarm_after_eight_seconds(self) -> None:
        taps = Taps().tap("seat-3")
        (armed,) = taps.player.listener.armed
        assert (armed.words, armed.zone, round(armed.until, 3)) == (("seat-3#1",), "tap", 9.0)
        taps.wait(7.9 + ON_THE_WAY)
        assert nothing(taps).code == "words-expired"
        assert taps.player.listener.armed == ()
        assert taps.tap("coin-1").scores == {"Ana": 1, "Bo": 0, "Cy": 0}

    def test_each_word_starts_the_eight_seconds_anew(self) -> None:
        taps = Taps().tap("seat-3").wait(5).tap("seat-2").wait(5).tap("coin-1")
        assert nothing(taps).code == "refused"

    @pytest.mark.parametrize(
        ("tapped", "heard", "who"),
        [
            (10.0, 10.0, "Cy"),  # tapped after the word had been shown
            (16.7, 16.7, "Cy"),
            (16.9, 16.9, "Ana"),  # shown for eight seconds
            (8.7, 20.0, "Cy"),  # tapped before anybody could know, within eight seconds
            (9.1, 20.0, "Ana"),  # and after them
        ],
    )
    def test_words_that_were_held_up_keep_their_eight_seconds(self, tapped: float, heard: float, who: str) -> None:
        """The disk, the cable or another program: a seat token at 1.0 was heard at 8.8 only, or with what followed."""
        taps = Taps()
        seat = replace(sighting(1, 1.0, "seat-3"), heard=8.8 if heard == tapped else heard)
        coin = replace(sighting(2, tapped, "coin-1"), heard=heard)
        for each in (seat, coin):
            assert each.heard is not None
            taps.player.until(each.heard)
            taps.player.listener.hear(each)
        taps.player.until(heard + 20)
        assert taps.scores == {**dict.fromkeys(SEATS, 0), who: 1}

    @pytest.mark.parametrize(
        ("tapped", "heard", "who"),
        [
            (8.5, 9.8, "Cy"),  # in time, and sent again over a noisy line
            (9.3, 9.8, "Ana"),  # too late, however soon it arrives
            (8.5, 11.0, "Ana"),  # the screen has said meanwhile that the seat has expired
        ],
    )
    def test_a_tap_in_time_that_arrives_late_counts_with_its_word(self, tapped: float, heard: float, who: str) -> None:
        """World of seed 663771000: Gain had expired when the card arrived, and the card counted as something else."""
        taps = Taps()
        for at, each in ((1.0, sighting(1, 1.0, "seat-3")), (heard, sighting(2, tapped, "coin-1"))):
            taps.player.until(at)
            taps.player.listener.hear(replace(each, heard=at))
        taps.player.until(heard + 20)
        assert taps.scores == {**dict.fromkeys(SEATS, 0), who: 1}

    def test_no_disarms(self) -> None:
        taps = Taps().tap("seat-3", "verb-no")
        assert nothing(taps).code == "words-dropped"
        assert taps.tap("coin-1").scores["Ana"] == 1

    def test_undo_is_a_sentence_of_its_own_and_leaves_words_armed(self) -> None:
        taps = Taps().tap("coin-5", "seat-2", "verb-undo", "coin-1")
        assert taps.scores == {"Ana": 0, "Bo": 1, "Cy": 0}

    def test_nothing_to_undo(self) -> None:
        assert nothing(Taps().tap("verb-undo")).code == "nothing-to-undo"

    def test_the_button_of_a_board_is_its_token(self) -> None:
        taps = Taps().tap("coin-1").hear("verb-end-turn", zone="", kind="b")
        assert taps.moves == ["gain Ana coin-1", "end-turn Ana"]


class TestSearch:
    def test_a_bare_tap_never_means_what_wants_its_verb(self) -> None:
        assert Taps().tap("apple#2").moves == ["buy Ana apple#2"]

    def test_with_its_verb_it_does(self) -> None:
        assert Taps().tap("verb-destroy", "apple#2").moves == ["destroy Ana apple#2"]

    def test_several_readings_are_asked_and_never_chosen_by_waiting(self) -> None:
        taps = Taps().tap("bread#1")
        assert choices(asked(taps)) == [("do", "buy", "Ana"), ("do", "eat", "Ana"), ("put-back", None, None)]
        taps.wait(600)
        assert taps.moves == []
        assert len(taps.player.questions) == 1

    def test_no_closes_the_question(self) -> None:
        taps = Taps().tap("bread#1").tap("verb-no")
        assert taps.player.questions == ()
        assert taps.moves == []

    def test_confirm_chooses_nothing_where_there_are_several(self) -> None:
        taps = Taps().tap("bread#1").tap("verb-confirm")
        assert nothing(taps).code == "choose-first"
        assert len(taps.player.questions) == 1

    def test_a_question_of_one_tray_is_not_answered_on_another(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2").tap("verb-confirm", zone="seat-3")
        assert nothing(taps).code == "verb-no-use"
        assert taps.moves == []
        taps.tap("verb-confirm", zone="seat-2")
        assert taps.moves == ["buy Bo apple#1"]

    def test_a_forbidden_move_that_the_table_may_insist_on_is_asked(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2")
        question = asked(taps)
        assert (question.code, question.refusal, question.args["seat"]) == ("refused", "out-of-turn", "Bo")
        assert [o.action for o in question.options] == ["put-back", "do-both", "force", "ignore-tag"]
        taps.tap("verb-confirm")
        assert taps.moves == ["buy Bo apple#1"]
        assert taps.player.history.live[-1].command is not None
        assert taps.player.history.live[-1].command.force == "it-happened"

    def test_a_forbidden_move_that_nobody_can_insist_on_is_explained(self) -> None:
        taps = Taps().tap("apple#1").tap("apple#1")
        assert (nothing(taps).code, nothing(taps).args["refusal"]) == ("refused", "not-for-sale")
        assert taps.moves == ["buy Ana apple#1"]

    def test_a_card_waits_for_its_target(self) -> None:
        taps = Taps().tap("stone")
        assert taps.player.listener.armed[0].words == ("stone#1",)
        assert taps.tap("seat-3").moves == ["throw Ana stone Cy"]

    def test_a_target_first_does_as_well(self) -> None:
        assert Taps().tap("seat-3", "seat-2", "stone").moves == ["throw Cy stone Bo"]

    def test_a_missing_target_is_asked_after_a_while(self) -> None:
        taps = Taps().tap("stone").wait(8.1)
        assert [each.words for each in taps.player.listener.armed] == [("stone#1",)], "it waits until it is asked about"
        taps.wait(ON_THE_WAY)
        assert [o.command.target for o in asked(taps).options if o.command] == ["Bo", "Cy"]
        assert taps.tap("seat-3").moves == ["throw Ana stone Cy"]
        assert taps.player.questions == ()

    def test_a_piece_that_cannot_be_the_target_begins_anew(self) -> None:
        taps = Taps().tap("stone", "coin-1")
        assert taps.moves == ["gain Ana coin-1"]
        assert [question.code for question in taps.player.questions] == ["which"]

    def test_the_only_possible_target_needs_no_tap(self) -> None:
        assert Taps(seats=("Ana", "Bo")).tap("stone").moves == ["throw Ana stone Bo"]

    def test_a_seat_token_answers_the_open_question_of_the_game(self) -> None:
        taps = Taps().tap("verb-play").tap("seat-2")
        assert taps.moves == ["play Ana", "answer Ana Bo"]
        assert taps.scores["Bo"] == 2

    def test_a_piece_that_no_move_takes_now(self) -> None:
        taps = Taps().tap("verb-play").tap("coin-1")
        assert (nothing(taps).code, nothing(taps).refused) == ("no-use", False)


class TestStrangers:
    def test_an_unknown_tag_is_asked_about_and_scores_nothing(self) -> None:
        taps = Taps().tap("?04FFFF")
        question = asked(taps)
        assert (question.code, question.uid) == ("unknown-tag", "04FFFF")
        assert [o.action for o in question.options] == ["enrol", "put-back", "ignore-tag"]
        assert taps.moves == []

    def test_an_unknown_tag_leaves_armed_words_armed(self) -> None:
        assert Taps().tap("seat-2", "?04FFFF", "coin-1").moves == ["gain Bo coin-1"]

    def test_a_phone_is_told_apart(self) -> None:
        taps = Taps().tap("!08112233")
        assert (nothing(taps).code, nothing(taps).refused) == ("foreign-tag", True)

    def test_a_piece_of_another_game(self) -> None:
        taps = Taps().tap("chess:king")
        assert (nothing(taps).code, nothing(taps).args["game"]) == ("other-game", "chess")

    def test_a_seat_that_nobody_sits_at(self) -> None:
        assert nothing(Taps().tap("seat-4")).code == "empty-seat"
        assert nothing(Taps().tap("coin-1", zone="seat-4")).code == "empty-seat"

    def test_a_reader_that_is_switched_off(self) -> None:
        taps = Taps(zones={"tap": "off"}).tap("coin-1")
        assert (nothing(taps).code, nothing(taps).refused) == ("reader-off", False)

    def test_a_reader_by_another_name(self) -> None:
        assert Taps(zones={"a": "seat-3"}).tap("coin-1", zone="a").scores["Cy"] == 1

    def test_a_reader_that_the_map_does_not_name_is_a_place_of_the_game(self) -> None:
        assert Taps().tap("coin-1", zone="slot-1").scores["Ana"] == 1


class TestRepeats:
    def test_a_tag_that_lies_there_is_one_tap(self) -> None:
        taps = Taps().hear("coin-1").hear("coin-1").hear("coin-1", kind="t")
        assert taps.scores["Ana"] == 1
        assert nothing(taps).code == "already-there"

    def test_taken_away_and_put_down_again_is_two(self) -> None:
        assert Taps().tap("coin-1", "coin-1").scores["Ana"] == 2

    def test_the_same_tag_on_another_reader_two_seconds_later_is_another_tap(self) -> None:
        taps = Taps().tap("coin-1", zone="seat-1").tap("coin-1", zone="seat-2", gap=2.0)
        assert taps.scores == {"Ana": 1, "Bo": 1, "Cy": 0}

    def test_one_question_per_tag_and_place(self) -> None:
        taps = Taps().tap("bread#1").tap("bread#1")
        assert nothing(taps).code == "asked-already"
        assert len(taps.player.questions) == 1

    def test_after_no_the_same_tag_is_left_alone_for_five_seconds(self) -> None:
        taps = Taps().tap("bread#1").tap("verb-no").tap("bread#1")
        assert taps.player.questions == ()
        taps.wait(5).tap("bread#1")
        assert len(taps.player.questions) == 1

    @pytest.mark.parametrize("then", [("coin-1", "verb-end-turn"), ("coin-1",)])
    def test_what_is_tapped_again_after_play_has_gone_on_is_no_repetition(self, then: tuple[str, ...]) -> None:
        taps = Taps().tap("bread#1").tap("verb-no", *then, "bread#1", gap=0.5)
        assert [question.code for question in taps.player.questions] == ["which"]

    def test_another_sentence_with_the_same_piece_is_no_repetition(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2").tap("verb-no", zone="seat-2")
        assert taps.tap("verb-destroy", "apple#1", zone="seat-2").tap("verb-confirm", zone="seat-2").moves == [
            "destroy Bo apple#1"
        ]

    def test_a_stranger_is_left_alone_for_five_seconds_however_play_goes_on(self) -> None:
        taps = Taps().tap("?0408").tap("verb-no", "coin-1", "?0408", gap=0.5)
        assert nothing(taps).code == "asked-already"

    def test_a_snapshot_forgets_what_left_unseen(self) -> None:
        taps = Taps().hear("coin-1")
        taps.player.listener.presence.snapshot("b", "tap", [])
        assert taps.hear("coin-1").scores["Ana"] == 2

    def test_a_snapshot_scores_nothing(self) -> None:
        taps = Taps()
        taps.player.listener.presence.snapshot("b", "tap", ["04" + b"coin-1".hex().upper()])
        assert taps.hear("coin-1").scores["Ana"] == 0

    def test_a_board_that_restarts_finds_what_lay_there(self) -> None:
        taps = Taps().hear("coin-1")
        taps.board("b", boot="2", lying=True).hear("coin-1")
        assert taps.scores["Ana"] == 1

    def test_a_tag_that_came_back_during_the_restart_is_a_new_tap(self) -> None:
        taps = Taps().hear("coin-1")
        taps.board("b", boot="2").hear("coin-1")
        assert taps.scores["Ana"] == 2

    def test_a_tag_laid_down_while_the_board_was_off_is_a_tap(self) -> None:
        assert Taps().board("b", boot="2", lying=True).hear("coin-1").scores["Ana"] == 1

    def test_after_collapsed_events_a_tag_that_comes_is_new(self) -> None:
        taps = Taps().hear("coin-1").hear("coin-1", kind="x").hear("coin-1")
        assert taps.scores["Ana"] == 2


class TestSecondBoard:
    def test_its_scans_wait_until_somebody_says_that_it_counts(self) -> None:
        taps = Taps()
        taps.player.boards = {"tap": ("b",)}
        taps.board("other").tap("coin-5")
        question = asked(taps)
        assert (question.code, question.args["device"]) == ("second-board", "other")
        assert [option.code for option in question.options] == ["use-board", "put-back"]
        assert taps.moves == []
        taps.player.boards = {"tap": ("b", "other")}
        taps.player.listener.release(question.id)
        assert taps.wait(1).moves == ["gain Ana coin-5"]
        assert taps.player.questions == ()

    def test_its_readers_with_other_names_count_at_once(self) -> None:
        taps = Taps()
        taps.player.boards = {"tap": ("b",)}
        assert taps.board("other").tap("coin-5", zone="seat-2").scores["Bo"] == 5
