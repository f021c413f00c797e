"""Single things that effects do; the strike that is going on is marked by some of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from lairkeeper.core.ids import Component, Seat
from lairkeeper.core.state import Frame, State
from lairkeeper.core.work import Work

from .harm import suffer, to_reserve
from .places import fact, in_play

QUIET: Final = frozenset({"value-random", "proof", "extra-action", "return", "host-damage", "to"})
"""Words that do nothing where there is nobody for them."""
STRIKE: Final = "strike"


def strike(state: State) -> Frame | None:
    """The Attack, Threaten or Rescue that is going on."""
    return next((frame for frame in reversed(state.frames) if frame.kind == STRIKE), None)


def note(work: Work, name: str, n: int = 1, card: Component | None = None) -> None:
    """Keep something about the strike until it is over: counters named after it."""
    frame = strike(work.state)
    if frame is not None:
        suffix = f".{card}" if card else ""
        work.count(f"strike.{name}{suffix}", n)


def noted(state: State, name: str, card: Component | None = None) -> int:
    suffix = f".{card}" if card else ""
    return state.counters.get(f"strike.{name}{suffix}", 0)


def forget(work: Work) -> None:
    """The strike is over."""
    for name, n in tuple(work.state.counters.items()):
        if name.startswith("strike.") and n:
            work.count(name, -n)


def _largest(state: State) -> Component | None:
    """The modifier with the highest number that is still whole: what its opponent's player would choose."""
    frame = strike(state)
    mods = [card for card in (frame.data["mods"] if frame else ()) if not noted(state, "ignored", card)]
    return max(mods, key=lambda card: fact(state, card, "bonus", 0), default=None)


def _reduce(work: Work, seat: Seat, n: int) -> None:
    note(work, "less", n)


def _ignore_modifier(work: Work, seat: Seat, n: int) -> None:
    """The whole modifier: its number and what it does to the attacked ("DC Forever, Glossary: Ignore")."""
    card = _largest(work.state)
    if card is not None:
        note(work, "ignored", 1, card)


def _ignore_number(work: Work, seat: Seat, n: int) -> None:
    """The number alone; further effects stay ("DC Forever, Glossary: Modifiers")."""
    card = _largest(work.state)
    if card is not None:
        note(work, "number-ignored", 1, card)


def _proof(work: Work, seat: Seat, n: int) -> None:
    note(work, "proof", 1)


IN_STRIKE: Final[Mapping[str, Callable[[Work, Seat, int], None]]] = {
    "reduce": _reduce,
    "ignore-modifier": _ignore_modifier,
    "ignore-number": _ignore_number,
    "proof": _proof,
}


def hurt(work: Work, card: Component, n: int, by: Seat | None) -> None:
    suffer(work, card, n, by)


def retreat(work: Work, card: Component) -> None:
    """A character goes to its owner's reserve without a knock-out."""
    if in_play(work.state, card):
        to_reserve(work, card)
