"""Cards that nobody scanned: what is still known of them, and between which bounds a sum over them lies."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .events import Label
from .ids import Component, Path, kind_of
from .state import State


def may_hold(state: State, place: Path, card: Component) -> bool:
    """Return True when a card could be among the unseen ones at a place."""
    at = state.pooled.get(place)
    if at is None:
        return False
    pool = state.pools[at]
    if not pool.places.get(place) or card in state.where:
        return False
    return bool(pool.contents.get(card) or (kind_of(card) != card and pool.contents.get(kind_of(card))))


def exactly(state: State, places: Path | Iterable[Path]) -> dict[Label, int] | None:
    """Return the unseen cards at one or more places together; None when another place shares their pools."""
    inside = {places} if isinstance(places, str) else set(places)
    contents: dict[Label, int] = {}
    for at in dict.fromkeys(state.pooled[place] for place in inside if place in state.pooled):
        pool = state.pools[at]
        n = sum(many for place, many in pool.places.items() if place in inside)
        if n and n != pool.total:
            return None
        for card, many in pool.contents.items() if n else ():
            contents[card] = contents.get(card, 0) + many
    return contents


def bounds(state: State, places: Iterable[Path], value: Callable[[Label], int]) -> tuple[int, int]:
    """Return the least and the most that the unseen cards at these places can be worth together."""
    wanted: dict[Path, int] = {}
    for place in dict.fromkeys(places):
        at = state.pooled.get(place)
        if at is not None:
            wanted[at] = wanted.get(at, 0) + state.pools[at].places[place]
    low = high = 0
    for at, n in wanted.items():
        worth = sorted(value(card) for card, many in state.pools[at].contents.items() for _ in range(many))
        low += sum(worth[:n])
        high += sum(worth[len(worth) - n :])
    return low, high


def mismatch(state: State) -> tuple[Path, ...]:
    """Return the pools whose places and contents do not add up.

    They are a sign that a scan was missed. Empty when all is well.
    """
    return tuple(at for at, pool in state.pools.items() if sum(pool.places.values()) != pool.total)
