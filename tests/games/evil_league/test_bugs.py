"""Mistakes that this game invites, put in on purpose: its kit must notice every one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lairkeeper.core.kernel import Kernel
from lairkeeper.core.views import PUBLIC, SECRET
from lairkeeper.games.evil_league import GAME, effects, loot, places, powers, round, track
from lairkeeper.games.evil_league.cards import CORNERS
from lairkeeper.games.evil_league.moves import acting, actions, dealing, fight, last, losing, moving, schemes
from lairkeeper.kit.run import run_kit
from lairkeeper.kit.seeded_bugs import Patches

from ...fresh import some

Plant = Callable[[Patches], Kernel]


def never(*_: Any, **__: Any) -> None:
    """In place of something that is forgotten."""


def patched(module: Any, name: str, new: Any) -> Plant:
    def plant(patches: Patches) -> Kernel:
        patches.set(module, name, new)
        return GAME

    return plant


def counts_occupied(state: Any, seat: str, n: int, base: int | None = None) -> int:
    at = track.reputation(state, seat) if base is None else base
    while n:
        at += 1
        n -= track.taken_by(state, at, seat) is None
    return at


def highest_first(state: Any, seats: Any, ranking: Any) -> tuple[str, ...]:
    return tuple(seat for seat in ranking if seat in set(seats))


def open_hands(patches: Patches) -> Kernel:
    return replace(GAME, sees=lambda state, path, viewer: PUBLIC)


BUGS: dict[str, Plant] = {
    "markers do not hop": patched(track, "taken_by", never),
    "occupied numbers passed over are not counted": patched(track, "landing", counts_occupied),
    "only the very number wins": patched(track, "check_win", lambda work, seat: None),
    "the order changes within a round": patched(acting, "order_of", track.order),
    "captain hammer stops no scheme": patched(schemes, "blocks", lambda state: False),
    "the highest villain picks first": patched(
        schemes, "reverse", lambda state, seats, order: tuple(order)[: len(tuple(seats))]
    ),
    "equal schemes begin with the highest villain": patched(
        schemes, "space", lambda state, seat: -track.space(state, seat)
    ),
    "nobody is beaten": patched(round, "lose", never),
    "power has no limit": patched(powers, "MOST", 99),
    "a pawn that lies down is moved": patched(effects, "committed", lambda state, seat: False),
    "a bonus action after committing last": patched(last, "bonus_open", lambda state, frame: True),
    "discards are never shuffled": patched(loot, "reshuffle", never),
    "captain hammer goes the other way": patched(places, "circle", lambda rules: CORNERS[::-1]),
    "shopping is free": patched(actions, "to_bag", never),
    "pawns may stay": patched(moving, "wrong_goal", never),
    "captain hammer never stands up": patched(places, "unmark", lambda work, target, name: None),
    "three parts are a weapon": patched(fight, "complete", lambda state, seat: state.size(places.weapon_of(seat)) >= 3),
    "a second part of a kind fits": patched(actions, "fits", lambda state, seat, card: True),
    "equipped parts are lost to captain hammer": patched(losing, "spare", lambda state, seat, card: card),
    "the refresh fills nothing": patched(dealing, "missing", lambda state, sort: 0),
    "everybody sees every hand": open_hands,
    "nobody sees the board": lambda patches: replace(GAME, sees=lambda state, path, viewer: SECRET),
}


@pytest.mark.parametrize("name", some(BUGS, len(BUGS) // 2))
def test_the_kit_notices(name: str) -> None:
    patches = Patches()
    try:
        results = run_kit(BUGS[name](patches), levels=("full",), seeds=(1,), first_only=True)
    finally:
        patches.undo()
    assert [each for each in results if not each.ok], f"nobody noticed: {name}"
