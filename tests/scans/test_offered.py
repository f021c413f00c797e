"""Offers are worked out once a state, and never those of another state or viewer."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from lairkeeper.core.ids import TABLE
from lairkeeper.core.state import State
from lairkeeper.scans.offered import Offered

from .taps import Taps, match
from .toy import TOY


def test_the_same_question_is_answered_once() -> None:
    asked: list[tuple[State, str, str | None]] = []
    game: Any = SimpleNamespace(possible=lambda *question: (*asked, asked.append(question)))
    offered, state, other = Offered(), match().state, match().state
    first = offered.by(game, state, TABLE)
    assert offered.by(game, state, TABLE) is first
    for again, viewer in ((other, TABLE), (other, "Ana"), (state, "Ana"), (state, TABLE)):
        assert offered.by(game, again, viewer) is not first
    again_and_again = ((state, TABLE), (other, TABLE), (other, "Ana"), (state, "Ana"), (state, TABLE))
    assert asked == [(*each, None) for each in again_and_again]


def test_a_piece_is_asked_about_once_while_nothing_changes() -> None:
    asked: list[tuple[State, str, str | None]] = []
    game: Any = SimpleNamespace(possible=lambda *question: (*asked, asked.append(question)))
    offered, state, other = Offered(), match().state, match().state
    for piece in ("coin-5#1", None, "apple#1", "coin-5#1", None):
        assert offered.by(game, state, TABLE, piece) is offered.by(game, state, TABLE, piece)
    assert [piece for _, _, piece in asked] == ["coin-5#1", None, "apple#1"]
    offered.by(game, other, TABLE, "coin-5#1")
    assert asked[-1] == (other, TABLE, "coin-5#1")
    assert len(asked) == 4


def test_what_a_match_offers_follows_it() -> None:
    taps = Taps()
    before = taps.player.context()
    assert before.offers == TOY.possible(before.state, TABLE)
    assert taps.player.context().offers is before.offers
    taps.tap("seat-1", "coin-5").wait(20)
    after = taps.player.context()
    assert after.state is not before.state
    assert after.offers == TOY.possible(after.state, TABLE)
