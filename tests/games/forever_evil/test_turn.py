"""The end of a turn: its eight steps in order, and the two endings at their moments."""

from __future__ import annotations

import pytest

from lairkeeper.core import events as ev

from .deck_match import at, begin, do, refused


def seen_of(events: tuple[ev.Event, ...]) -> list[str]:
    """Return what the table sees of a turn's end, each once.

    That is: cards put down, questions, cards drawn, whose turn it is.
    """
    seen = []
    for event in events:
        match event:
            case ev.Moved(source=source, target=target) | ev.PoolShifted(source=source, target=target):
                seen.append(f"{source} to {target}")
            case ev.Asked(code=code):
                seen.append(code)
            case ev.SeatsOrdered(active=active):
                seen.append(f"turn of {active}")
    return list(dict.fromkeys(seen))


@pytest.mark.covers("fe-28", "fe-33", "fe-35", "fe-150")
def test_the_steps_come_in_the_order_of_the_rulebook() -> None:
    history = begin()
    do(history, "gain", "Bo", "weakness#1")
    do(history, "end-turn", "Ana")
    do(history, "play", "Bo", "punch#8")
    do(history, "buy", "Bo", "vibe#1")
    do(history, "defeat", "Bo", "the-flash#1")
    ended = seen_of(do(history, "end-turn", "Bo").events)
    assert ended == ["in-play.Bo to discard.Bo", "refill"]
    dealt = seen_of(do(history, "deal", card="steel#1").events)
    assert dealt == ["main-deck to line-up", "discard.Bo to deck.Bo", "turn of None", "flip"]
    assert at(history, "active") is None
    shown = seen_of(do(history, "flip", card="superman#1").events)
    assert shown == ["super-heroes to super-hero", "first-appearance"]
    do(history, "done", "Bo")
    assert seen_of(do(history, "done", "Ana").events) == ["turn of Ana", "your-turn"]
    assert (at(history, "active"), at(history, "turn")) == ("Ana", 3)


def test_the_discard_pile_is_open_until_its_owner_may_have_shuffled() -> None:
    history = begin()
    do(history, "gain", "Bo", "weakness#1")
    do(history, "buy", "Ana", "kick#1")
    do(history, "end-turn", "Ana")
    assert at(history, "discard.Ana") == []
    assert at(history, "discard.Bo") == ["weakness#1"]
    assert "kick#1" in at(history, "deck.Ana")


def test_cards_played_leave_play_with_the_turn() -> None:
    history = begin(setup={"deck.Ana": ["green-arrow#1", "steel#2", "earth-3#1"]})
    for card in ("green-arrow#1", "steel#2", "earth-3#1"):
        do(history, "play", "Ana", card)
    do(history, "end-turn", "Ana")
    assert at(history, "in-play.Ana") == ["green-arrow#1", "earth-3#1"]
    assert refused(history, "play", "Ana", "steel#2").code == "out-of-turn"


def test_a_match_may_end_in_the_middle_of_nothing_only_by_force() -> None:
    history = begin()
    for option in ("line-up", "super-heroes"):
        refusal = refused(history, "end-game", "Ana", option=option)
        assert (refusal.code, refusal.forcible) == ("not-the-moment", True)
    assert refused(history, "end-game", "Ana", option="rain").code == "not-an-ending"
    do(history, "defeat", "Ana", "the-flash#1")
    do(history, "end-turn", "Ana")
    assert refused(history, "end-game", option="super-heroes").args == {"n": 7}
    do(history, "end-game", option="super-heroes", force="the stack was short")
    assert at(history, "step") == "audit"


def test_prices_are_not_followed_and_said_so() -> None:
    history = begin()
    assert do(history, "buy", "Ana", "giganta#1").unverified == ("power",)
    assert do(history, "defeat", "Ana", "the-flash#1").unverified == ("power",)


def test_undo_takes_a_whole_refill_back() -> None:
    history = begin()
    do(history, "buy", "Ana", "giganta#1")
    do(history, "end-turn", "Ana")
    do(history, "deal", card="steel#1")
    assert at(history, "active") == "Bo"
    history.undo(3)
    assert (at(history, "active"), at(history, "main-deck")) == ("Ana", 101)
    history.redo()
    assert (at(history, "active"), at(history, "main-deck")) == ("Bo", 100)
