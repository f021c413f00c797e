from __future__ import annotations

import pytest

from lairkeeper.core.events import Moved, PoolShifted, Shuffled
from lairkeeper.core.evolve import fold
from lairkeeper.core.paths import PathError

from .toy import TOY, begin, do, plot_all

SPADES = ("spade#2", "spade#3", "spade#4")


def test_paths_of_a_running_match() -> None:
    history = begin(setup={"hand.Ana": ("gem#1",), "hand.Bo": ("mole#1",), "hand.Cy": ("spade#1",), "purse.Bo": {5: 1}})
    plot_all(history)
    expected = {
        "turn": 1,
        "active": "Ana",
        "step": "raid",
        "level": "full",
        "seats": ["Ana", "Bo", "Cy"],
        "finished": False,
        "winners": [],
        "prompt": "your-raid",
        "prompt.code": "your-raid",
        "prompt.seat": "Ana",
        "prompt.rule": "raids",
        "prompt.args.seat": "Ana",
        "prompt.options": [],
        "purse.Bo": {"5": 1},
        "purse.Ana": {"1": 3},
        "tokens.Bo": 5,
        "score.Bo": 5,
        "rank.Bo": None,
        "counter.plots.Ana": 1,
        "counter.luck": 0,
        "mark.shield.Ana": 0,
        "heap": ["gem#1", "mole#1", "spade#1"],
        "view.Bo.tokens.Ana": 3,
        "view.table.turn": 1,
        "view.table.winners": [],
    }
    for path, value in expected.items():
        assert TOY.lookup(history.state, path) == value, path


def test_the_truth_about_a_place_may_be_more_than_a_view_of_it() -> None:
    history = begin()
    assert TOY.lookup(history.state, "hand.Ana") == ["mole#1", "gem#1"]
    assert len(TOY.lookup(history.state, "deck")) == 14 - 6
    do(history, move="answer", by="Ana", card="gem#1")
    assert TOY.lookup(history.state, "deck") == ["gem#2", *(f"mole#{n}" for n in range(5, 9)), *SPADES]


def test_what_is_known_comes_before_what_lies_there_unseen() -> None:
    history = begin()
    plot_all(history)
    state = fold(history.state, (Moved("mole#1", "heap", "deck"), Shuffled("deck"), Moved("mole#3", "heap", "deck")))
    deck = TOY.lookup(state, "deck")
    assert (len(deck), deck.count("mole#1"), deck.count("mole#3")) == (10, 1, 1)


def test_a_hand_out_of_which_all_unseen_cards_went_is_known_again() -> None:
    history = begin()
    plot_all(history)
    held = TOY.lookup(history.state, "hand.Ana")
    drawn = fold(history.state, (PoolShifted("deck", "hand.Ana", 1),))
    assert TOY.lookup(drawn, "hand.Ana") == f"{len(held) + 1} cards"
    assert TOY.lookup(fold(drawn, (PoolShifted("hand.Ana", "deck", 1),)), "hand.Ana") == held
    assert TOY.lookup(fold(drawn, (PoolShifted("deck", "kept.Ana", 1),)), "kept.Ana") == "1 card"


def test_a_deck_that_somebody_holds_whole() -> None:
    history = begin()
    plot_all(history)
    deck, held = TOY.lookup(history.state, "deck"), TOY.lookup(history.state, "hand.Ana")
    drawn = fold(history.state, (PoolShifted("deck", "hand.Ana", len(deck)),))
    assert TOY.lookup(drawn, "deck") == []
    assert TOY.lookup(drawn, "hand.Ana") == [*held, *deck]
    assert TOY.lookup(fold(history.state, (PoolShifted("deck", "kept.Ana", len(deck)),)), "kept.Ana") == deck


def test_a_deck_whose_last_card_was_read_is_empty_though_others_of_it_are_unseen() -> None:
    history = begin()
    plot_all(history)
    first, *rest = TOY.lookup(history.state, "deck")
    state = fold(history.state, (PoolShifted("deck", "kept.Ana", len(rest)), Moved(first, "deck", "heap")))
    assert (TOY.lookup(state, "deck"), TOY.lookup(state, "kept.Ana")) == ([], rest)


def test_a_hand_whose_unseen_card_was_played_is_known_again() -> None:
    history = begin()
    plot_all(history)
    held = TOY.lookup(history.state, "hand.Ana")
    state = fold(history.state, (PoolShifted("deck", "hand.Ana", 1), Moved("mole#5", "hand.Ana", "heap")))
    assert TOY.lookup(state, "hand.Ana") == held


def test_after_unseen_draws_even_the_app_knows_bounds_only() -> None:
    history = begin()
    plot_all(history)
    do(history, move="draw", by="Ana")
    assert TOY.lookup(history.state, "score.Ana") == [1, 4]
    assert TOY.lookup(history.state, "deck") == "7 cards"


@pytest.mark.parametrize("path", ["luck", "purse.Zoe", "view.Zoe.turn", "prompt.colour", "turn.x", "seats.Ana", ""])
def test_a_path_that_is_none_is_an_error(path: str) -> None:
    with pytest.raises(PathError):
        TOY.lookup(begin().state, path)


def test_of_seats_whose_names_begin_alike_the_longest_is_meant() -> None:
    history = begin(seats=("Ana", "Ana.B", "Cy"), setup={"purse.Ana.B": {5: 1}})
    assert TOY.lookup(history.state, "view.Ana.B.tokens.Ana.B") == 5
    assert TOY.lookup(history.state, "view.Ana.tokens.Ana.B") == 5
    assert TOY.lookup(history.state, "view.Cy.tokens.Ana.B") == 5
