"""Turns that nobody says to be over: the next player's first move ends them, once the table has agreed."""

from __future__ import annotations

from typing import Any, ClassVar

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.games.forever_evil import GAME
from lairkeeper.scans import PlayScanner, Question
from lairkeeper.scans.question import DO, DO_BOTH, PUT_BACK, TURN_OPEN, WHOSE
from lairkeeper.scans.turn_memory import TurnMemory

SEATS = ("Ana", "Bo", "Cy")


def table(level: str = "score", rules: dict[str, Any] | None = None) -> PlayScanner:
    history = History.start(GAME, Header(GAME.id, SEATS, level, rules or {}))
    assert isinstance(history, History)
    return PlayScanner(history)


def agreed(level: str = "score", rules: dict[str, Any] | None = None) -> PlayScanner:
    found = table(level, rules)
    found.player.turns = TurnMemory(agreed=True)
    return found


def active(scanner: PlayScanner) -> tuple[str | None, int]:
    state = scanner.player.history.state
    return state.active, state.turn


def the_question(scanner: PlayScanner) -> Question:
    (question,) = scanner.player.questions
    return question


def choose(scanner: PlayScanner, action: str) -> None:
    question = the_question(scanner)
    at = [option.action for option in question.options].index(action)
    scanner.player.choose(question, at)


def tokens(scanner: PlayScanner) -> list[int]:
    view = GAME.view(scanner.player.history.state, "table")
    return [view.tokens[seat] for seat in SEATS]


class TestTheFirstTime:
    def test_it_is_asked_once_the_player_whose_turn_it_is_has_done_something(self) -> None:
        scanner = table()
        scanner.scan("seat-2", "vp-5#1")
        scanner.scan("seat-2", "vp-5#2")
        assert (tokens(scanner), scanner.player.questions) == ([0, 10, 0], ())
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-2", "vp-1#2")
        assert (the_question(scanner).code, tokens(scanner)) == (TURN_OPEN, [1, 10, 0])

    def test_yes_ends_this_turn_and_agrees_to_the_next(self) -> None:
        scanner = table()
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-2", "vp-5#1")
        choose(scanner, DO_BOTH)
        assert (tokens(scanner), active(scanner)) == ([1, 5, 0], ("Bo", 2))
        scanner.scan("seat-3", "vp-1#2")
        assert (tokens(scanner), active(scanner), scanner.player.questions) == ([1, 5, 1], ("Cy", 3), ())

    def test_only_this_counts_and_agrees_to_nothing(self) -> None:
        scanner = table()
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-2", "vp-5#1")
        choose(scanner, DO)
        assert (tokens(scanner), active(scanner)) == ([1, 5, 0], ("Ana", 1))
        scanner.scan("seat-2", "vp-1#2")
        assert the_question(scanner).code == TURN_OPEN

    def test_put_back_changes_nothing(self) -> None:
        scanner = table()
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-2", "vp-5#1")
        choose(scanner, PUT_BACK)
        assert (tokens(scanner), active(scanner)) == ([1, 0, 0], ("Ana", 1))

    def test_whoever_is_not_next_only_gains(self) -> None:
        scanner = table()
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-3", "vp-5#1")
        assert (tokens(scanner), active(scanner), scanner.player.questions) == ([1, 0, 5], ("Ana", 1), ())

    def test_a_seat_token_at_the_tap_point_only_gains(self) -> None:
        scanner = table()
        for piece in ("vp-1#1", "seat-2#1", "vp-5#1"):
            scanner.scan("tap", piece)
        assert (tokens(scanner), active(scanner), scanner.player.questions) == ([1, 5, 0], ("Ana", 1), ())


class TestAgreed:
    def test_players_with_nothing_to_tell_are_passed_over(self) -> None:
        scanner = agreed()
        scanner.scan("seat-3", "vp-1#1")
        assert (active(scanner), tokens(scanner)) == (("Cy", 3), [0, 0, 1])

    def test_a_loss_can_be_in_anybodys_turn(self) -> None:
        scanner = agreed()
        scanner.scan("seat-2", "vp-5#1")
        scanner.scan("seat-3", "vp-5#2")
        for piece in ("verb-discard#1", "vp-1#1"):
            scanner.scan("seat-2", piece)
        assert (active(scanner), tokens(scanner)) == (("Cy", 3), [0, 4, 5])

    def test_told_ends_no_turn(self) -> None:
        scanner = agreed(rules={"turn-end": "told"})
        scanner.scan("seat-2", "vp-5#1")
        assert active(scanner) == ("Ana", 1)

    def test_an_undo_of_such_an_end_asks_again(self) -> None:
        scanner = agreed()
        scanner.scan("seat-2", "vp-5#1")
        scanner.scan("seat-2", "verb-undo#1")
        assert scanner.player.turns.agreed, "the gain alone was undone: the turn is still Bo's"
        scanner.scan("seat-2", "verb-undo#1")
        assert (active(scanner), scanner.player.turns.agreed) == (("Ana", 1), False)

    def test_a_tap_for_all_asks_whose_it_is(self) -> None:
        scanner = agreed()
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-2", "vp-5#1")
        scanner.scan("tap", "vp-10#1")
        question = the_question(scanner)
        assert question.code == WHOSE
        assert [option.command and option.command.by for option in question.options] == ["Bo", "Ana", None]
        scanner.scan("tap", "seat-1#1")  # her token answers
        assert tokens(scanner) == [11, 5, 0]

    def test_a_seat_token_before_it_says_whose_it_is(self) -> None:
        scanner = agreed()
        scanner.scan("seat-2", "vp-5#1")
        scanner.scan("tap", "seat-2#1")
        scanner.scan("tap", "vp-10#1")
        assert (tokens(scanner), scanner.player.questions) == ([0, 15, 0], ())

    def test_it_is_asked_too_after_players_who_were_passed_over(self) -> None:
        scanner = agreed()
        scanner.scan("seat-3", "vp-5#1")
        scanner.scan("tap", "vp-10#1")
        question = the_question(scanner)
        assert [option.command and option.command.by for option in question.options] == ["Cy", "Ana", None]

    def test_a_turn_that_was_said_to_be_over_asks_nobody(self) -> None:
        scanner = agreed()
        scanner.scan("seat-1", "vp-1#1")
        scanner.scan("seat-2", "vp-5#1")
        scanner.scan("tap", "verb-end-turn#1")
        scanner.scan("tap", "vp-10#1")
        assert (tokens(scanner), scanner.player.questions) == ([1, 5, 10], ())


class TestCards:
    RULES: ClassVar = {"dealt-cards": "seen-later"}

    def test_a_purchase_of_the_next_player_ends_the_turn(self) -> None:
        scanner = agreed("deck", self.RULES)
        scanner.scan("seat-1", "giganta#1")
        scanner.scan("seat-2", "grid#1")
        assert active(scanner) == ("Bo", 2)
        assert scanner.player.history.state.zone("discard.Bo") == ("grid#1",)

    def test_a_card_laid_on_a_slot_of_the_line_up_is_not_bought(self) -> None:
        scanner = agreed("deck", self.RULES)
        scanner.scan("slot-2", "giganta#1")
        state = scanner.player.history.state
        assert (state.zone("discard.Ana"), state.size("line-up.unread"), scanner.player.questions) == ((), 5, ())
        scanner.scan("tap", "giganta#1")
        assert scanner.player.history.state.zone("discard.Ana") == ("giganta#1",)

    def test_a_theft_ends_no_turn_where_cards_are_followed(self) -> None:
        scanner = agreed("deck", self.RULES)
        scanner.scan("seat-1", "vp-5#1")
        for piece in ("verb-attack#1", "seat-1#1", "vp-1#1"):
            scanner.scan("seat-2", piece)
        assert (active(scanner), tokens(scanner), scanner.player.questions) == (("Ana", 1), [4, 1, 0], ())

    def test_a_turn_in_which_nothing_was_done_is_asked_about(self) -> None:
        scanner = agreed("deck", self.RULES)
        scanner.scan("seat-2", "grid#1")
        assert active(scanner) == ("Ana", 1)
        assert the_question(scanner).code == "wrong-tray"

    def test_whoever_is_not_next_is_asked(self) -> None:
        scanner = agreed("deck", self.RULES)
        scanner.scan("seat-1", "giganta#1")
        scanner.scan("seat-3", "grid#1")
        assert active(scanner) == ("Ana", 1)
        assert the_question(scanner).code == "wrong-tray"

    def test_a_card_that_may_be_added_now_is_asked_about(self) -> None:
        scanner = agreed("deck")
        for card in ("giganta#1", "grid#1", "vibe#1", "mallet#1", "steel#1"):
            scanner.scan("tap", card)
        scanner.scan("seat-1", "giganta#1")
        scanner.scan("tap", "steel#2")
        assert (active(scanner), the_question(scanner).code) == (("Ana", 1), TURN_OPEN)

    def test_play_before_it_says_that_it_is_added(self) -> None:
        scanner = agreed("deck")
        for card in ("giganta#1", "grid#1", "vibe#1", "mallet#1", "steel#1"):
            scanner.scan("tap", card)
        scanner.scan("seat-1", "giganta#1")
        scanner.scan("tap", "verb-play#1")
        scanner.scan("tap", "steel#2")
        assert (active(scanner), scanner.player.questions) == (("Ana", 1), ())
        assert "steel#2" in scanner.player.history.state.zone("line-up")
