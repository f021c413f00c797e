"""The end of a match in words: what a count and the app have otherwise, and what goes back into which stack.

A view's ``extra`` may hold ``differences`` (per seat the kinds ``missing`` from the count and the ``unexpected`` ones)
and ``put-away`` (cards by stack, a kind or a place of the game).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lairkeeper.core.view import View

from ...translator import Translator


@dataclass(frozen=True, slots=True)
class Difference:
    """A deck whose count has begun; ``agrees``: nothing is missing from it and nothing is too much."""

    seat: str
    number: int
    missing: tuple[str, ...]
    unexpected: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Return True when nothing is missing from the count and nothing is unexpected."""
        return not (self.missing or self.unexpected)


@dataclass(frozen=True, slots=True)
class Ending:
    """``stacks`` is empty until the match is over."""

    differences: tuple[Difference, ...] = ()
    stacks: tuple[tuple[str, int], ...] = ()


def ending_of(view: View, t: Translator) -> Ending:
    """Return the differences while decks are counted, and the stacks after the match."""
    told = view.extra.get("differences")
    away = view.extra.get("put-away")
    return Ending(
        tuple(_difference(seat, told[seat], view, t) for seat in view.seats if seat in told)
        if isinstance(told, Mapping)
        else (),
        tuple((_stack(stack, t), n) for stack, n in away.items()) if isinstance(away, Mapping) else (),
    )


def _difference(seat: str, told: Mapping[str, Iterable[str]], view: View, t: Translator) -> Difference:
    return Difference(
        seat, view.seats.index(seat) + 1, _named(told["missing"], t), _named(told["unexpected"], t)
    )  # fmt: skip


def _named(kinds: Iterable[str], t: Translator) -> tuple[str, ...]:
    """Names with how many there are where it is more than one."""
    return tuple(f"{t.name(kind)} ×{n}" if n > 1 else t.name(kind) for kind, n in Counter(kinds).items())


def _stack(stack: str, t: Translator) -> str:
    """Return the name of a kind of card, else of a group of pieces, else of a place."""
    if f"name.{stack}" in t.texts:
        return t.name(stack)
    return t.ui(f"group.{stack}") if f"ui.group.{stack}" in t.texts else t.zone(stack)
