"""A tag seen at one reader and then at another: on its way, tapped twice, or a word that passes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Accepted
from lairkeeper.games import get_game
from lairkeeper.scans import AskTable, Ignored, Presence, Question, Sighting, StreamPlayer, Submit, explain
from lairkeeper.scans.carried import Carried, _same
from lairkeeper.scans.question import ALSO, FIRST_ONLY, INSTEAD

from .taps import Taps, sighting


def question(taps: Taps) -> Question:
    (found,) = taps.player.questions
    return found


def answers(taps: Taps) -> list[str]:
    assert question(taps).code == "carried"
    return [option.action for option in question(taps).options]


def click(taps: Taps, move: str, by: str = "Ana", **what: Any) -> None:
    assert isinstance(taps.player.history.submit(Command(move=move, by=by, **what)), Accepted)


class TestOnItsWay:
    @pytest.mark.parametrize(
        ("left", "seen", "passing", "on"),
        [
            (10.5, 12.5, False, True),  # two seconds from leaving to coming
            (10.5, 12.625, False, False),
            (13.0, 14.0, False, True),  # however long it lay there
            (None, 12.0, False, True),  # still there, as far as its reader knows
            (None, 12.125, False, False),
            (11.0, 11.5, True, True),  # a second from coming to leaving takes it past
            (11.125, 11.5, True, False),
            (None, 10.0, False, True),
            (None, 9.875, False, False),
        ],
    )
    def test_by_the_time_it_takes(self, left: float | None, seen: float, passing: bool, on: bool) -> None:
        presence = Presence()
        first = sighting(1, 10.0, "coin-5", "seat-1")
        presence.see(first)
        if left is not None:
            presence.see(sighting(2, left, "coin-5", "seat-1", "-"))
        second = sighting(3, seen, "coin-5", "seat-2")
        assert Carried(presence).on_its_way(first, second, passing=passing) is on

    @pytest.mark.parametrize(
        ("uid", "other", "device", "zone", "on"),
        [
            ("04A1", "04A1", "b", "seat-2", True),
            ("04A1", "04A1", "c", "seat-1", True),
            ("04A1", "04A1", "b", "seat-1", False),
            ("04A1", "04A2", "b", "seat-2", False),
            ("", "", "b", "seat-2", False),
        ],
    )
    def test_one_tag_at_two_readers(self, uid: str, other: str, device: str, zone: str, on: bool) -> None:
        first = replace(sighting(1, 10.0, "coin-5", "seat-1"), uid=uid)
        second = replace(sighting(2, 11.0, "coin-5", zone), uid=other, device=device)
        assert Carried(Presence()).on_its_way(first, second) is on


class TestAsked:
    def test_what_it_would_have_meant_here_comes_first(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1").tap("coin-5", zone="seat-2")
        assert answers(taps) == [INSTEAD, ALSO, FIRST_ONLY]
        first, second, _ = question(taps).options
        assert (first.args["n"], first.args["records"]) == (1, 2)
        assert first.command == second.command == Command(move="gain", by="Bo", card="coin-5")
        assert question(taps).args == {"card": "coin-5#1", "zone": "seat-2", "other": "seat-1"}
        assert (question(taps).channel, question(taps).uid) == ("seat-2", "04" + b"coin-5".hex().upper())

    def test_only_the_last_thing_can_be_taken_back(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1").tap("coin-1", zone="seat-3", gap=0.2)
        assert answers(taps.tap("coin-5", zone="seat-2", gap=0.2)) == [ALSO, FIRST_ONLY]

    def test_the_same_again_is_not_taken_back_for_itself(self) -> None:
        """The tap point and the tray of whose turn it is mean the same."""
        assert answers(Taps().tap("coin-5").tap("coin-5", zone="seat-1")) == [ALSO, FIRST_ONLY]

    def test_what_has_shown_something_cannot_be_taken_back(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(History, "reveals", lambda history, n=1: True)
        taps = Taps().tap("coin-5", zone="seat-1").tap("coin-5", zone="seat-2")
        assert answers(taps) == [ALSO, FIRST_ONLY]

    def test_a_piece_that_was_only_put_right_has_nothing_to_take_back(self) -> None:
        taps = Taps().tap("coin-5").tap("verb-undo").tap("coin-5")
        assert (taps.moves, taps.player.todo) == ([], ())
        assert answers(taps.tap("coin-5", zone="seat-2")) == [ALSO, FIRST_ONLY]

    def test_a_piece_that_was_missing_here_before_it_counted_there(self) -> None:
        """Bo lost five by mistake. What lies on his tray might put that right; instead of Ana's gain it is a move."""
        taps = Taps().tap("coin-5", zone="seat-2").tap("seat-2", "verb-discard", "coin-5#2").tap("verb-undo")
        assert [line.target for line in taps.player.todo] == ["Bo"]
        taps.tap("coin-5#3", zone="seat-1").tap("coin-5#3", zone="seat-2")
        assert answers(taps) == [INSTEAD, FIRST_ONLY]

    def test_it_is_read_as_if_nobody_had_to_ask_whose_turn_it_is(self) -> None:
        """Ana buys a Kick, or it was only on its way to Bo, who gains it: his tray alone would be asked about."""
        row = ("catwoman#1", "amanda-waller#1", "element-woman#1", "dr-light#1", "pandora#1")
        header = Header("forever-evil", ("Ana", "Bo", "Cy"), "deck", {}, {"line-up": list(row)})
        history = History.start(get_game("forever-evil"), header)
        assert isinstance(history, History)
        taps = Taps()
        taps.player = StreamPlayer(history)
        taps.tap("forever-evil:kick#1", zone="seat-1").tap("forever-evil:kick#1", zone="seat-2")
        assert answers(taps)[0] == INSTEAD
        assert question(taps).options[0].command == Command(move="gain", by="Bo", card="kick#1")

    def test_what_comes_to_nothing_here_is_said_and_not_asked(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1")
        click(taps, "play")
        taps.tap("coin-5", zone="seat-2")
        assert (taps.player.questions, getattr(taps.last, "code", None)) == ((), "no-use")


class TestTwoCommands:
    """One of the two alone is not what was meant."""

    DONE = Command(move="done", by="Ana")

    def gain(self, seat: str) -> Command:
        return Command(move="gain", by=seat, card="coin-5")

    def judged(self, taps: Taps, seen: Sighting, *commands: Command) -> list[str]:
        """Return the answers when this is what a tap comes to."""
        carried = taps.player.listener._carried
        verdict = carried.judged(taps.player.context(), Submit(commands, (seen.row,)), (seen,), seen.at)
        assert isinstance(verdict, AskTable)
        return [option.action for option in verdict.question.options]

    def test_done_here(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1")
        seen = sighting(9, taps.player.now + 0.5, "coin-5", "seat-2")
        assert self.judged(taps, seen, self.gain("Bo")) == [INSTEAD, ALSO, FIRST_ONLY]
        assert self.judged(taps, seen, self.DONE, self.gain("Bo")) == [INSTEAD, ALSO, FIRST_ONLY]

    @pytest.mark.parametrize(("answer", "ana"), [(ALSO, 5), (FIRST_ONLY, 0)])
    def test_a_token_that_ends_something_at_the_second_reader_does_not_count_twice_in_silence(
        self, answer: str, ana: int
    ) -> None:
        taps = Taps().tap("coin-5", zone="seat-2")
        click(taps, "greet", by="Ana")
        taps.tap("coin-5", zone="seat-1")
        assert taps.scores == {"Ana": 0, "Bo": 5, "Cy": 0}
        (question,) = taps.player.questions
        at = next(at for at, option in enumerate(question.options) if option.action == answer)
        taps.player.choose(question, at)
        assert taps.scores == {"Ana": ana, "Bo": 5, "Cy": 0}

    def test_meant_here(self) -> None:
        taps = Taps()
        click(taps, "greet")
        prompt = taps.player.history.state.prompt
        assert prompt is not None
        done = replace(self.DONE, prompt=prompt.id)
        first, second = sighting(1, 1.0, "coin-5", "seat-2"), sighting(2, 2.0, "coin-5", "seat-1")
        context = taps.player.context()
        assert explain(context, (second,), 9.0) == Submit((done, self.gain("Ana")), (2,))
        taps.player.listener._carried.note(context, Submit((done, self.gain("Bo")), (1,)), {1: first})
        click(taps, "done", prompt=prompt.id)
        click(taps, "gain", by="Bo", card="coin-5")
        assert self.judged(taps, second, self.gain("Ana")) == [ALSO, FIRST_ONLY]


def test_without_a_log_there_is_nothing_to_take_back() -> None:
    taps = Taps().tap("coin-5", zone="seat-1")
    context = replace(taps.player.context(), history=None)
    seen = sighting(9, taps.player.now + 0.5, "coin-5", "seat-2")
    verdict = taps.player.listener._carried.judged(context, explain(context, (seen,), 9.0), (seen,), 9.0)
    assert isinstance(verdict, AskTable)
    assert [option.action for option in verdict.question.options] == [ALSO, FIRST_ONLY]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"by": "Ana", "prompt": 3}, {"by": "Ana"}, True),
        ({"by": "Ana"}, {"by": "Ana", "prompt": 3}, True),
        ({"by": "Ana"}, {"by": "Bo"}, False),
    ],
)
def test_which_question_is_answered_makes_no_other_command(
    one: dict[str, Any], other: dict[str, Any], same: bool
) -> None:
    assert _same([Command(move="gain", **one)], [Command(move="gain", **other)]) is same


class TestOtherTaps:
    def test_words_before_it_make_it_one(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1").tap("seat-2", "coin-5", gap=0.2)
        assert taps.scores == {"Ana": 5, "Bo": 5, "Cy": 0}

    def test_what_was_taken_back_counts_anew(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1").tap("verb-undo", gap=0.2).tap("coin-5", zone="seat-2", gap=0.2)
        assert taps.scores == {"Ana": 0, "Bo": 5, "Cy": 0}
        assert taps.player.questions == ()

    def test_after_two_seconds_it_is_one(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1").tap("coin-5", zone="seat-2", gap=2.0)
        assert taps.scores == {"Ana": 5, "Bo": 5, "Cy": 0}

    def test_somebody_has_said_where_it_is(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-1")
        taps.player.listener._carried.forget("04" + b"coin-5".hex().upper())
        assert taps.tap("coin-5", zone="seat-2").scores["Bo"] == 5

    def test_one_that_only_puts_something_right_is_no_second_tap(self) -> None:
        taps = Taps().tap("coin-5", zone="seat-2").tap("seat-2", "verb-discard", "coin-5#2").tap("verb-undo")
        taps.player.todo, owed = (), taps.player.todo
        taps.tap("coin-5#3", zone="seat-1")
        taps.player.todo, taps.player._since = owed, len(taps.player.history)
        taps.tap("coin-5#3", zone="seat-2")
        assert (taps.player.questions, taps.player.todo) == ((), ())


class TestWayOn:
    def test_it_is_asked_about_at_each_reader_on_its_way(self) -> None:
        """Three seconds from the first reader to the third, but never two between one and the next."""
        taps = Taps().tap("coin-5", zone="seat-1").tap("coin-5", zone="seat-2", gap=1.2)
        taps.tap("coin-5", zone="seat-3", gap=1.2)
        assert taps.scores == {"Ana": 5, "Bo": 0, "Cy": 0}
        last = taps.player.questions[-1]
        assert (last.code, last.args["other"], last.zone) == ("carried", "seat-1", "seat-3")

    def test_a_verb_counts_once_over_three_readers(self) -> None:
        taps = Taps().tap("coin-1", "coin-5", "coin-1#2")
        for zone in ("seat-1", "seat-2", "seat-3"):
            taps.tap("verb-undo", zone=zone, gap=1.2)
        assert taps.moves == ["gain Ana coin-1", "gain Ana coin-5"]
        assert isinstance(taps.last, Ignored)
        assert (taps.last.code, taps.last.refused) == ("carried-verb", True)


class TestWords:
    def test_a_verb_is_done_once(self) -> None:
        taps = Taps().tap("coin-1", "verb-end-turn").tap("coin-5", zone="seat-2", gap=0.2)
        taps.tap("verb-end-turn", zone="seat-2", gap=0.2)
        assert taps.moves == ["gain Ana coin-1", "end-turn Ana", "gain Bo coin-5"]
        assert getattr(taps.last, "code", None) == "carried-verb"

    @pytest.mark.parametrize("zone", ["seat-2", "tap"])
    def test_a_verb_that_would_be_asked_about_is_not_asked_on_its_way(self, zone: str) -> None:
        """It is the next one's turn, which nothing has been done in."""
        taps = Taps().tap("coin-1", zone="seat-1").tap("verb-end-turn", zone="seat-1", gap=1.5)
        taps.tap("verb-end-turn", zone=zone, gap=0.3)
        assert (taps.moves, taps.player.questions) == (["gain Ana coin-1", "end-turn Ana"], ())
        assert (getattr(taps.last, "code", None), getattr(taps.last, "refused", None)) == ("carried-verb", True)
        taps.wait(2.0).tap("verb-end-turn", zone=zone)
        assert [each.code for each in taps.player.questions] == ["turn-untouched"]

    def test_a_verb_that_does_nothing_the_second_time_says_why(self) -> None:
        taps = Taps().tap("coin-1").tap("verb-undo", zone="seat-1").tap("verb-undo", zone="seat-2")
        assert getattr(taps.last, "code", None) == "nothing-to-undo"

    def test_an_answer_is_one_answer(self) -> None:
        taps = Taps().tap("apple#1", zone="seat-2").tap("apple#2", zone="seat-3")
        taps.tap("verb-confirm", zone="seat-2").tap("verb-confirm", zone="seat-3")
        assert (taps.moves, getattr(taps.last, "code", None)) == (["buy Bo apple#1"], "carried-verb")

    def test_a_piece_is_noted_with_the_words_before_it(self) -> None:
        for piece in ("coin-5", "plus-5"):
            taps = Taps().tap("seat-2", piece).tap(piece, zone="seat-3")
            assert answers(taps)[0] == INSTEAD

    def test_a_seat_that_was_said_before_a_piece_may_answer_elsewhere(self) -> None:
        taps = Taps().tap("coin-1").tap("seat-2", "coin-1", gap=0.2)
        click(taps, "play")
        taps.tap("seat-2", zone="seat-1", gap=0.2)
        assert taps.moves[-1] == "answer Ana Bo"

    def test_a_verb_that_was_said_with_a_seat_may_be_said_elsewhere(self) -> None:
        taps = Taps().tap("coin-1").tap("seat-1", "verb-end-turn", gap=0.2).tap("coin-5", gap=0.1)
        taps.tap("verb-end-turn", zone="seat-2", gap=0.1)
        assert taps.moves[-1] == "end-turn Bo"

    def test_a_seat_that_was_a_sentence_is_asked_about_elsewhere(self) -> None:
        taps = Taps().tap("verb-play").tap("seat-2")
        click(taps, "play")
        taps.tap("seat-2", zone="seat-1")
        assert answers(taps) == [ALSO, FIRST_ONLY]
