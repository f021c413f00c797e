"""Actions of effects, and notes that effects keep about the strike.

A strike is an Attack, a Threaten or a Rescue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.state import State
from lairkeeper.core.work import Work
from lairkeeper.rules.step import below

from .harm import suffer, to_reserve
from .places import damage_on, in_play
from .steps import Strike

QUIET: Final = frozenset({"value-random", "proof", "extra-action", "return", "host-damage", "damage-most", "to"})
"""Words that do nothing where no piece fits them."""


def strike(state: State) -> Strike | None:
    """Return the Attack, Threaten or Rescue that is going on, or None."""
    return below(Strike, state)


def note(work: Work, name: str, n: int = 1, card: Component | None = None) -> None:
    """Keep a number about the strike until it is over, in a counter named after it."""
    if strike(work.state) is not None:
        suffix = f".{card}" if card else ""
        work.count(f"strike.{name}{suffix}", n)


def noted(state: State, name: str, card: Component | None = None) -> int:
    """Return a number that was noted about the strike, or 0."""
    suffix = f".{card}" if card else ""
    return state.counters.get(f"strike.{name}{suffix}", 0)


def forget(work: Work) -> None:
    """Drop all notes about the strike when it is over."""
    for name, n in tuple(work.state.counters.items()):
        if name.startswith("strike.") and n:
            work.count(name, -n)


def whole(state: State) -> tuple[Component, ...]:
    """Return the modifiers of the strike that nothing has ignored yet."""
    now = strike(state)
    mods = now.mods if now is not None else ()
    return tuple(card for card in mods if not any(noted(state, name, card) for name in ("ignored", "number-ignored")))


def _reduce(work: Work, seat: Seat, n: int) -> None:
    note(work, "less", n)


def _proof(work: Work, seat: Seat, n: int) -> None:
    note(work, "proof", 1)


IN_STRIKE: Final[Mapping[str, Callable[[Work, Seat, int], None]]] = {
    "reduce": _reduce,
    "proof": _proof,
}


def hurt(work: Work, card: Component, n: int, by: Seat | None) -> None:
    """Deal damage to a character."""
    suffer(work, card, n, by)


def hurt_most(work: Work, cards: Iterable[Component], n: int, by: Seat | None) -> None:
    """Deal damage to the character with the most damage, to each of them when they are tied (df-46, df-163).

    "DC Forever, Glossary: Ties".
    """
    cards = tuple(cards)
    most = max((damage_on(work.state, card) for card in cards), default=0)
    for card in cards:
        if damage_on(work.state, card) == most:
            suffer(work, card, n, by)


def retreat(work: Work, card: Component) -> None:
    """Move a character to its owner's reserve without a knock-out."""
    if in_play(work.state, card):
        to_reserve(work, card)
