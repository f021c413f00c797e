"""The context that judges a scan: where a piece came from, which line it ticks off, which moves name it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.evolve import fold
from lairkeeper.core.result import Accepted, Offer
from lairkeeper.core.state import State
from lairkeeper.scans import Context, Ignored, Instruction, Tick, explain
from lairkeeper.scans.instructions import PURSE
from lairkeeper.scans.zones import COMMON, Role

from .taps import SEATS, Taps, match, sighting
from .toy import TOY

SHELF = Role("tap", place="market")
COIN = Instruction(PURSE, "coin-5", "Ana", "bank", value=5)


def bought(more: int = 0) -> Taps:
    """Ana has bought an apple, and so many coins were gained since."""
    taps = Taps()
    command = Command(move="buy", by="Ana", card="apple#1")
    for _ in range(more + 1):
        assert isinstance(taps.player.history.submit(command), Accepted)
        command = Command(move="gain", by="Bo", card="coin-1")
    return taps


class TestCameFrom:
    @pytest.mark.parametrize(("more", "n"), [(0, 1), (2, 3), (199, 200), (200, None)])
    def test_what_was_moved_long_ago_is_not_put_back(self, more: int, n: int | None) -> None:
        assert bought(more).player.context().came_from("apple#1", SHELF) == n

    @pytest.mark.parametrize(
        ("card", "role", "n"),
        [
            ("apple#1", SHELF, 1),
            ("apple#1", COMMON, None),  # a tap point may stand for any place
            ("apple#1", Role("tap", place="basket"), None),  # it lies there
            ("apple#1", Role("tap", place="bin"), None),  # it never lay there
            ("apple#1", Role("seat-2", seat="Bo"), None),
            ("apple#2", Role("tap", place="bin"), None),  # it was never moved
            ("stone#1", SHELF, None),  # it is not on the table
        ],
    )
    def test_only_at_the_place_that_its_last_move_left(self, card: str, role: Role, n: int | None) -> None:
        assert bought().player.context().came_from(card, role) == n

    def test_the_way_back_to_a_tray(self) -> None:
        taps = bought()
        state = taps.player.history.state
        back = ev.Moved("apple#1", "basket.Ana", "market")
        record: Any = SimpleNamespace(edit=None, events=(back,))
        history: Any = SimpleNamespace(live=(record, record))
        context = replace(taps.player.context(), state=fold(state, [back]), history=history)
        assert context.came_from("apple#1", Role("seat-1", seat="Ana")) == 1
        assert context.came_from("apple#1", Role("seat-2", seat="Bo")) is None

    def test_from_tray_to_tray_is_no_way_back_at_a_reader_for_all_of_them(self) -> None:
        taps = bought()
        away = ev.Moved("apple#1", "basket.Ana", "basket.Bo")
        record: Any = SimpleNamespace(edit=None, events=(away,))
        history: Any = SimpleNamespace(live=(record, record))
        context = replace(taps.player.context(), state=fold(taps.player.history.state, [away]), history=history)
        assert context.came_from("apple#1", Role("tap", place="basket")) is None
        assert context.came_from("apple#1", Role("seat-1", seat="Ana")) == 1

    def test_the_last_of_several_moves_counts(self) -> None:
        """On the way from the market it lay in the bin for a moment, in one command."""
        start = fold(match().state, [ev.Moved("apple#1", "market", "basket.Ana")])
        moves = (ev.Moved("apple#1", "market", "bin.Ana"), ev.Moved("apple#1", "bin.Ana", "basket.Ana"))
        record: Any = SimpleNamespace(edit=None, events=(*moves, ev.Moved("pear#1", "market", "basket.Ana")))
        history: Any = SimpleNamespace(live=(record, record))
        context = Context(TOY, start, SEATS, history=history)
        assert context.came_from("apple#1", Role("tap", place="bin")) == 1
        assert context.came_from("apple#1", SHELF) is None

    def test_what_the_log_does_not_know_has_come_from_nowhere(self) -> None:
        """Where it lies was put right by somebody: its last move led somewhere else."""
        taps = bought()
        moved = fold(taps.player.history.state, [ev.Moved("apple#1", "basket.Ana", "belly.Ana")])
        assert replace(taps.player.context(), state=moved).came_from("apple#1", SHELF) is None
        assert replace(taps.player.context(), history=None).came_from("apple#1", SHELF) is None

    def test_the_beginning_is_not_taken_back(self) -> None:
        placed: Any = SimpleNamespace(edit=None, events=(ev.Moved("apple#1", "bin", "market"),))
        history: Any = SimpleNamespace(live=(placed,))
        context = Context(TOY, match().state, SEATS, history=history)
        assert context.came_from("apple#1", Role("tap", place="bin")) is None


class TestTick:
    def ticked(self, **what: Any) -> int | None:
        seen = replace(sighting(1, 1.0, "coin-5"), **what)
        return Context(TOY, match().state, SEATS, todo=(COIN,)).tick(seen)

    def test_a_piece_of_this_game(self) -> None:
        assert self.ticked() == 0
        assert self.ticked(game="chess") is None
        assert self.ticked(component=None) is None

    def test_a_match_that_has_not_gone_on_takes_it_for_a_tick(self) -> None:
        context = Context(TOY, match().state, SEATS, todo=(COIN,))
        assert explain(context, (sighting(1, 1.0, "coin-5"),), 9.0) == Tick(0, (1,))


class TestDefaults:
    def test_a_reader_of_any_board_counts_and_there_is_nothing_to_undo(self) -> None:
        context = Context(TOY, match().state, SEATS)
        verdict = explain(context, (sighting(1, 1.0, "verb-undo"),), 9.0)
        assert isinstance(verdict, Ignored)
        assert verdict.code == "nothing-to-undo"


class TestOffers:
    BY_KIND = Offer(Command(move="one", by="Ana", card="gem"))
    BY_COPY = Offer(Command(move="two", by="Ana", card="gem#1"))
    AT_KIND = Offer(Command(move="three", by="Ana", card="mole#1", target="gem"))
    AT_COPY = Offer(Command(move="four", by="Ana", target="gem#1"))
    OTHER = Offer(Command(move="five", by="Ana", card="gem#2", target="mole#1"))
    ANSWER = Offer(Command(move="six", by="Ana", target="Bo", prompt=2))
    AT_BO = Offer(Command(move="seven", by="Ana", target="Bo"))
    WITH_CARD = Offer(Command(move="eight", by="Ana", card="gem#1", target="Bo", prompt=2))

    def context(self, asked: bool = True) -> Context:
        found = [offer for name, offer in vars(type(self)).items() if name.isupper()]
        game: Any = SimpleNamespace(possible=lambda state, viewer, naming=None: found)
        state = State("quiz", "score", SEATS, None, "Ana", 1)
        question = (ev.FramePushed(1, "quiz"), ev.Asked(1, 2, "whom", seats=("Bo", "Cy")))
        return Context(game, fold(state, question if asked else question[:1]), SEATS)

    def test_a_piece_is_named_by_its_copy_or_its_kind_as_what_acts_or_is_aimed_at(self) -> None:
        found = self.context().naming("gem#1")
        assert found == (self.BY_KIND, self.BY_COPY, self.AT_KIND, self.AT_COPY, self.WITH_CARD)

    def test_a_verb_names_moves(self) -> None:
        assert self.context().moving(("two", "five")) == (self.BY_COPY, self.OTHER)

    def test_the_last_seat_is_the_answer(self) -> None:
        assert self.context().choosing(("Cy", "Bo")) == (self.ANSWER,)
        assert self.context().choosing(("Bo", "Cy")) == ()

    def test_nothing_is_answered_without_a_question_or_a_seat(self) -> None:
        assert self.context(asked=False).choosing(("Bo",)) == ()
        assert self.context().choosing(()) == ()

    def test_who_is_asked_first_acts_and_else_whose_turn_it_is(self) -> None:
        asked = self.context()
        assert asked.actor == "Bo"
        answered = fold(asked.state, [ev.Answered(2, "Bo")])
        assert replace(asked, state=answered).actor == "Cy"
        assert replace(asked, state=fold(answered, [ev.Answered(2, "Cy")])).actor == "Ana"
        assert self.context(asked=False).actor == "Ana"


def test_a_button_is_pressed_for_the_whole_table() -> None:
    context = Context(TOY, match().state, SEATS)
    assert context.role_for(sighting(1, 1.0, "coin-5", "seat-2")).seat == "Bo"
    assert context.role_for(sighting(1, 1.0, "coin-5", "seat-2", "b")) == COMMON
