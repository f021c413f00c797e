"""The table as it is laid out, and what a set-up may say otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from lairkeeper.core.header import Header
from lairkeeper.core.history import History
from lairkeeper.core.result import Refused
from lairkeeper.games.forever_evil import GAME
from lairkeeper.kit.checks import pieces

from .deck_match import at, begin


@pytest.mark.covers("fe-1", "fe-8", "fe-6")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_whole_box_is_on_the_table(players: int) -> None:
    history = begin(*("Ana", "Bo", "Cy", "Di", "Edo")[:players])
    assert pieces(history.state).total() == 106 + 16 + 20 + 12 + 10 * players
    assert (at(history, "super-heroes"), at(history, "set-aside")) == (7, 4)
    for seat in history.header.seats:
        assert sorted(at(history, f"deck.{seat}")) == ["punch"] * 7 + ["vulnerability"] * 3


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"line-up": ["vp-5#1"]}, "not-a-deck-card"),
        ({"line-up": ["giganta"]}, "not-a-deck-card"),
        ({"line-up": "giganta#1"}, "bad-setup"),
        ({"line-up": ["giganta#1", "giganta#1"]}, "already-counted"),
        ({"deck.Ana": ["giganta#1"], "discard.Bo": ["giganta#1"]}, "already-counted"),
        ({"kicks": 17}, "bad-value"),
        ({"kicks": True}, "bad-value"),
        ({"main-deck": -1}, "bad-value"),
        ({"super-hero": "mallet"}, "not-a-super-hero"),
        ({"hand.Ana": ["punch#1"]}, "bad-setup"),
        ({"deck.Zoe": ["punch#1"]}, "bad-setup"),
    ],
)
def test_a_table_that_cannot_be_is_refused(setup: dict[str, Any], code: str) -> None:
    result = History.start(GAME, Header(GAME.id, ("Ana", "Bo"), "deck", {}, setup))
    assert isinstance(result, Refused)
    assert result.code == code


def test_stacks_may_be_smaller_and_nobody_knows_by_which_cards() -> None:
    history = begin(setup={"main-deck": 3, "weaknesses": 0, "super-heroes": 2, "super-hero": "batman#1"})
    assert [at(history, path) for path in ("main-deck", "weaknesses", "super-heroes")] == [3, 0, 2]
    assert at(history, "super-hero") == "batman#1"
    assert at(history, "view.Ana.main-deck") == "3 cards"
    assert pieces(history.state).total() == pieces(begin().state).total()


def test_a_listed_deck_is_the_whole_deck() -> None:
    history = begin(setup={"deck.Ana": ["superman#1", "punch#4"], "in-play.Ana": ["belle-reve#1"]})
    assert sorted(at(history, "deck.Ana")) == ["belle-reve#1", "punch#4", "superman#1"]
    assert at(history, "score.Ana") == 7
