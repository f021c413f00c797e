"""Finding and moving cards: copies named by tags, copies named by kind alone, and one taken for the other."""

from __future__ import annotations

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.evolve import fold
from lairkeeper.core.pool import mismatch
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.games.forever_evil.moving import bring
from lairkeeper.games.forever_evil.places import (
    ASSUMED,
    everywhere,
    find,
    followed,
    free_copy,
    identified,
    is_extra,
    locate,
    owned,
    owner_of,
)
from lairkeeper.kit.checks import pieces

from .deck_match import at, begin, do, refused


def test_a_tag_is_looked_for_where_it_can_lie() -> None:
    state = begin().state
    assert followed(state)
    assert not followed(begin(level="score").state)
    for card, place in {
        "giganta#1": "line-up",
        "giganta#2": "main-deck",
        "kick#9": "kicks",
        "the-flash#1": "super-hero",
    }.items():
        found = locate(state, card)
        assert found is not None
        assert found.place == place
    assert find(state, "giganta#2", ("line-up", "kicks")) is None
    assert len(list(everywhere(state))) == len(set(everywhere(state)))


def test_starting_cards_are_anybodys_until_their_tag_was_seen() -> None:
    history = begin()
    assert owner_of(history.state, "punch#20") == "Ana"
    do(history, "destroy", "Bo", "punch#20")
    assert at(history, "destroyed") == ["punch#20"]
    assert at(history, "deck.Bo").count("punch") == 6
    assert refused(history, "destroy", "Ana", "punch#20").code == "not-yours"


def test_a_card_named_by_kind_gives_way_to_the_copy_that_shows() -> None:
    history = begin()
    do(history, "destroy", "Ana", "punch")
    assert at(history, "destroyed") == ["punch#1"]
    do(history, "destroy", "Bo", "punch#1")
    assert sorted(at(history, "destroyed")) == ["punch#1", "punch#2"]
    assert [len(owned(history.state, seat) or ()) for seat in ("Ana", "Bo")] == [9, 9]
    assert not mismatch(history.state)


def test_the_copy_dealt_by_kind_is_the_one_that_is_bought_by_tag() -> None:
    history = begin(setup={"line-up": []})
    do(history, "deal", card="catwoman")
    assert at(history, "line-up") == ["catwoman#1"]
    do(history, "buy", "Ana", "catwoman#2")
    assert at(history, "line-up") == []
    assert at(history, "discard.Ana") == ["catwoman#2"]
    found = locate(history.state, "catwoman#1")
    assert found is not None
    assert found.place == "main-deck"
    assert pieces(history.state).total() == pieces(begin(setup={"line-up": []}).state).total()


def test_what_the_table_insists_on_comes_from_wherever_it_is() -> None:
    history = begin()
    assert refused(history, "buy", "Ana", "despero#1").code == "not-for-sale"
    do(history, "buy", "Ana", "despero#1", force="it was dealt, and nobody tapped")
    assert at(history, "discard.Ana") == ["despero#1"]
    assert at(history, "main-deck") == 100


def test_more_cards_than_are_on_record_may_turn_up() -> None:
    history = begin(ruleset={"main-deck": 108})
    assert at(history, "main-deck") == 103
    assert is_extra("despero#2")
    do(history, "deal", card="despero#2")
    do(history, "deal", card="despero#3")
    assert at(history, "main-deck") == 101
    assert refused(history, "deal", card="vibe#4").code == "not-in-main-deck"
    assert refused(begin(), "deal", card="despero#2").code == "unknown-card"


def test_numbers_that_stand_for_no_card_are_given_in_order() -> None:
    history = begin()
    assert free_copy(history.state, "kick") == "kick#1"
    do(history, "buy", "Ana", "kick#1")
    assert free_copy(history.state, "kick") == "kick#2"
    do(history, "pass", "Ana", "kick#1", target="Bo")
    assert identified(history.state, "kick#1")
    assert owner_of(history.state, "kick#1") == "Bo"
    assert free_copy(history.state, "kick") == "kick#2"


@pytest.mark.parametrize("read", [False, True], ids=["among unseen cards", "taken for another copy"])
def test_a_copy_that_was_elsewhere_leaves_the_other_in_its_very_place(read: bool) -> None:
    """Forever Evil, seed 657978: a Weakness on top of a deck slid to the bottom when its number showed up elsewhere."""
    cards = [("weakness#1", "top.Ana"), ("punch#1", "top.Ana"), ("weakness#2", "discard.Bo"), ("kick#1", "discard.Bo")]
    placed = [ev.Placed(card, place) for card, place in cards]
    taken = [ev.Marked("weakness#1", ASSUMED), *([ev.Marked("weakness#2", ASSUMED)] if read else [])]
    events = [*placed, *taken, *([] if read else [ev.Shuffled("discard.Bo")])]
    work = Work(fold(State("forever-evil", "full", ("Ana", "Bo"), None), tuple(events)))
    bring(work, "weakness#1", "top.Bo", ("discard.Bo",))
    assert work.state.zone("top.Ana") == ("weakness#2", "punch#1")
    assert work.state.zone("top.Bo") == ("weakness#1",)
