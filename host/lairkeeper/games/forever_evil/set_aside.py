"""Whether anybody can have a card that must go before the count: on a Super-Villain, or kept by Firestorm Matrix."""

from __future__ import annotations

from typing import Final

from lairkeeper.core.events import Label
from lairkeeper.core.ids import Path, kind_of
from lairkeeper.core.state import State
from lairkeeper.core.work import Work

from .places import LINE_UP, MAIN_DECK

_CAUSES: Final = frozenset({"firestorm", "firestorm-matrix"})
"""The two cards that set another one aside for the rest of the match."""
_UNDER: Final = "set-aside.under"
"""The counter of those that were somebody's and lie under the main deck again."""


def note_under(work: Work, card: Label) -> None:
    """A card that somebody had goes under the main deck: what it has set aside stays."""
    if kind_of(card) in _CAUSES:
        work.count(_UNDER, 1)


def may_be_set_aside(state: State) -> bool:
    """False where nobody has ever had one of the causes ("Forever Evil, Specific Card Clarifications")."""
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
