"""The fate of an open question when the match goes on, or is taken back, before it is answered."""

from __future__ import annotations

from lairkeeper.scans import Question

from .taps import Taps


def out_of_turn() -> Taps:
    """Bo takes an apple at the tap reader while it is Ana's turn."""
    taps = Taps().tap("seat-2", "apple#1")
    assert (only(taps).code, only(taps).refusal, only(taps).passed) == ("refused", "out-of-turn", False)
    return taps


def played_past() -> Taps:
    """Do the same, then let Ana play on and end her turn.

    She plays a token, which would else have answered the question.
    """
    return out_of_turn().tap("coin-5").tap("verb-end-turn")


def only(taps: Taps) -> Question:
    (question,) = taps.player.questions
    return question


class TestPlayedPast:
    def test_a_question_that_was_played_past_stays_but_tokens_mean_the_game_again(self) -> None:
        taps = out_of_turn().tap("coin-5")
        assert only(taps).passed
        taps.tap("verb-end-turn")
        assert taps.moves == ["gain Ana coin-5", "end-turn Ana"]

    def test_at_its_own_tray_tokens_still_answer_it(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2").tap("coin-5")
        assert only(taps).passed
        taps.tap("verb-confirm", zone="seat-2")
        assert taps.moves == ["gain Ana coin-5", "buy Bo apple#1"]
        assert taps.player.questions == ()

    def test_a_question_about_a_tag_does_not_hang_on_the_match(self) -> None:
        taps = Taps().tap("?04FFFF").tap("coin-5")
        assert not only(taps).passed


class TestPutAnew:
    def test_what_has_become_legal_is_asked_and_never_done_by_itself(self) -> None:
        taps = played_past()
        question = only(taps)
        assert (question.code, question.refusal, question.passed) == ("possible", None, False)
        assert [option.action for option in question.options] == ["do", "put-back"]
        assert taps.moves == ["gain Ana coin-5", "end-turn Ana"]
        assert taps.tap("verb-confirm").moves == ["gain Ana coin-5", "end-turn Ana", "buy Bo apple#1"]

    def test_it_comes_to_the_front_once(self) -> None:
        taps = played_past().tap("coin-5")
        assert (only(taps).code, only(taps).passed) == ("possible", True)

    def test_an_undo_puts_the_old_reason_back(self) -> None:
        taps = played_past().tap("verb-undo")
        assert (only(taps).code, only(taps).refusal, only(taps).passed) == ("refused", "out-of-turn", True)

    def test_what_nobody_can_do_any_more_is_no_question(self) -> None:
        taps = Taps().tap("bread#1").tap("verb-buy", "bread#1")
        assert taps.moves == ["buy Ana bread#1"]
        assert taps.player.questions == ()
