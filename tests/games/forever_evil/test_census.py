"""Following more or less in the middle of a match."""

from __future__ import annotations

import pytest

from lairkeeper.kit.checks import pieces

from .deck_match import at, begin, do, refused
from .full_table import FullTable


def test_a_match_of_tokens_goes_on_card_by_card() -> None:
    history = begin(level="score", setup={"purse.Ana": {"5": 1}})
    do(history, "end-turn", "Ana")
    do(history, "set-level", option="deck")
    assert at(history, "prompt") == "census-line-up"
    assert refused(history, "deal", card="vp-1").code == "not-a-deck-card"
    assert refused(history, "flip", card="mallet#1").code == "not-a-super-hero"
    for card in ("kick#3", "despero#1", "the-flash#1", "punch#5"):
        do(history, "sweep", "Ana", card)
    for card in ("giganta#1", "giganta#2"):
        do(history, "deal", card=card)
    do(history, "play", "Bo", "earth-3#1")
    do(history, "destroy", "Bo", "weakness#2")
    do(history, "flip", card="batman#1")
    do(history, "done")
    assert at(history, "prompt") == "census"
    do(history, "done")
    assert (at(history, "step"), at(history, "active")) == ("turn", "Bo")
    assert at(history, "score.Ana") == 5 + 1 + 2 + 4
    assert (at(history, "deck.Ana").count("punch"), len(at(history, "deck.Ana"))) == (6, 13)
    assert [at(history, path) for path in ("kicks", "weaknesses", "main-deck", "super-heroes")] == [15, 19, 102, 6]
    assert pieces(history.state).total() == 106 + 16 + 20 + 12 + 20


def test_a_card_shown_twice_ends_where_it_was_shown_last() -> None:
    history = begin(level="score")
    do(history, "set-level", option="deck")
    do(history, "sweep", "Ana", "despero#1")
    do(history, "sweep", "Bo", "despero#1")
    do(history, "flip", card="batman#1")
    do(history, "flip", card="superman#1")
    do(history, "done")
    do(history, "done")
    assert (at(history, "score.Ana"), at(history, "score.Bo")) == (0, 2)
    assert at(history, "super-hero") == "superman#1"


def test_a_match_followed_once_is_counted_like_any_other() -> None:
    history = begin(setup={"deck.Ana": ["despero#1", "punch#1"], "deck.Bo": ["vibe#2", "punch#2"]})
    do(history, "set-level", option="score")
    do(history, "end-game", option="line-up")
    do(history, "destroy", "Bo", "vibe#2")
    do(history, "done")
    do(history, "sweep", "Ana", "despero#1")
    assert refused(history, "sweep", "Bo", "despero#1").code == "already-counted"
    do(history, "sweep", "Bo", "giganta#1")
    do(history, "unsweep", "Bo", "giganta#1")
    do(history, "sweep", "Bo", "punch#2")
    do(history, "done", "Ana")
    do(history, "done", "Bo")
    assert history.state.winners == ("Ana",)
    assert (at(history, "score.Ana"), at(history, "score.Bo")) == (2, 0)


def test_the_final_count_goes_on_as_it_began() -> None:
    history = begin(setup={"line-up": [], "main-deck": 0})
    do(history, "end-turn", "Ana")
    assert at(history, "step") == "audit"
    assert refused(history, "set-level", option="score").code == "level-later"
    assert refused(history, "set-level", option="full").code == "level-later"


@pytest.mark.parametrize("level", ["score", "deck"])
@pytest.mark.parametrize("seed", range(4))
def test_a_match_goes_on_from_wherever_the_level_goes_down(seed: int, level: str) -> None:
    """At any question of a whole match; pieces and tokens are where they were."""
    table = FullTable(seed)
    asked: set[str] = set()
    while not table.history.state.finished and len(asked) < 12:
        state = table.history.state
        assert state.prompt is not None
        code = state.prompt.code
        if code not in asked and code != "audit":
            asked.add(code)
            before = pieces(state)
            do(table.history, "set-level", option=level)
            now = table.history.state
            assert (now.level, pieces(now)) == (level, before), code
            assert at(table.history, "prompt.code") in {"your-turn", "opening", "refill", "flip", "first-appearance"}
            table.history.undo(1)
        table.step()
