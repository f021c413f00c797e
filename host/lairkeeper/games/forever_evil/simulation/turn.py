"""The facts of a turn that the simulated table of level ``full`` keeps, and what its players see on a card."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from lairkeeper.core.ids import Component, Kind, Seat, kind_of
from lairkeeper.games.forever_evil.catalog import CATALOG

JUNK: Final = frozenset({"vulnerability", "weakness"})
LOCATION: Final = "location"


@dataclass(slots=True)
class TableTurn:
    """One turn: Power, what was played and used, what happens only once."""

    power: int = 0
    discount: int = 0
    heroes: int = 0
    plays: list[Component] = field(default_factory=list)
    later: list[tuple[str, ...]] = field(default_factory=list)
    """Types that Martian Manhunter and Cyborg pay for from now on, once for each time their text was carried out."""
    used: set[Component] = field(default_factory=set)
    paid: set[Component] = field(default_factory=set)
    """Locations that have paid for a card, where they do so once a turn."""
    passing: set[Component] = field(default_factory=set)
    """Locations that were not played from the hand."""
    serum: set[Component] = field(default_factory=set)
    discarded: set[Seat] = field(default_factory=set)
    first_vp: bool = False
    first_of: bool = False
    gang_texts: int = 0
    unsure: bool = False
    """The app does not know what was paid in this turn: a Super-Villain of another set was defeated."""


class Waiting(NamedTuple):
    """An event that happens once the card is done: by which card or Super-Villain, what, for whom, about which card."""

    kind: Kind
    what: str
    seat: Seat
    card: Component


def junk_first(card: Component) -> tuple[int, int, str]:
    """Return the sort key for the order in which a player gives cards away."""
    order = {"weakness": 0, "vulnerability": 1, "punch": 2}.get(kind_of(card), 3)
    return order, CATALOG.get(card).cost or 0, card
