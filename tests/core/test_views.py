from __future__ import annotations

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import TABLE
from lairkeeper.core.view import ZoneView
from lairkeeper.core.views import PUBLIC, zone_view

from .toy import TOY, begin, do, plot_all


def test_a_hand_is_seen_by_its_owner_and_counted_by_the_others() -> None:
    history = begin()
    assert TOY.view(history.state, "Ana").zones["hand.Ana"].cards == ("mole#1", "gem#1")
    for viewer in ("Bo", "table"):
        zone = TOY.view(history.state, viewer).zones["hand.Ana"]
        assert (zone.count, zone.cards) == (2, None)


def test_a_sealed_read_is_shown_to_its_owner_and_not_to_the_table() -> None:
    history = begin()
    plot_all(history)
    do(history, move="read", by="Ana", card="gem#2")
    assert TOY.lookup(history.state, "view.Ana.hand.Ana") == ["gem#1", "gem#2"]
    assert TOY.lookup(history.state, "view.Bo.hand.Ana") == "2 cards"
    assert TOY.lookup(history.state, "view.table.hand.Ana") == "2 cards"


def test_a_card_nobody_looked_at_is_only_counted_even_by_its_owner() -> None:
    history = begin()
    plot_all(history)
    do(history, move="draw", by="Ana")
    assert TOY.lookup(history.state, "view.Ana.hand.Ana") == ["gem#1", "1 card"]
    assert TOY.lookup(history.state, "view.table.hand.Ana") == "2 cards"


def test_what_has_been_revealed_is_seen_by_all() -> None:
    history = begin()
    plot_all(history)
    assert TOY.lookup(history.state, "view.table.heap") == ["mole#1", "mole#2", "mole#3"]


def test_a_viewer_who_does_not_play_sees_nothing() -> None:
    with pytest.raises(ValueError, match="Zoe"):
        TOY.view(begin().state, "Zoe")


def test_a_sealed_answer_changes_nobody_elses_view_but_who_is_waited_for() -> None:
    one, other = begin(), begin()
    do(one, move="answer", by="Ana", card="mole#1")
    do(other, move="answer", by="Ana", card="gem#1")
    for viewer in ("Bo", "Cy", "table"):
        assert TOY.view(one.state, viewer) == TOY.view(other.state, viewer)


def test_an_open_place_of_which_no_card_is_known_shows_none() -> None:
    history = begin()
    plot_all(history)
    state = fold(history.state, (ev.PoolShifted("deck", "open", 1),))
    assert zone_view(state, "open", TABLE, PUBLIC) == ZoneView(1, None)
    known = fold(state, (ev.Moved("mole#1", "heap", "open"),))
    assert zone_view(known, "open", TABLE, PUBLIC) == ZoneView(2, known.zone("open") or None)
    assert zone_view(state, "none", TABLE, PUBLIC) == ZoneView(0, ())
