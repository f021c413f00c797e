"""The list of what hands must do: worked examples, and a model table that it turns from one state into the other."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lairkeeper.core import events as ev
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import TABLE, kind_of
from lairkeeper.core.state import BANK, State
from lairkeeper.scans.instructions import CARD, DOWN, FACE, MARKER, PURSE, UNSEEN, UP, Instruction, instructions_of
from lairkeeper.scans.todo_list import done_by, merged, ticked

SEATS = ("Ana", "Bo")
MARKERS = {"frozen": "frozen-token"}
EMPTY = State("toy", "full", SEATS, None, purses={seat: {} for seat in SEATS})


def after(*events: ev.Event, of: State = EMPTY) -> State:
    return fold(of, events)


LINE_UP = after(*(ev.Placed(card, "line-up") for card in ("catwoman#1", "kick#1", "robin#1")))


class TestExamples:
    def test_a_card_goes_back_to_its_slot(self) -> None:
        bought = after(ev.Moved("kick#1", "line-up", "discard.Bo"), of=LINE_UP)
        assert instructions_of(bought, LINE_UP) == (Instruction(CARD, "kick#1", "discard.Bo", "line-up", index=1),)

    def test_tokens_go_back_by_denomination(self) -> None:
        rich = after(ev.Paid(BANK, "Ana", {5: 1, 1: 2}))
        assert instructions_of(rich, EMPTY) == (
            Instruction(PURSE, source="Ana", target=BANK, value=5),
            Instruction(PURSE, source="Ana", target=BANK, n=2, value=1),
        )

    def test_a_theft_with_change_is_undone_as_one(self) -> None:
        before = after(ev.Paid(BANK, "Ana", {5: 1}))
        stolen = after(
            ev.Paid("Ana", BANK, {5: 1}), ev.Paid(BANK, "Ana", {1: 5}), ev.Paid("Ana", "Bo", {1: 2}), of=before
        )
        assert set(instructions_of(stolen, before)) == {
            Instruction(PURSE, source=BANK, target="Ana", value=5),
            Instruction(PURSE, source="Ana", target=BANK, n=3, value=1),
            Instruction(PURSE, source="Bo", target=BANK, n=2, value=1),
        }

    def test_unseen_cards_are_counted(self) -> None:
        deck = after(*(ev.Placed(f"mole#{n}", "deck") for n in range(1, 6)), ev.Shuffled("deck"))
        drawn = after(ev.PoolShifted("deck", "hand.Ana", 3), of=deck)
        assert instructions_of(drawn, deck) == (Instruction(UNSEEN, source="hand.Ana", target="deck", n=3),)

    def test_a_dealt_card_goes_back_among_the_unseen(self) -> None:
        deck = after(*(ev.Placed(f"mole#{n}", "deck") for n in range(1, 6)), ev.Shuffled("deck"))
        dealt = after(ev.Moved("mole#2", "deck", "line-up"), of=deck)
        assert instructions_of(dealt, deck) == (Instruction(CARD, "mole#2", "line-up", "deck"),)
        assert instructions_of(deck, dealt) == (Instruction(CARD, "mole#2", "deck", "line-up", index=0, buried=True),)

    def test_another_copy_at_the_same_place_is_nothing_to_do(self) -> None:
        other = after(ev.Moved("kick#1", "line-up", "box"), ev.Placed("kick#2", "line-up", index=1), of=LINE_UP)
        assert [line for line in instructions_of(other, LINE_UP) if line.by_hand] == []

    def test_a_card_that_only_the_app_had_not_heard_of_stays_where_it_is(self) -> None:
        swept = after(ev.Placed("punch#1", "deck.Ana"))
        (line,) = instructions_of(swept, EMPTY)
        assert (line.source, line.target, line.by_hand) == ("deck.Ana", None, False)

    def test_markers_that_are_tokens_come_off_and_others_are_the_apps(self) -> None:
        marked = after(
            ev.Marked("kick#1", "frozen", "Ana"), ev.Marked("kick#1", "frozen", "Bo"), ev.Marked("kick#1", "assumed"),
            of=LINE_UP,
        )  # fmt: skip
        assert instructions_of(marked, LINE_UP, MARKERS) == (Instruction(MARKER, "frozen-token", "kick#1", BANK, 2),)
        assert instructions_of(LINE_UP, marked, MARKERS) == (Instruction(MARKER, "frozen-token", BANK, "kick#1", 2),)

    def test_a_revealed_card_is_turned_down_again(self) -> None:
        sealed = after(ev.Faced("kick#1", ("app", "Ana")), of=LINE_UP)
        shown = after(ev.Faced("kick#1", (TABLE,)), of=sealed)
        assert instructions_of(shown, sealed) == (Instruction(FACE, "kick#1", "line-up", DOWN),)
        assert instructions_of(sealed, shown) == (Instruction(FACE, "kick#1", "line-up", UP),)

    def test_as_few_cards_as_can_be_change_their_order(self) -> None:
        last = after(ev.Moved("catwoman#1", "line-up", "line-up"), of=LINE_UP)
        assert instructions_of(last, LINE_UP) == (Instruction(CARD, "catwoman#1", "line-up", "line-up", index=0),)

    def test_what_is_only_known_or_counted_moves_nothing(self) -> None:
        state = after(
            ev.Counted("power.Ana", 3), ev.SeatsOrdered(SEATS, "Bo", 4), ev.FramePushed(1, "turn"), of=LINE_UP
        )
        assert instructions_of(state, LINE_UP) == ()


class TestTheList:
    BACK = Instruction(CARD, "kick#1", "discard.Bo", "line-up", index=1)
    FIVE = Instruction(PURSE, source="Ana", target=BANK, value=5)

    def test_redo_takes_the_lines_away_again(self) -> None:
        bought = after(ev.Moved("kick#1", "line-up", "discard.Bo"), ev.Paid(BANK, "Ana", {5: 1, 1: 2}), of=LINE_UP)
        assert merged(instructions_of(bought, LINE_UP), instructions_of(LINE_UP, bought)) == ()

    def test_two_steps_of_a_piece_are_one(self) -> None:
        more = Instruction(CARD, "kick#1", "line-up", "kicks", index=0)
        assert merged((self.BACK,), (more,)) == (Instruction(CARD, "kick#1", "discard.Bo", "kicks", index=0),)

    def test_numbers_add_up_and_cancel(self) -> None:
        assert merged((self.FIVE,), (self.FIVE,)) == (Instruction(PURSE, source="Ana", target=BANK, n=2, value=5),)
        back = Instruction(PURSE, source=BANK, target="Ana", n=3, value=5)
        assert merged((self.FIVE,), (back,)) == (Instruction(PURSE, source=BANK, target="Ana", n=2, value=5),)
        assert merged((back,), (self.FIVE,)) == (Instruction(PURSE, source=BANK, target="Ana", n=2, value=5),)

    def test_other_lines_stay(self) -> None:
        other = Instruction(CARD, "robin#1", "discard.Bo", "line-up", index=2)
        assert merged((self.BACK, self.FIVE), (other,)) == (self.BACK, self.FIVE, other)

    def test_a_piece_that_is_played_on_is_done(self) -> None:
        assert done_by((self.BACK, self.FIVE), (ev.Moved("kick#1", "line-up", "discard.Ana"),)) == (self.FIVE,)
        assert done_by((self.BACK,), (ev.Moved("kick#2", "line-up", "discard.Ana"),)) == (self.BACK,)

    def test_which_side_of_it_is_up_is_still_to_be_put_right(self) -> None:
        side = Instruction(FACE, "kick#1", "line-up", UP)
        assert done_by((side,), (ev.Moved("kick#1", "line-up", "discard.Ana"),)) == (side,)

    def test_ticking_counts_down(self) -> None:
        two = Instruction(PURSE, source="Ana", target=BANK, n=2, value=5)
        assert ticked((self.BACK, two), 1) == (self.BACK, self.FIVE)
        assert ticked((self.BACK, self.FIVE), 0) == (self.FIVE,)
        with pytest.raises(IndexError):
            ticked((), 0)


@dataclass
class Table:
    """A model of what lies on the table: kinds in order, unseen cards by number, tokens, markers and faces."""

    cards: dict[str, list[str]] = field(default_factory=dict)
    unseen: Counter[str] = field(default_factory=Counter)
    tokens: Counter[tuple[str, int]] = field(default_factory=Counter)
    markers: Counter[tuple[str, str]] = field(default_factory=Counter)
    faces: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, state: State) -> Table:
        table = cls()
        table.cards = {zone: [kind_of(card) for card in cards] for zone, cards in state.zones.items()}
        for pool in state.pools.values():
            table.unseen.update(pool.places)
        for name, purse in state.purses.items():
            table.tokens.update({(name, value): n for value, n in purse.items()})
        for bearer in state.marks:
            table.markers[bearer, "frozen"] = state.marked(bearer, "frozen")
        table.faces = {card: TABLE in to for card, to in state.known.items() if card in state.where}
        return table

    def do(self, lines: tuple[Instruction, ...]) -> None:
        """By hand: lift every piece, then put them down line by line."""
        for line in lines:
            if line.what == CARD and line.source is not None:
                if line.buried:
                    self.unseen[line.source] -= 1
                else:
                    self.cards[line.source].remove(kind_of(line.card))
        for line in lines:
            match line.what:
                case "card" if line.target is not None:
                    if line.index is None:
                        self.unseen[line.target] += 1
                    else:
                        self.cards.setdefault(line.target, []).insert(line.index, kind_of(line.card))
                case "unseen":
                    self.unseen[str(line.source)] -= line.n
                    self.unseen[str(line.target)] += line.n
                case "purse":
                    self.tokens[str(line.source), line.value] -= line.n
                    self.tokens[str(line.target), line.value] += line.n
                case "marker":
                    bearer, sign = (line.target, 1) if line.source == BANK else (line.source, -1)
                    self.markers[str(bearer), line.card.removesuffix("-token")] += sign * line.n
                case "face":
                    self.faces[line.card] = line.target == UP

    def seen(self) -> tuple[object, ...]:
        tokens = {key: n for key, n in self.tokens.items() if n and key[0] != BANK}
        return (
            {zone: cards for zone, cards in self.cards.items() if cards},
            +self.unseen,
            tokens,
            +self.markers,
        )


PLACES = ("deck", "hand.Ana", "hand.Bo", "heap", "line-up")
CARDS = tuple(f"{kind}#{n}" for kind in ("mole", "gem", "spade") for n in range(1, 5))


def start() -> State:
    return after(
        *(ev.Placed(card, "deck") for card in CARDS[:8]),
        ev.Shuffled("deck"),
        *(ev.Placed(card, "line-up") for card in CARDS[8:]),
        ev.Paid(BANK, "Ana", {5: 2, 1: 3}),
        ev.Paid(BANK, "Bo", {5: 1, 1: 1}),
    )


def step(data: st.DataObject, state: State) -> State:
    """One thing that can happen to pieces, drawn among those that can."""
    open_cards = sorted(state.where)
    hidden = sorted(
        (card, place)
        for pool in state.pools.values()
        for card in pool.contents
        for place, n in pool.places.items()
        if n
    )
    kind = data.draw(st.sampled_from(["move", "draw", "shift", "shuffle", "merge", "pay", "mark", "unmark", "face"]))
    place = data.draw(st.sampled_from(PLACES))
    index = data.draw(st.sampled_from([None, 0, 1]))
    events: list[ev.Event] = []
    if kind == "move" and open_cards:
        card = data.draw(st.sampled_from(open_cards))
        events = [ev.Moved(card, state.where[card], place, index)]
    elif kind == "draw" and hidden:
        card, source = data.draw(st.sampled_from(hidden))
        events = [ev.Moved(card, source, place, index)]
    elif kind == "shift":
        full = [p for pool in state.pools.values() for p, n in pool.places.items() if n and p != place]
        if full:
            events = [ev.PoolShifted(data.draw(st.sampled_from(full)), place, 1)]
    elif kind == "shuffle":
        events = [ev.Shuffled(place)]
    elif kind == "merge":
        events = [ev.PoolsMerged(PLACES[:3])]
    elif kind == "pay":
        payer = data.draw(st.sampled_from(("Ana", "Bo")))
        have = {value: n for value, n in state.purses[payer].items() if n}
        if have:
            value = data.draw(st.sampled_from(sorted(have)))
            events = [ev.Paid(payer, data.draw(st.sampled_from((BANK, "Ana", "Bo"))), {value: 1})]
    elif kind == "mark" and open_cards:
        events = [ev.Marked(data.draw(st.sampled_from(open_cards)), "frozen", "Ana")]
    elif kind == "unmark" and state.marks:
        events = [ev.Unmarked(data.draw(st.sampled_from(sorted(state.marks))), "frozen")]
    elif kind == "face" and open_cards:
        events = [ev.Faced(data.draw(st.sampled_from(open_cards)), data.draw(st.sampled_from([(TABLE,), ("Ana",)])))]
    return fold(state, events)


@settings(max_examples=120, deadline=None)
@given(st.data(), st.integers(1, 8))
def test_doing_all_lines_turns_one_table_into_the_other(data: st.DataObject, steps: int) -> None:
    """Both ways: an undo from the later state to the earlier one, and the redo."""
    first = start()
    last = first
    for _ in range(steps):
        last = step(data, last)
    for before, to in ((last, first), (first, last)):
        table = Table.of(before)
        lines = instructions_of(before, to, MARKERS)
        table.do(lines)
        assert table.seen() == Table.of(to).seen()
        for card, up in Table.of(to).faces.items():
            if before.where.get(card) == to.where.get(card) and card in before.known:
                assert table.faces[card] == up
    assert instructions_of(last, last, MARKERS) == ()
    assert merged(instructions_of(last, first, MARKERS), ()) == instructions_of(last, first, MARKERS)


def heaps(table: Table) -> tuple[object, ...]:
    """Return what lies where, whatever its order."""
    cards, *rest = table.seen()
    assert isinstance(cards, dict)
    return ({zone: Counter(each) for zone, each in cards.items()}, *rest)


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(1, 5), st.integers(1, 5))
def test_two_undos_before_anything_was_done_are_one_list(data: st.DataObject, one: int, two: int) -> None:
    first = start()
    middle = first
    for _ in range(one):
        middle = step(data, middle)
    last = middle
    for _ in range(two):
        last = step(data, last)
    lines = merged(instructions_of(last, middle, MARKERS), instructions_of(middle, first, MARKERS))
    table = Table.of(last)
    table.do(lines)
    assert heaps(table) == heaps(Table.of(first))
