from __future__ import annotations

import pytest

from lairkeeper.core.events import Moved, Placed, PoolShifted, PoolsMerged, Shuffled
from lairkeeper.core.evolve import evolve, fold
from lairkeeper.core.ids import kind_of
from lairkeeper.core.pool import bounds, exactly, may_hold, mismatch
from lairkeeper.core.state import State

VP = {"mole": 1, "gem": 3, "weed": -1}
EMPTY = State("toy", "full", ("Ana", "Bo"), None)
CARDS = ("mole#1", "mole#2", "gem#1", "weed#1")


def vp(label: str) -> int:
    return VP[kind_of(label)]


@pytest.fixture
def deck() -> State:
    return fold(EMPTY, [*(Placed(card, "deck.Ana") for card in CARDS), Shuffled("deck.Ana")])


def test_a_shuffled_deck_is_known_together(deck: State) -> None:
    assert exactly(deck, "deck.Ana") == dict.fromkeys(CARDS, 1)
    assert bounds(deck, ["deck.Ana"], vp) == (4, 4)
    assert mismatch(deck) == ()


def test_cards_drawn_unseen_leave_bounds(deck: State) -> None:
    state = evolve(deck, PoolShifted("deck.Ana", "hand.Ana", 2))
    assert exactly(state, "hand.Ana") is None
    assert bounds(state, ["hand.Ana"], vp) == (0, 4)
    assert bounds(state, ["hand.Ana", "deck.Ana"], vp) == (4, 4), "together they are known"
    assert may_hold(state, "hand.Ana", "gem#1")
    assert not may_hold(state, "hand.Ana", "gem#2")


def test_a_scan_pulls_a_card_out(deck: State) -> None:
    state = fold(deck, [PoolShifted("deck.Ana", "hand.Ana", 2), Moved("gem#1", "hand.Ana", "heap")])
    assert state.zone("heap") == ("gem#1",)
    assert (state.size("hand.Ana"), state.size("deck.Ana")) == (1, 2)
    assert bounds(state, ["hand.Ana"], vp) == (-1, 1)
    assert not may_hold(state, "hand.Ana", "gem#1")


def test_a_card_known_by_kind_gets_its_copy_number_by_the_scan() -> None:
    state = fold(EMPTY, [Placed("mole", "deck.Ana", {"vp": 1}), Placed("mole", "deck.Ana"), Shuffled("deck.Ana")])
    state = evolve(state, Moved("mole#7", "deck.Ana", "heap"))
    assert state.printed("mole#7") == {"vp": 1}
    assert state.printed("owl#1") == {}
    assert exactly(state, "deck.Ana") == {"mole": 1}


def test_a_card_that_cannot_be_there_is_an_error(deck: State) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        evolve(deck, Moved("gem#2", "deck.Ana", "heap"))
    with pytest.raises(ValueError, match="cannot be"):
        evolve(evolve(deck, PoolShifted("deck.Ana", "hand.Ana", 4)), Moved("gem#1", "deck.Ana", "heap"))


def test_more_cards_than_there_are_cannot_be_shifted(deck: State) -> None:
    with pytest.raises(ValueError, match=r"5 from 4"):
        evolve(deck, PoolShifted("deck.Ana", "hand.Ana", 5))
    with pytest.raises(ValueError, match="no unseen"):
        evolve(EMPTY, PoolShifted("deck.Ana", "hand.Ana", 1))


def test_a_pool_that_runs_empty_at_one_place_is_known_again(deck: State) -> None:
    state = fold(deck, [PoolShifted("deck.Ana", "hand.Ana", 2), PoolShifted("hand.Ana", "deck.Ana", 2)])
    assert exactly(state, "deck.Ana") == dict.fromkeys(CARDS, 1)
    assert state.size("hand.Ana") == 0


def test_an_unseen_pass_merges_two_pools_until_a_scan_tells(deck: State) -> None:
    state = fold(deck, [Placed("gem#2", "deck.Bo"), Shuffled("deck.Bo"), PoolShifted("deck.Ana", "deck.Bo", 1)])
    assert bounds(state, ["deck.Bo"], vp) == (0, 6)
    assert bounds(state, ["deck.Ana", "deck.Bo"], vp) == (7, 7)
    state = fold(state, [Moved("gem#2", "deck.Bo", "heap"), Moved("weed#1", "deck.Bo", "heap")])
    assert bounds(state, ["deck.Ana"], vp) == (5, 5)


def test_pools_can_be_merged_without_a_move(deck: State) -> None:
    state = fold(deck, [Placed("gem#2", "deck.Bo"), Shuffled("deck.Bo"), PoolsMerged(("deck.Ana", "deck.Bo"))])
    assert exactly(state, "deck.Bo") is None
    assert len(state.pools) == 1
    assert evolve(state, PoolsMerged(("deck.Ana", "deck.Bo"))) == state


def test_a_known_card_put_into_a_shuffled_place_joins_its_pool(deck: State) -> None:
    state = fold(deck, [Placed("gem#2", "heap"), Moved("gem#2", "heap", "deck.Ana")])
    assert bounds(state, ["deck.Ana"], vp) == (7, 7)
    assert mismatch(state) == ()
