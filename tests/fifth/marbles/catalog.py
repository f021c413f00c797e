"""The pieces: five kinds of marbles, one of each for every player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lairkeeper.core.ids import Component, Kind, Seat, kind_of

WORTH: Final = {f"marble-{n}": n for n in range(1, 6)}
"""The worth of each kind."""
MOST_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class Marble:
    """One kind of marble, as Lairkeeper wants to know it."""

    kind: Kind
    names: Mapping[str, str]
    copies: int | None = MOST_PLAYERS
    zone: str = "marbles"


@dataclass(frozen=True, slots=True)
class Catalog:
    kinds: Mapping[Kind, Marble]


CATALOG: Final = Catalog({kind: Marble(kind, {"en": f"Marble {n}", "fr": f"Bille {n}"}) for kind, n in WORTH.items()})


def worth(marble: Component | Kind) -> int:
    return WORTH[kind_of(marble)]


def hand_of(seat: Seat) -> str:
    return f"hand.{seat}"
