"""The list of what hands must do: which pieces its lines name, which of them are secret, and what ticks them off."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.command import Command
from lairkeeper.core.evolve import fold
from lairkeeper.core.history import COMMAND, Record
from lairkeeper.core.state import BANK, Pool, State
from lairkeeper.scans.instructions import (
    CARD,
    DOWN,
    FACE,
    MARKER,
    PURSE,
    UNSEEN,
    UP,
    Instruction,
    _changes,
    _longest_rise,
)
from lairkeeper.scans.todo_list import _joined, _secret, hand_instructions, markers_of, merged, tick_of, tokens_of
from lairkeeper.scans.zones import COMMON, Role

from .taps import SEATS

KINDS = {"coin-5": None, "coin-10": None, "scroll-3": 4, "gem": 2, "frozen-token": None, "token": None}
START = State("toy", "full", SEATS, None, purses={seat: {} for seat in SEATS})
SHELF, ANA = Role("tap", place="shelf"), Role("seat-1", seat="Ana")


def game(*shown: str) -> Any:
    """Return a game of those pieces that shows its table these places.

    Of the other places it shows only how many pieces there are.
    """
    kinds = {kind: SimpleNamespace(copies=copies) for kind, copies in KINDS.items()}

    def view(state: State, viewer: str) -> Any:
        zones = {zone: SimpleNamespace(cards=cards if zone in shown else None) for zone, cards in state.zones.items()}
        return SimpleNamespace(zones=zones)

    return SimpleNamespace(catalog=SimpleNamespace(kinds=kinds), view=view)


def card(*names: str) -> State:
    return fold(START, [ev.Placed(f"gem#{n}", name) for n, name in enumerate(names, 1)])


def test_tokens_come_in_any_number_and_end_with_their_value() -> None:
    assert tokens_of(game()) == {5: "coin-5", 10: "coin-10"}


def test_a_marker_is_a_token_named_after_its_mark() -> None:
    assert markers_of(game()) == {"frozen": "frozen-token"}


class TestChores:
    def test_tokens_are_named_by_their_piece_if_there_is_one(self) -> None:
        rich = fold(START, [ev.Paid(BANK, "Ana", {5: 1, 2: 1})])
        assert hand_instructions(game(), rich, START) == (
            Instruction(PURSE, "coin-5", "Ana", BANK, value=5),
            Instruction(PURSE, "", "Ana", BANK, value=2),
        )

    def test_what_nobody_can_do_by_hand_is_left_out(self) -> None:
        assert hand_instructions(game("shelf"), card("shelf"), START) == ()

    @pytest.mark.parametrize(
        ("shown", "secret"),
        [((), True), (("shelf",), False), (("heap",), False), (("shelf", "heap"), False), (("drawer",), True)],
    )
    def test_a_card_is_secret_that_is_shown_in_neither_state(self, shown: tuple[str, ...], secret: bool) -> None:
        way = Instruction(CARD, "gem#1", "shelf", "heap", index=0, secret=secret)
        assert hand_instructions(game(*shown), card("shelf"), card("heap")) == (way,)

    def test_another_card_that_is_shown_there_tells_nothing(self) -> None:
        line = Instruction(CARD, "gem#3", "shelf", "heap")
        assert _secret(game("shelf", "heap"), line, card("shelf"), card("heap"))

    @pytest.mark.parametrize(("shown", "secret"), [((), True), (("shelf",), False), ((UP,), True)])
    def test_of_a_card_that_is_turned_its_place_tells(self, shown: tuple[str, ...], secret: bool) -> None:
        there = card("shelf")
        assert _secret(game(*shown), Instruction(FACE, "gem#1", "shelf", UP), START, there) is secret

    @pytest.mark.parametrize("what", [PURSE, MARKER, UNSEEN])
    def test_what_is_no_card_is_no_secret(self, what: str) -> None:
        assert not _secret(game(), Instruction(what, "gem#1", "shelf", "heap"), START, START)


class TestCounts:
    """A count tells where cards lie: taken back, it leaves them there."""

    def game(self) -> Any:
        return SimpleNamespace(**vars(game()), counts=lambda command, events: command.move == "sweep")

    def record(self, move: str, *events: ev.Event) -> Record:
        return Record(1, COMMAND, Command(move=move), events)

    def lines(self, *records: Record) -> list[tuple[str, str]]:
        found = hand_instructions(self.game(), card("heap", "heap"), card("shelf", "shelf"), records)
        return [(line.what, line.card) for line in found]

    def test_a_counted_card_is_no_line(self) -> None:
        one, two = (ev.Moved(f"gem#{n}", "shelf", "heap") for n in (1, 2))
        assert self.lines(self.record("sweep", one), self.record("sweep", two)) == []
        assert self.lines(self.record("sweep", one), self.record("take", two)) == [(CARD, "gem#2")]
        assert self.lines(self.record("sweep", one, two), self.record("take", one)) == [(CARD, "gem#1")]
        assert self.lines(self.record("take", one), self.record("take", two)) == [(CARD, "gem#1"), (CARD, "gem#2")]

    def test_unseen_cards_are_a_line_only_where_something_else_moved_some(self) -> None:
        pool = Pool({"gem": 2}, {"deck": 2})
        before, after = (START._replace(pools={"gems": replace(pool, places={place: 2})}) for place in ("hand", "deck"))
        shifted = ev.PoolShifted("deck", "hand", 2)
        for moves, lines in ((("sweep",), 0), (("sweep", "take"), 1), (("take",), 1)):
            records = [self.record(move, shifted) for move in moves]
            assert len(hand_instructions(self.game(), before, after, records)) == lines


class TestJoined:
    @pytest.mark.parametrize(
        ("buried", "index", "left"),
        [
            (False, 0, ()),  # from a known place, and back to one
            (True, None, ()),  # out of unseen cards, and back among them
            (True, 0, (Instruction(CARD, "gem#1", "deck", "deck", index=0, buried=True),)),
            (False, None, (Instruction(CARD, "gem#1", "deck", "deck"),)),
        ],
    )
    def test_there_and_back_is_nothing_if_it_lies_as_before(
        self, buried: bool, index: int | None, left: tuple[Instruction, ...]
    ) -> None:
        there = Instruction(CARD, "gem#1", "deck", "shelf", index=0, buried=buried)
        back = Instruction(CARD, "gem#1", "shelf", "deck", index=index)
        assert merged((there,), (back,)) == left

    def test_to_another_position_and_on_is_something(self) -> None:
        one = Instruction(CARD, "gem#1", "shelf", "shelf", index=2)
        two = Instruction(CARD, "gem#1", "shelf", "shelf", index=0)
        assert merged((one,), (two,)) == (two,)

    def test_a_card_from_elsewhere_is_another_line(self) -> None:
        one = Instruction(CARD, "gem#1", "shelf", "heap", index=0)
        assert _joined(one, Instruction(CARD, "gem#1", "drawer", "shelf", index=0)) is None

    def test_a_card_turned_twice_lies_as_before(self) -> None:
        up = Instruction(FACE, "gem#1", "shelf", UP)
        assert merged((up,), (Instruction(FACE, "gem#1", "shelf", DOWN),)) == ()
        elsewhere = Instruction(FACE, "gem#1", "heap", DOWN)
        assert merged((up,), (elsewhere,)) == (up, elsewhere)

    @pytest.mark.parametrize(
        "other",
        [
            Instruction(PURSE, "coin-5", "Ana", BANK, value=10),
            Instruction(PURSE, "coin-10", "Ana", BANK, value=5),
            Instruction(MARKER, "coin-5", "Ana", BANK, value=5),
            Instruction(PURSE, "coin-5", "Ana", "Bo", value=5),
            Instruction(PURSE, "coin-5", "Bo", BANK, value=5),
        ],
    )
    def test_only_the_same_tokens_between_the_same_two_add_up(self, other: Instruction) -> None:
        line = Instruction(PURSE, "coin-5", "Ana", BANK, value=5)
        assert merged((line,), (other,)) == (line, other)

    def test_as_many_there_as_back_is_nothing(self) -> None:
        there, back = (Instruction(PURSE, "coin-5", *way, n=2, value=5) for way in (("Ana", BANK), (BANK, "Ana")))
        assert merged((there,), (back,)) == ()


class TestTickOf:
    LINES = (
        Instruction(UNSEEN, source="shelf", target="deck", n=2),
        Instruction(CARD, "gem#1", "basket.Ana", "shelf", index=0),
        Instruction(FACE, "gem#2", "shelf", UP),
        Instruction(PURSE, "coin-5", BANK, "Ana", value=5),
        Instruction(CARD, "gem#2", "shelf", "hand.Ana"),
    )

    @pytest.mark.parametrize(
        ("piece", "role", "line"),
        [
            ("gem#1", COMMON, 1),
            ("gem#1", SHELF, 1),  # where it goes
            ("gem#1", ANA, None),  # where it came from
            ("gem#2", SHELF, 2),  # where it is turned
            ("gem#2", ANA, 4),
            ("gem#3", COMMON, None),
            ("coin-5#7", COMMON, 3),  # any copy of a token
            ("coin-5#7", ANA, 3),
            ("coin-5#7", Role("seat-2", seat="Bo"), None),
            ("coin-1#1", COMMON, None),
        ],
    )
    def test_at_the_tap_point_any_and_elsewhere_what_belongs_there(
        self, piece: str, role: Role, line: int | None
    ) -> None:
        assert tick_of(self.LINES, piece, role) == line


def test_of_several_alike_only_those_arrive_that_are_more() -> None:
    assert _changes({"heap": ["gem"]}, {"heap": ["gem", "gem", "gem"]}) == (
        [],
        [("gem", "heap", 2), ("gem", "heap", 1)],
    )
    assert _changes({"heap": ["gem", "gem"]}, {"heap": ["gem"]}) == ([("gem", "heap")], [])


@pytest.mark.parametrize(
    ("numbers", "kept"),
    [
        ((), set()),
        ((4,), {0}),
        ((0, 1, 2), {0, 1, 2}),
        ((2, 0, 1), {1, 2}),
        ((1, 2, 0), {0, 1}),
        ((0, 3, 1, 2), {0, 2, 3}),
        ((3, 0, 1, 2, 4), {1, 2, 3, 4}),
        ((0, 1, 2, 4, 3), {0, 1, 2, 3}),
        ((4, 1, 2, 3, 0), {1, 2, 3}),
        ((7, 8, 9, 0, 1), {0, 1, 2}),
    ],
)
def test_the_longest_row_in_order_stays(numbers: tuple[int, ...], kept: set[int]) -> None:
    assert _longest_rise(numbers) == kept
