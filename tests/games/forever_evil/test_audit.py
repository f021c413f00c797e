"""The decks checked at the end: twins, strays, and what is right when the two counts differ."""

from __future__ import annotations

from typing import Any

from lairkeeper.core.history import History
from lairkeeper.games.forever_evil.audit import report
from lairkeeper.kit.checks import pieces
from lairkeeper.scans import hand_instructions

from .deck_match import at, begin, do, refused


def at_the_end(**decks: list[str]) -> History:
    setup: dict[str, Any] = {f"deck.{seat}": cards for seat, cards in decks.items()}
    history = begin(*decks, setup={**setup, "line-up": [], "main-deck": 0})
    do(history, "end-turn", next(iter(decks)))
    assert at(history, "step") == "audit"
    return history


def test_two_copies_taken_for_each_other_are_no_difference() -> None:
    history = at_the_end(Ana=["kick#3", "punch#1"], Bo=["kick#5", "punch#2"])
    for card in ("kick#5", "punch#1"):
        do(history, "sweep", "Ana", card)
    assert report(history.state) == {"Ana": {"missing": (), "unexpected": ()}}
    do(history, "done", "Ana")
    assert at(history, "score.Bo") == 1
    do(history, "done", "Bo")
    assert (at(history, "score.Ana"), at(history, "score.Bo")) == (1, 1)


def test_two_copies_exchanged_and_both_counted() -> None:
    history = at_the_end(Ana=["kick#3", "punch#1"], Bo=["kick#5", "punch#2"])
    for seat, card in (("Ana", "kick#5"), ("Bo", "kick#3"), ("Bo", "punch#2"), ("Ana", "punch#1")):
        do(history, "sweep", seat, card)
    do(history, "done", "Bo")
    do(history, "done", "Ana")
    assert (at(history, "score.Ana"), at(history, "score.Bo")) == (1, 1)
    assert pieces(history.state).total() == 106 + 16 + 20 + 12 + 2


def test_a_stray_card_goes_back_when_the_app_was_right() -> None:
    history = at_the_end(Ana=["superman#1", "punch#1"], Bo=["despero#1"])
    do(history, "sweep", "Ana", "despero#1")
    refusal = refused(history, "done", "Ana")
    assert refusal.code == "deck-differs"
    assert (refusal.args["cards"], refusal.args["kinds"]) == (("punch", "superman"), ("despero",))
    do(history, "done", "Ana", option="tracked")
    assert (at(history, "score.Ana"), at(history, "score.Bo")) == (6, 2)


def test_a_stray_card_stays_when_the_count_was_right() -> None:
    history = at_the_end(Ana=["superman#1", "punch#1"], Bo=["despero#1"])
    do(history, "sweep", "Ana", "despero#1")
    do(history, "done", "Ana", option="swept")
    do(history, "done", "Bo")
    assert (at(history, "score.Ana"), at(history, "score.Bo"), at(history, "missing")) == (2, 0, 2)


def test_a_card_that_was_not_followed_is_simply_there() -> None:
    history = at_the_end(Ana=["punch#1"], Bo=["punch#2"])
    do(history, "sweep", "Ana", "punch#36")
    assert "punch#36" in at(history, "swept.Ana")
    do(history, "unsweep", "Ana", "punch#36")
    assert refused(history, "unsweep", "Ana", "punch#36").code == "not-counted"
    do(history, "done", "Ana")
    assert len(at(history, "deck.Ana")) == 1


def test_a_destroyed_card_counts_only_when_the_table_insists() -> None:
    history = begin(setup={"deck.Ana": ["superman#1", "punch#1"], "line-up": [], "main-deck": 0})
    do(history, "destroy", "Ana", "superman#1")
    do(history, "end-turn", "Ana")
    assert refused(history, "sweep", "Ana", "superman#1").forcible
    do(history, "sweep", "Ana", "superman#1", force="it was only shown")
    do(history, "sweep", "Ana", "punch#1")
    do(history, "done", "Ana", option="swept")
    assert at(history, "score.Ana") == 6


def test_bounds_hold_what_the_count_then_finds() -> None:
    history = at_the_end(Ana=["deathstorm#1", "phantom-stranger#1", "punch#1"], Bo=["weakness#1", "punch#2"])
    assert at(history, "score.Ana") == 19
    history.undo(1)
    do(history, "pass-unseen", "Ana", target="Bo")
    low, high = at(history, "score.Ana")
    do(history, "end-turn", "Ana")
    for card in ("deathstorm#1", "punch#1"):
        do(history, "sweep", "Ana", card)
    do(history, "done", "Ana")
    do(history, "done", "Bo")
    assert low <= at(history, "score.Ana") <= high
    assert at(history, "score.Bo") == -1 + 8


def test_no_hand_moves_a_card_that_is_counted_missing_or_given_back() -> None:
    history = at_the_end(Ana=["superman#1", "punch#1"], Bo=["despero#1", "kick#1"])
    counted = len(history.live)
    do(history, "sweep", "Ana", "despero#1")
    do(history, "sweep", "Ana", "punch#1")
    do(history, "unsweep", "Ana", "punch#1")
    do(history, "done", "Ana", option="swept")
    do(history, "sweep", "Bo", "kick#1")
    do(history, "done", "Bo", option="tracked")
    live = history.live
    for depth in range(len(live) - counted):
        after, before, record = history.state_at(depth), history.state_at(depth + 1), live[-1 - depth]
        assert hand_instructions(history.game, after, before, [record]) == (), record
        assert hand_instructions(history.game, before, after, [record]) == (), record
    assert hand_instructions(history.game, history.state, history.state_at(len(live) - counted), live[counted:]) == ()
