"""The match as one viewer could note it down: the pools of somebody else's hand are one."""

from __future__ import annotations

import pytest

from lairkeeper.core import events as ev
from lairkeeper.core.evolve import fold
from lairkeeper.core.ids import TABLE
from lairkeeper.core.seen import as_seen, owner_of
from lairkeeper.core.showing import in_hand
from lairkeeper.core.state import State
from lairkeeper.core.views import COUNT

from .toy import begin, plot_all


@pytest.fixture
def state() -> State:
    """Ana and Bo each hold an unseen card apart from the unseen pile that is theirs; Cy has two piles and no hand."""
    history = begin()
    plot_all(history)
    moves = (
        ev.Moved("mole#1", "heap", "own.Ana"), ev.Moved("mole#2", "heap", "own.Bo"),
        ev.Moved("mole#3", "heap", "own.Cy"), ev.Moved("mole#4", "hand.Cy", "more.Cy"),
    )  # fmt: skip
    pools = (f"{head}.{seat}" for head in ("own", "hand", "more") for seat in ("Ana", "Bo", "Cy"))
    full = fold(history.state, moves)
    return fold(full, tuple(ev.Shuffled(path) for path in pools if full.zone(path)))


def joined(state: State, viewer: str) -> set[str]:
    """Whose hand is noted down as one with the own pile."""
    seen = as_seen(state, viewer, lambda state, path, viewer: COUNT, in_hand)
    return {seat for seat in seen.seats if seen.pooled.get(f"hand.{seat}") == seen.pooled[f"own.{seat}"]}


@pytest.mark.parametrize(("viewer", "others"), [("Ana", {"Bo"}), ("Bo", {"Ana"}), ("Cy", {"Ana", "Bo"})])
def test_the_pools_of_a_hand_are_one_for_everybody_else(state: State, viewer: str, others: set[str]) -> None:
    assert joined(state, viewer) == others
    assert joined(state, TABLE) == {"Ana", "Bo"}


def test_cards_that_could_be_in_the_hand_are_those_of_both(state: State) -> None:
    seen = as_seen(state, "Ana", lambda state, path, viewer: COUNT, in_hand)
    pool = seen.pools[seen.pooled["hand.Bo"]]
    assert dict(pool.contents) == {"mole#2": 1, "spade#1": 1}
    assert dict(pool.places) == {"hand.Bo": 1, "own.Bo": 1}


def test_piles_without_a_hand_stay_apart(state: State) -> None:
    seen = as_seen(state, "Ana", lambda state, path, viewer: COUNT, in_hand)
    assert seen.pooled["own.Cy"] != seen.pooled["more.Cy"]


def test_the_owner_of_a_pool_is_whose_places_hold_all_of_it(state: State) -> None:
    assert owner_of(state, state.pools[state.pooled["hand.Bo"]]) == "Bo"
    drawn = fold(state, (ev.PoolShifted("deck", "hand.Cy", 1),))
    assert owner_of(drawn, drawn.pools[drawn.pooled["deck"]]) is None
