"""Test for cards that must go before the count: on a Super-Villain, or kept by Firestorm Matrix."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .places import LINE_UP, MAIN_DECK

_CAUSES: Final = frozenset({"firestorm", "firestorm-matrix"})
"""Cards that set another one aside for the rest of the match."""
_UNDER: Final = "set-aside.under"
"""Counter of those of them that somebody had and that lie under the main deck again."""


def note_under(work: Work, card: Label) -> None:
    """Note a card that somebody had and that goes under the main deck; what it has set aside stays."""
    if kind_of(card) in _CAUSES:
        work.count(_UNDER, 1)


def may_be_set_aside(state: State) -> bool:
    """Return whether anybody has ever had one of the causes, so that a card can be set aside.

    See "Forever Evil, Specific Card Clarifications".
    """
    if state.counters.get(_UNDER):
        return True
    if any(kind_of(card) in _CAUSES and not _never_owned(place) for card, place in state.where.items()):
        return True
    return any(
        any(kind_of(card) in _CAUSES for card in pool.contents)
        and any(n and not _never_owned(place) for place, n in pool.places.items())
        for pool in state.pools.values()
    )


def _never_owned(place: Path) -> bool:
    return place in {LINE_UP, MAIN_DECK} or place.startswith("box.")
