"""Forever Evil by taps alone: level ``score`` to the put-away list, and what is refused at ``deck``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from lairkeeper.board import BoardEvent
from lairkeeper.core.command import Command
from lairkeeper.core.pieces import SHARED, piece
from lairkeeper.store import Store
from lairkeeper.table import Clocks, Hub, Table, demo_uid

GAME = "forever-evil"


class Match:
    def __init__(self, *seats: str, level: str = "score", setup: Mapping[str, Any] | None = None) -> None:
        self.now = 1000.0
        self.seq = 0
        self.store = Store.open()
        self.hub = Hub(self.store, clocks=Clocks(lambda: self.now, lambda: self.now))
        self.hub.enrol_demo_set(GAME)
        table = self.hub.start(GAME, seats, level=level, setup=setup)
        assert isinstance(table, Table)
        self.table = table

    def tap(self, *whats: str, on: str = "tap") -> Match:
        for what in whats:
            component = what if "#" in what else f"{what}#1"
            uid = demo_uid(SHARED if piece(component) else GAME, component).lower()
            for kind in "+-":
                self.seq += 1
                event = BoardEvent("b", "x", self.seq, int(self.now * 1000), self.now, kind, on, (uid,))
                self.store.inbox.receive([event])
                self.hub.received([event])
                self.now += 0.4
                self.hub.pump()
        return self

    def wait(self, seconds: float) -> Match:
        self.now += seconds
        self.hub.pump()
        return self

    @property
    def tokens(self) -> dict[str, int]:
        return dict(self.table.view().tokens)

    @property
    def scores(self) -> dict[str, int]:
        return {seat.seat: seat.low for seat in self.table.view().scoreboard.seats}

    @property
    def last(self) -> tuple[str, str | None]:
        scan = self.table.last_scan
        assert scan is not None
        return scan.code, scan.refusal

    def choose(self, option: str) -> Match:
        question = self.table.question
        assert question is not None
        index = next(n for n, o in enumerate(question.options) if o.command is not None and o.command.option == option)
        self.table.answer(question.id, index, "page")
        return self


@pytest.fixture
def match() -> Match:
    return Match("Ana", "Bo", "Cy")


def test_tokens_on_trays_at_the_tap_point_and_by_seat_token(match: Match) -> None:
    match.tap("vp-5", on="seat-2").tap("vp-1").tap("seat-3", "vp-10").tap("plus-1", "plus-5")
    assert match.tokens == {"Ana": 7, "Bo": 5, "Cy": 10}


def test_stealing_makes_change(match: Match) -> None:
    match.tap("vp-5", on="seat-2").tap("seat-1", "seat-2", "vp-1")
    assert match.tokens == {"Ana": 1, "Bo": 4, "Cy": 0}
    assert match.table.view().purses["Bo"] == {1: 4}
    match.tap("seat-2", "plus-1", on="seat-3")
    assert match.tokens == {"Ana": 1, "Bo": 3, "Cy": 1}


def test_stealing_from_nobody_moves_nothing(match: Match) -> None:
    match.tap("seat-1", "seat-2", "vp-1")
    assert match.last == ("refused", "nothing-to-steal")
    assert match.tokens == {"Ana": 0, "Bo": 0, "Cy": 0}


def test_losing_and_undoing(match: Match) -> None:
    match.tap("vp-5").tap("minus-1").tap("verb-discard", "vp-1")
    assert match.tokens["Ana"] == 3
    match.tap("verb-undo", "verb-undo")
    assert match.tokens["Ana"] == 5


def test_turns_go_round(match: Match) -> None:
    match.tap("verb-end-turn", "verb-confirm", "vp-1").wait(2).tap("verb-end-turn", on="seat-2")
    assert match.table.view().active == "Cy"
    assert match.tokens == {"Ana": 0, "Bo": 1, "Cy": 0}


def test_a_deck_card_means_nothing_before_the_end(match: Match) -> None:
    match.tap("catwoman#1")
    assert match.last == ("no-use", None)
    assert match.table.questions == ()


def test_the_whole_end_by_taps(match: Match) -> None:
    match.tap("vp-5", on="seat-2").tap("verb-end-game").choose("line-up").tap("verb-confirm")
    assert match.table.view().step == "sweep"
    match.tap("catwoman#1", "the-flash#1", "weakness#1", on="seat-1")
    match.tap("catwoman#2", "weakness#2", on="seat-2")
    match.tap("seat-3", "catwoman#1")
    assert match.last == ("refused", "already-counted")
    assert match.table.last_scan is not None
    assert match.table.last_scan.args["seat"] == "Ana"
    match.tap("seat-3", "aquaman#1")
    for seat in ("seat-1", "seat-2", "seat-3"):
        match.wait(2).tap("verb-confirm", on=seat)
    view = match.table.view()
    assert view.finished
    assert match.scores["Ana"] == 1 + 4 - 1
    assert match.scores["Bo"] == 5 + 1 - 1
    assert list(view.scoreboard.winners) == [max(match.scores, key=lambda seat: match.scores[seat])]
    row = match.store.matches.get(match.table.match)
    assert row.result is not None
    assert row.result["scores"] == match.scores


def test_at_one_tap_point_decks_are_swept_one_after_the_other(match: Match) -> None:
    match.tap("verb-end-game").choose("super-heroes").tap("verb-confirm")
    match.tap("catwoman#1", "verb-confirm", "catwoman#2", "verb-confirm", "kick#1", "verb-confirm")
    assert match.table.view().finished
    assert match.scores == {"Ana": 1, "Bo": 1, "Cy": 1}


def test_a_card_swept_twice_counts_once(match: Match) -> None:
    match.tap("verb-end-game").choose("super-heroes").tap("verb-confirm")
    match.tap("catwoman#1", "catwoman#1", on="seat-2")
    assert match.last == ("refused", "already-counted")
    assert match.scores["Bo"] == 1


def test_a_piece_that_is_no_deck_card_is_not_swept(match: Match) -> None:
    match.tap("verb-end-game").choose("super-heroes").tap("verb-confirm")
    match.tap("bizarro#1", on="seat-2")
    assert match.scores["Bo"] == 0
    assert match.last[0] in {"refused", "no-use"}


def test_a_super_hero_tapped_out_of_turn_is_told_whose_turn_it_is() -> None:
    match = Match("Ana", "Bo", level="deck").tap("catwoman", "giganta", "steel", "despero", "mallet")
    match.tap("the-flash", on="seat-2")
    question = match.table.question
    assert question is not None
    assert (question.code, question.refusal, question.args["active"]) == ("refused", "out-of-turn", "Ana")
    match.tap("verb-no", on="seat-2").tap("the-flash", on="seat-1")
    assert match.table.history.state.where["the-flash#1"] == "discard.Ana"


def test_buying_out_of_turn_is_asked_and_never_counts_for_another() -> None:
    match = Match("Ana", "Bo", level="deck").tap("catwoman", "giganta", "steel", "despero", "mallet")
    match.tap("seat-2", "verb-buy", "kick")
    question = match.table.question
    assert question is not None
    assert (question.refusal, question.args["seat"]) == ("out-of-turn", "Bo")
    assert match.tap("verb-confirm").table.history.state.where["kick#1"] == "discard.Bo"


def test_a_verb_with_the_wrong_seat_and_card_leaves_the_card_alone() -> None:
    match = Match("Ana", "Bo", level="deck").tap("catwoman", "giganta", "steel", "despero", "mallet")
    match.tap("verb-buy", "catwoman").tap("seat-2", "verb-buy", "catwoman")
    assert match.table.history.state.where["catwoman#1"] == "discard.Ana"


def test_a_card_is_dealt_on_a_tray_only_while_a_slot_is_empty() -> None:
    """Else the ghost of a main deck card would be one more in the Line-Up. At the tap point it is Pandora's."""
    match = Match("Ana", "Bo", level="deck").tap("catwoman", "giganta", "steel", "despero")
    match.tap("mallet", on="seat-1").tap("insanity", on="seat-1")
    assert match.table.history.state.size("line-up") == 5
    match.tap("insanity")
    assert match.table.history.state.size("line-up") == 6


def test_what_was_no_defense_is_not_asked_about_once_the_attack_is_over() -> None:
    setup = {
        "line-up": [f"{kind}#1" for kind in ("giganta", "despero", "vibe", "grid", "mallet")],
        "hand.Ana": ["catwoman#1", *(f"punch#{n}" for n in range(1, 5))],
        "hand.Bo": [f"punch#{n}" for n in range(8, 13)],
    }
    match = Match("Ana", "Bo", level="full", setup=setup).tap("catwoman", on="seat-1").tap("punch#8", on="seat-2")
    assert match.last == ("refused", "not-a-defense")
    match.table.act(Command(move="no-defense", by="Bo"), "page")
    assert match.table.questions == ()


def test_the_next_players_tray_ends_a_turn_once_the_table_has_agreed() -> None:
    match = Match("Ana", "Bo")
    match.tap("vp-1", on="seat-1").wait(3).tap("vp-5#2", on="seat-2").wait(3)
    question = match.table.question
    assert question is not None
    assert (question.code, match.tokens) == ("turn-open", {"Ana": 1, "Bo": 0})
    match.table.answer(question.id, 0, "page")
    assert (match.table.history.state.active, match.tokens) == ("Bo", {"Ana": 1, "Bo": 5})
    match.wait(3).tap("vp-1#3", on="seat-1").wait(3)
    assert (match.table.history.state.active, match.tokens, match.table.question) == ("Ana", {"Ana": 2, "Bo": 5}, None)
    for _ in range(2):
        match.table.undo(1, "Ana")
        if match.table.question is not None:
            match.table.answer(match.table.question.id, 0, "page")
    assert (match.table.history.state.active, match.tokens) == ("Bo", {"Ana": 1, "Bo": 5})
    match.wait(3).tap("vp-1#4", on="seat-1").wait(3)
    asked = match.table.question
    assert asked is not None
    assert asked.code == "turn-open", "an end that was undone is asked about again"


def test_what_the_table_has_agreed_to_outlives_a_restart() -> None:
    match = Match("Ana", "Bo", "Cy")
    match.tap("vp-1", on="seat-1").wait(3).tap("vp-5#2", on="seat-2").wait(3)
    question = match.table.question
    assert question is not None
    match.table.answer(question.id, 0, "page")
    match.hub = Hub(match.store, clocks=Clocks(lambda: match.now, lambda: match.now))
    match.table = match.hub.match.resume(match.table.match)
    match.wait(3).tap("vp-1#3", on="tap").wait(3)
    asked = match.table.question
    assert asked is not None
    assert asked.code == "whose", "whose turn ended without a word is kept, too"
    match.table.answer(asked.id, 1, "page")
    assert match.tokens == {"Ana": 2, "Bo": 5, "Cy": 0}
    match.wait(3).tap("vp-1#4", on="seat-3").wait(3)
    assert (match.table.history.state.active, match.tokens["Cy"], match.table.question) == ("Cy", 1, None)
