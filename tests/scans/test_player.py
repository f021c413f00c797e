"""Scans of a play and of a recorded stream, by their own clock."""

from __future__ import annotations

import pytest

from lairkeeper.core.command import Command
from lairkeeper.scans import AskTable, PlayScanner, StreamPlayer
from lairkeeper.scans.explain import ON_THE_WAY
from lairkeeper.scans.question import BACK, DO

from .taps import Taps, match, sighting


class TestPace:
    @pytest.mark.parametrize(
        ("scans", "now"),
        [
            ((("tap", "coin-1#1"),), 1.5),
            ((("tap", "coin-1#1"), ("tap", "coin-1#1")), 3.0),
            ((("tap", "coin-1#1"), ("seat-2", "coin-1#2")), 3.0),
            ((("tap", "coin-1#1"), ("seat-2", "coin-1#1")), 5.0),  # no longer on its way
            ((("tap", "coin-1#1"), ("seat-2", "coin-1#1"), ("seat-2", "coin-1#1")), 6.5),
        ],
    )
    def test_a_scan_is_made_a_second_after_the_last_has_settled(
        self, scans: tuple[tuple[str, str], ...], now: float
    ) -> None:
        scanner = PlayScanner(match())
        for each in scans:
            scanner.scan(*each)
        assert scanner.player.now == now

    def test_what_has_run_out_by_then_comes_before_it(self) -> None:
        """An apple is lifted off the market at 1 s and asked about at 9 s, when "no" is tapped."""
        scanner = PlayScanner(match())
        for reader, piece in (("market", "apple#1"), ("tap", "coin-1#1"), ("seat-2", "coin-1#1"), ("tap", "coin-1#2")):
            scanner.scan(reader, piece)
        assert (scanner.player.now, scanner.player.questions) == (8.0, ())
        scanner.scan("tap", "verb-no#1")
        assert [each.question.code for each in scanner.player.verdicts if isinstance(each, AskTable)] == ["lifted"]
        assert scanner.player.questions == ()


class TestClock:
    def test_time_never_runs_back(self) -> None:
        player = StreamPlayer(match())
        player.until(10.0)
        player.until(5.0)
        assert player.now == 10.0

    def test_the_end_of_a_stream_is_not_the_end_of_time(self) -> None:
        player = StreamPlayer(match())
        player.play([sighting(1, 1.0, "seat-2")])
        assert player.now == 9.0 + ON_THE_WAY

    def test_a_deadline_is_kept_when_its_time_has_come(self) -> None:
        player = StreamPlayer(match())
        player.listener.hear(sighting(1, 1.0, "seat-2"))
        player.until(8.9 + ON_THE_WAY)
        assert player.verdicts == []
        player.until(9.0 + ON_THE_WAY)
        assert len(player.verdicts) == 1

    def test_what_runs_out_in_a_stream_comes_before_what_is_heard_next(self) -> None:
        """An apple is lifted off the shelf at 2 s and asked about at 10 s; "no" is tapped at 11 s."""
        player = StreamPlayer(match(), {"shelf": "market"})
        lifted = (sighting(1, 1.0, "apple#1", "shelf"), sighting(2, 2.0, "apple#1", "shelf", "-"))
        player.play([*lifted, sighting(3, 11.0, "verb-no")])
        assert [each.question.code for each in player.verdicts if isinstance(each, AskTable)] == ["lifted"]
        assert player.questions == ()


class TestAnswers:
    def test_an_answer_puts_the_other_questions_anew(self) -> None:
        taps = Taps().tap("bread#1").tap("bread#1", zone="seat-1", gap=3.0)
        first, second = taps.player.questions
        taps.player.choose(first, 0)
        assert (taps.moves, taps.player.questions) == (["buy Ana bread#1"], ())
        assert getattr(taps.player.verdicts[-1], "rows", None) == second.rows
        assert taps.player.listener.sighting(second.rows[0]) is None

    def test_a_piece_put_back_takes_back_all_since(self) -> None:
        taps = Taps(zones={"shelf": "market"}).tap("apple#1").tap("coin-5").hear("apple#1", "shelf")
        (question,) = taps.player.questions
        taps.player.choose(question, next(n for n, each in enumerate(question.options) if each.action == BACK))
        assert (taps.moves, taps.player.questions) == ([], ())
        assert [line.card for line in taps.player.todo] == ["apple#1", "coin-5"]

    def test_what_cannot_be_done_any_more_leaves_its_question_open(self) -> None:
        taps = Taps().tap("bread#1")
        (question,) = taps.player.questions
        taps.player.history.submit(Command(move="destroy", by="Ana", card="bread#1"))
        at = next(n for n, each in enumerate(question.options) if each.action == DO)
        taps.player._answer(question, at)
        assert taps.player.questions == (question,)

    def test_what_is_played_on_comes_off_the_list(self) -> None:
        taps = Taps().tap("apple#1").tap("verb-undo")
        assert [line.card for line in taps.player.todo] == ["apple#1"]
        taps.tap("verb-buy", "apple#1")
        assert taps.player.todo == ()

    def test_a_tick_takes_one_off_the_list(self) -> None:
        taps = Taps().tap("coin-5", "coin-5#2").tap("verb-undo").tap("verb-undo", gap=3.0)
        assert [line.n for line in taps.player.todo] == [2]
        taps.tap("coin-5")
        assert [line.n for line in taps.player.todo] == [1]
        assert taps.moves == []

    def test_once_the_match_has_gone_on_a_tick_is_asked_about(self) -> None:
        taps = Taps().tap("coin-5").tap("verb-undo").tap("coin-1", "coin-5")
        assert [each.code for each in taps.player.questions] == ["tick-or-move"]
        assert [each.action for each in taps.player.questions[0].options] == ["tick", "do", "put-back"]
