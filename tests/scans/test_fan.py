"""A hand that is fanned over a tray: each card counts once, in its turn, and none is taken for an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core.command import Command
from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.core.result import Refused
from lairkeeper.games.forever_evil import GAME
from lairkeeper.scans import Ignored, Question, Sighting, StreamPlayer
from lairkeeper.scans.fan import KNOWN, OVER
from lairkeeper.scans.question import DO_BOTH, PUT_BACK

LINE_UP = ("giganta#1", "vibe#1", "grid#1", "mallet#1", "steel#1")
HAND = ("amanda-waller#1", "punch#1", "owlman#1", "kick#1", "weakness#1")
"""Amanda Waller and Owlman ask whether a card is destroyed; the others ask nothing."""


class Fanned:
    """A match at level `full` in which cards are laid one after the other, faster than anybody answers."""

    def __init__(self, *hand: str, **rules: Any) -> None:
        setup = {"hand.Ana": hand or HAND, "line-up": LINE_UP}
        history = History.start(GAME, Header(GAME.id, ("Ana", "Bo", "Cy"), "full", rules, setup))
        assert isinstance(history, History)
        self.player = StreamPlayer(history)
        self.row = 0

    def hear(self, at: float, zone: str, card: str, kind: str = "+", **how: Any) -> None:
        self.row += 1
        game = SHARED if piece(card) is not None else GAME.id
        self.player.until(at)
        self.player.listener.hear(replace(Sighting(self.row, at, zone, kind, card, game, card, "b"), **how))

    def sweep(self, *cards: str, zone: str = "seat-1", gap: float = 0.1, after: float = 3.0) -> Fanned:
        """Sweep cards over a reader, each leaving it before the next comes."""
        at = self.player.now + after
        for card in cards:
            self.hear(at, zone, card)
            self.hear(at + gap / 2, zone, card, "-")
            at += gap
        self.player.until(at + 2.5)
        return self

    @property
    def done(self) -> list[str]:
        records = self.player.history.live[1:]
        return [f"{each.move} {each.card or each.option or ''}".strip() for r in records if (each := r.command)]

    @property
    def kept(self) -> list[str | None]:
        return [each.component for each in self.player.listener.kept]

    @property
    def codes(self) -> list[str]:
        return [each.code for each in self.player.verdicts if isinstance(each, Ignored) and each.code != "removed"]

    @property
    def question(self) -> Question:
        (question,) = self.player.questions
        return question

    def choose(self, action: str) -> None:
        question = self.question
        self.player.choose(question, [each.action for each in question.options].index(action))
        self.player.until(self.player.now + 1)


def test_cards_that_ask_nothing_are_all_played() -> None:
    fanned = Fanned("punch#1", "punch#2", "kick#1").sweep("punch#1", "kick#1", "punch#2")
    assert fanned.done == ["play punch#1", "play kick#1", "play punch#2"]
    assert (fanned.kept, fanned.codes, fanned.player.questions) == ([], [], ())


def test_what_a_card_asks_is_answered_before_the_next_card_counts() -> None:
    fanned = Fanned().sweep(*HAND)
    assert fanned.done == ["play amanda-waller#1"]
    assert fanned.kept == [*HAND[1:]]
    fanned.sweep("verb-confirm#1")
    assert fanned.done == ["play amanda-waller#1", "done", "play punch#1", "play owlman#1"]
    assert fanned.kept == [*HAND[3:]]
    fanned.sweep("verb-confirm#1", zone="tap")
    assert fanned.done[4:] == ["done", "play kick#1", "play weakness#1"]
    assert (fanned.kept, fanned.codes, fanned.player.questions) == ([], [], ())


def test_a_card_that_waits_is_an_answer_when_it_is_tapped_by_itself() -> None:
    fanned = Fanned().sweep(*HAND).sweep("punch#1")
    assert fanned.done[:2] == ["play amanda-waller#1", "answer punch#1"]
    assert fanned.done[2:] == ["play owlman#1"]
    assert fanned.kept == ["kick#1", "weakness#1"]


def test_a_hand_that_is_swept_twice_counts_once() -> None:
    fanned = Fanned().sweep(*HAND[:3]).sweep(*HAND)
    assert fanned.done == ["play amanda-waller#1"]
    assert sorted(filter(None, fanned.kept)) == sorted(HAND[1:])
    assert (fanned.codes.count(KNOWN), fanned.player.questions) == (1, ())


def test_a_hand_that_is_swept_back_counts_once() -> None:
    fanned = Fanned().sweep(*HAND).sweep(*reversed(HAND))
    assert fanned.done == ["play amanda-waller#1"]
    assert sorted(filter(None, fanned.kept)) == sorted(HAND[1:])
    fanned.sweep("verb-confirm#1")
    assert fanned.done[1:] == ["done", "play weakness#1", "play kick#1", "play owlman#1"]
    fanned.sweep("verb-confirm#1")
    assert fanned.done[5:] == ["done", "play punch#1"]
    assert (fanned.kept, fanned.player.questions) == ([], ())


def test_one_card_laid_again_is_still_asked_about() -> None:
    fanned = Fanned("punch#1", "punch#2", "kick#1").sweep("punch#1", "kick#1").sweep("kick#1")
    assert fanned.question.code == "refused"


@pytest.mark.parametrize(("gap", "kept"), [(0.35, ["punch#1"]), (0.45, [])])
def test_a_card_laid_later_is_an_answer(gap: float, kept: list[str]) -> None:
    fanned = Fanned().sweep("amanda-waller#1", "punch#1", gap=gap)
    assert fanned.kept == kept
    assert ("answer punch#1" in fanned.done) is not bool(kept)


def test_the_board_s_clock_tells_how_fast_cards_followed_each_other() -> None:
    fanned = Fanned()
    fanned.hear(1.0, "seat-1", "amanda-waller#1", ms=1000, boot="1")
    fanned.hear(1.05, "seat-1", "punch#1", ms=3000, boot="1")
    fanned.player.until(5.0)
    assert fanned.done == ["play amanda-waller#1", "answer punch#1"]


def test_a_hand_on_the_wrong_tray_is_asked_about_once() -> None:
    fanned = Fanned().sweep("punch#1", "kick#1", "weakness#1", zone="seat-2")
    assert fanned.question.code == "wrong-tray"
    assert (fanned.done, fanned.kept) == ([], ["kick#1", "weakness#1"])
    fanned.choose(PUT_BACK)
    assert (fanned.done, fanned.kept, fanned.player.questions) == ([], [], ())
    assert fanned.player.verdicts[-1] == Ignored(OVER, (3, 5), {"n": 2}, refused=True)


def test_whose_the_first_card_is_tells_whose_the_others_are() -> None:
    fanned = Fanned().sweep("punch#1", "kick#1", "weakness#1", zone="seat-2")
    fanned.choose("do")
    assert [f"{each.by} {each.card}" for r in fanned.player.history.live[1:] if (each := r.command)] == [
        "Ana punch#1", "Ana kick#1", "Ana weakness#1",
    ]  # fmt: skip
    assert (fanned.kept, fanned.player.questions) == ([], ())


def test_the_next_player_s_hand_ends_the_turn_and_is_played() -> None:
    fanned = Fanned().sweep("punch#1").sweep("punch#12", "punch#13", "punch#14", zone="seat-2")
    assert (fanned.question.code, fanned.kept) == ("refused", ["punch#13", "punch#14"])
    fanned.choose(DO_BOTH)
    assert fanned.done[1:] == ["end-turn", "play punch#12", "play punch#13", "play punch#14"]
    assert (fanned.kept, fanned.player.questions) == ([], ())


def test_an_undo_lets_nothing_happen_by_itself() -> None:
    fanned = Fanned().sweep(*HAND).sweep("verb-undo#1")
    assert (fanned.done, fanned.kept) == ([], [])
    assert fanned.codes[-1] == OVER


def test_an_undo_of_a_later_card_stops_the_others_too() -> None:
    fanned = Fanned().sweep("punch#1", "amanda-waller#1", "kick#1").sweep("verb-undo#1")
    assert (fanned.done, fanned.kept) == (["play punch#1"], [])
    assert fanned.codes[-1] == OVER


def test_at_a_level_without_fans_nothing_waits_any_more() -> None:
    fanned = Fanned().sweep(*HAND)
    assert not isinstance(fanned.player.history.submit(Command(move="set-level", option="deck")), Refused)
    fanned.player.until(fanned.player.now + 1)
    assert (fanned.kept, fanned.codes[-1]) == ([], OVER)


def test_a_card_that_is_asked_about_in_its_turn_waits_no_more() -> None:
    fanned = Fanned().sweep("amanda-waller#1", "giganta#1").sweep("verb-confirm#1")
    assert fanned.done == ["play amanda-waller#1", "done"]
    assert (fanned.kept, fanned.question.code) == ([], "refused")


def test_a_question_about_another_move_holds_no_card_up() -> None:
    fanned = Fanned().sweep("giganta#1", "punch#1")
    assert (fanned.done, fanned.kept, fanned.question.code) == (["play punch#1"], [], "refused")


def test_a_card_that_was_played_in_an_earlier_turn_is_not_passed_over() -> None:
    fanned = Fanned("punch#1", "punch#2", "kick#1").sweep("punch#1", "punch#2", "kick#1")
    assert not isinstance(fanned.player.history.submit(Command(move="end-turn", by="Ana")), Refused)
    for seat, first in (("Bo", 11), ("Cy", 21)):
        fanned.player.history.submit(Command(move="end-turn", by=seat))
        for n in range(first, first + 5):
            fanned.player.history.submit(Command(move="discard", card=f"punch#{n}"))
    assert fanned.player.history.state.active == "Ana"
    fanned.sweep("punch#1", "punch#2")
    assert fanned.question.refusal == "not-in-hand", "they lie in the discard pile"
    assert KNOWN not in fanned.codes


def test_at_a_place_a_card_that_was_played_is_asked_about_at_once() -> None:
    fanned = Fanned("punch#1", "punch#2", "kick#1").sweep("punch#1")
    at = fanned.player.now + 3
    fanned.hear(at, "destroyed", "punch#1")
    fanned.player.until(at + 0.1)
    assert fanned.player.questions or fanned.done[-1] != "play punch#1"


def test_cards_that_answer_together_are_answers() -> None:
    hand = ("royal-flush-gang#1", "punch#1", "kick#1", "weakness#1", "punch#2")
    fanned = Fanned(*hand).sweep("royal-flush-gang#1").sweep("kick#1", "weakness#1")
    assert fanned.done[1:3] == ["answer kick#1", "answer weakness#1"]
    assert fanned.kept == []


def test_after_a_crash_the_cards_that_wait_still_wait() -> None:
    before = Fanned().sweep(*HAND)
    after = Fanned()
    after.player.history = before.player.history
    for row, card in enumerate(HAND, 1):
        seen = Sighting(row, 3.0 + row / 10, "seat-1", "+", card, GAME.id, card, "b")
        after.player.listener.hear(seen, past=row == 1)
        if row == 1:
            after.player.listener.hear(replace(seen, row=9, at=3.15, kind="-"), past=True)
    after.player.until(9.0)
    assert (after.done, after.kept) == (["play amanda-waller#1"], [*HAND[1:]])


def test_where_no_fan_is_laid_a_hand_is_taken_as_ever() -> None:
    history = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "deck", {}, {"line-up": LINE_UP}))
    assert isinstance(history, History) and GAME.fan(history.state) is None
    player = StreamPlayer(history)
    for row, card in enumerate(("giganta#1", "vibe#1"), 1):
        player.listener.hear(Sighting(row, row / 10, "seat-1", "+", card, GAME.id, card, "b"))
    player.until(3.0)
    assert history.state.zone("discard.Ana") == ("giganta#1", "vibe#1")


@pytest.mark.parametrize("hand", [HAND, ("punch#1", "punch#2", "kick#1")], ids=["asked", "plain"])
def test_a_sweep_over_two_readers_counts_once(hand: tuple[str, ...]) -> None:
    fanned = Fanned(*hand)
    for n, card in enumerate(hand):
        for zone, later in (("seat-1", 0.0), ("seat-2", 0.25)):
            fanned.hear(3 + n * 0.3 + later, zone, card)
            fanned.hear(3 + n * 0.3 + later + 0.04, zone, card, "-")
    fanned.player.until(9.0)
    assert fanned.player.questions == ()
    once = fanned.done + [f"play {card}" for card in fanned.kept]
    assert once == [f"play {card}" for card in hand]
    assert all(each.command is None or each.command.by == "Ana" for each in fanned.player.history.live)


def test_a_fan_whose_first_card_was_missed_is_swept_again() -> None:
    fanned = Fanned().sweep("amanda-waller#1", "kick#1").sweep("punch#1", "amanda-waller#1", "kick#1")
    assert (fanned.done, fanned.kept) == (["play amanda-waller#1"], ["punch#1", "kick#1"])
    fanned.sweep("punch#1")
    assert fanned.done == ["play amanda-waller#1", "answer punch#1", "play kick#1"]


def test_a_fan_read_in_part_is_swept_again() -> None:
    fanned = Fanned().sweep("amanda-waller#1", "owlman#1").sweep(*HAND)
    assert fanned.done == ["play amanda-waller#1"]
    fanned.sweep("verb-confirm#1").sweep("verb-confirm#1")
    assert sorted(fanned.done) == sorted(["done", "done", *(f"play {card}" for card in HAND)])
