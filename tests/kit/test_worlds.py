"""The other worlds of the secrecy check: only those that a viewer cannot tell from the true one."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

from lairkeeper.core.ids import TABLE
from lairkeeper.core.state import Pool, State
from lairkeeper.core.views import COUNT
from lairkeeper.kit.worlds import worlds

GAME: Any = SimpleNamespace(id="toy", sees=lambda state, path, viewer: COUNT)
HIDDEN = "downfall#1"


def swapped(*pools: Pool) -> set[str]:
    """Return the cards that stand for a hidden one, in a match with these pools."""
    names = [next(iter(pool.places)) for pool in pools]
    state = State(
        "toy", "full", ("Ana", "Bo"), None, zones={"scheme-1": (HIDDEN,)}, where={HIDDEN: "scheme-1"},
        pools=dict(zip(names, pools, strict=True)), pooled={name: name for name in names},
    )  # fmt: skip
    return {world.turn[HIDDEN] for world in worlds(GAME, state, TABLE, Random(0)) if world.turn}


def test_a_card_in_the_box_stands_for_no_hidden_card() -> None:
    """DC Forever, seed 675099050: a Scheme of a character that nobody had drafted did."""
    box = Pool({"box.cards": 1}, {"uprising#1": 1})
    assert swapped(box) == set()
    assert swapped(box, Pool({"deck.Bo": 1}, {"heist#1": 1})) == {"heist#1"}


def test_a_deck_that_came_partly_from_the_box_does() -> None:
    assert swapped(Pool({"deck.Bo": 1, "box.cards": 1}, {"uprising#1": 2})) == {"uprising#1"}
