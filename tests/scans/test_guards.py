"""Taps that belong to another turn are asked about: a turn ended untouched, a refill too early, the wrong tray."""

from __future__ import annotations

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.ids import TABLE
from lairkeeper.core.result import Accepted
from lairkeeper.games import get_game
from lairkeeper.scans import PlayScanner, Question, QuestionOption
from lairkeeper.scans.question import DO, DO_BOTH, FORCE, PUT_BACK

LINE_UP = ("catwoman#1", "amanda-waller#1", "element-woman#1", "dr-light#1", "pandora#1")


class Table:
    """A game for three, by default Forever Evil, tapped; pieces are taken away again."""

    def __init__(self, level: str = "deck", game: str = "forever-evil") -> None:
        setup = {"line-up": list(LINE_UP)} if level != "score" and game == "forever-evil" else {}
        history = History.start(get_game(game), Header(game, ("Ana", "Bo", "Cy"), level, {}, setup))
        assert isinstance(history, History)
        self.history = history
        self.scanner = PlayScanner(history)

    def tap(self, reader: str, *pieces: str) -> Table:
        for each in pieces:
            self.scanner.scan(reader, each)
        return self

    @property
    def question(self) -> Question:
        (question,) = self.scanner.player.questions
        return question

    @property
    def asked(self) -> bool:
        return bool(self.scanner.player.questions)

    def choose(self, *wanted: tuple[str, str, str | None]) -> Table:
        found = [said(option) for option in self.question.options]
        self.scanner.player.choose(self.question, found.index(wanted))
        return self

    @property
    def moves(self) -> list[str]:
        commands = (record.command for record in self.history.live)
        return [f"{each.move} {each.by}" for each in commands if each is not None]


def said(option: QuestionOption) -> tuple[tuple[str, str, str | None], ...]:
    return tuple((option.action, command.move, command.by) for command in option.commands)


class TestUntouched:
    def test_a_turn_in_which_nothing_was_done_is_not_ended_by_one_press(self) -> None:
        for level in ("score", "deck", "full"):
            table = Table(level).tap("tap", "verb-end-turn#1")
            assert table.question.code == "turn-untouched"
            assert (table.history.state.active, table.moves) == ("Ana", [])
            table.tap("tap", "verb-confirm#1")
            assert table.moves == ["end-turn Ana"]

    def test_no_leaves_the_turn_open(self) -> None:
        table = Table("score").tap("tap", "verb-end-turn#1", "verb-no#1")
        assert (table.asked, table.history.state.active) == (False, "Ana")

    def test_a_turn_in_which_something_was_done_ends_at_once(self) -> None:
        table = Table("score").tap("tap", "vp-1#1", "verb-end-turn#1")
        assert (table.asked, table.history.state.active) == (False, "Bo")

    def test_it_is_the_turn_that_counts_not_the_match(self) -> None:
        table = Table("score").tap("tap", "vp-1#1", "verb-end-turn#1", "verb-end-turn#1")
        assert table.question.args == {"card": "verb-end-turn#1", "seat": "Bo"}
        table.tap("seat-2", "vp-1#1")
        assert table.history.state.active == "Bo"

    def test_what_is_done_meanwhile_is_no_answer(self) -> None:
        table = Table("score").tap("tap", "verb-end-turn#1").tap("tap", "vp-1#1")
        assert table.question.code == "possible"
        assert table.history.state.active == "Ana"


class TestRound:
    """Games that count rounds have no turn of a seat."""

    @pytest.mark.parametrize(("game", "piece"), [("evil-league", "plus-1#1"), ("dc-forever", "plus-1#1")])
    def test_a_round_in_which_nothing_was_done_is_not_ended_by_one_press(self, game: str, piece: str) -> None:
        table = Table("score", game).tap("tap", "verb-end-turn#1")
        assert (table.question.code, table.question.args["seat"]) == ("round-untouched", None)
        table.tap("tap", "verb-confirm#1")
        assert (table.asked, table.moves) == (False, ["end-turn None"])
        table.tap("tap", "verb-end-turn#1")
        assert table.question.code == "round-untouched", "it is the round that counts, not the match"
        table.tap("tap", "verb-no#1").tap("seat-2", piece).tap("tap", "verb-end-turn#1")
        assert (table.asked, table.moves[-1]) == (False, "end-turn None")

    def test_that_nobody_buys_is_no_round_in_which_nothing_was_done(self) -> None:
        table = Table("score", "evil-101")
        history = table.history
        while history.state.top is not None and history.state.top.kind == "tally":
            legal = [each.command for each in history.game.offers(history.state, TABLE) if each.refusal is None]
            assert isinstance(history.submit(next(each for each in legal if each.move == "collect")), Accepted)
        table.tap("tap", "verb-end-turn#1")
        assert (table.asked, table.moves[-1]) == (False, "end-turn None")


class TestRefill:
    def test_a_refill_while_the_turn_is_open_asks_whether_it_is_over(self) -> None:
        for reader in ("tap", "slot-1"):
            table = Table().tap("seat-1", "catwoman#1").tap(reader, "power-girl#1")
            assert (table.question.code, table.question.args["seat"]) == ("turn-open", "Ana")
            assert table.moves == ["buy Ana"]

    def test_yes_ends_the_turn_and_deals(self) -> None:
        for word in ("verb-confirm#1", "verb-end-turn#1"):
            table = Table().tap("seat-1", "catwoman#1").tap("tap", "power-girl#1", word)
            assert table.moves == ["buy Ana", "end-turn Ana", "deal None"]

    def test_a_card_may_be_added_during_the_turn(self) -> None:
        table = Table().tap("seat-1", "catwoman#1").tap("tap", "power-girl#1").choose((DO, "deal", None))
        assert table.moves == ["buy Ana", "deal None"]

    def test_after_the_end_of_the_turn_nobody_is_asked(self) -> None:
        table = Table().tap("seat-1", "catwoman#1").tap("tap", "verb-end-turn#1", "power-girl#1")
        assert table.moves == ["buy Ana", "end-turn Ana", "deal None"]
        assert not table.asked


class TestWrongTray:
    def test_the_likely_owner_comes_first(self) -> None:
        table = Table().tap("seat-2", "catwoman#1")
        assert table.question.code == "wrong-tray"
        assert (table.question.args["seat"], table.question.args["owner"]) == ("Bo", "Ana")
        first, second, *_, last = table.question.options
        assert said(first) == ((DO, "buy", "Ana"),)
        assert said(second) == ((DO_BOTH, "end-turn", "Ana"), (DO_BOTH, "buy", "Bo"))
        assert last.action == PUT_BACK
        table.tap("tap", "seat-1#1")
        assert table.moves == ["buy Ana"]

    def test_what_one_tray_would_gain_and_the_other_buy_is_asked(self) -> None:
        table = Table().tap("seat-2", "kick#1")
        assert said(table.question.options[0]) == ((DO, "buy", "Ana"),)
        assert table.moves == []

    def test_what_a_tray_says_by_itself_is_its_owners(self) -> None:
        assert Table().tap("seat-2", "weakness#1").moves == ["gain Bo"]
        assert Table("score").tap("seat-2", "vp-5#1").moves == ["gain Bo"]

    def test_a_verb_says_what_is_meant(self) -> None:
        assert Table().tap("seat-2", "verb-gain#1", "kick#1").moves == ["gain Bo"]

    def test_a_piece_that_waits_for_its_target_is_asked_with_each_target(self) -> None:
        table = Table("score", "evil-101")
        assert table.history.state.prompt is not None and table.history.state.prompt.waiting == ("Bo", "Cy")
        table.tap("seat-1", "plot-11#1")
        assert table.question.code == "wrong-tray"
        *likely, last = table.question.options
        assert {(each.action, *(command.by for command in each.commands)) for each in likely} == {(DO, "Bo")}
        targets = [command.target for each in likely for command in each.commands]
        assert len(targets) > 1 and last.action == PUT_BACK
        table.tap("tap", f"{targets[1]}#1")
        assert (table.moves, table.history.last.command and table.history.last.command.target) == (
            ["collect Bo"],
            targets[1],
        )

    def test_one_confirm_never_gives_it_to_the_wrong_player(self) -> None:
        table = Table("full").tap("seat-2", "catwoman#1")
        assert said(table.question.options[0]) == ((FORCE, "buy", "Ana"),)
        table.tap("tap", "verb-confirm#1")
        assert table.moves == []
