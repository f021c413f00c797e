"""The parts with which the texts of cards work at level ``full``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from lairkeeper.core.ids import Component, Kind, Seat
from lairkeeper.simulation.acts import Act

from .attacks import Attacks
from .choosing import Choices
from .dialogue import Dialogue
from .outcomes import Outcomes
from .settling import Settling
from .table import GroundTruth
from .telling import Teller

Text = Callable[[Seat, Component], Iterator[Act]]
"""The text of a card, played by a seat as this card: on Firestorm it is another's."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A match at level ``full``: its truth, what moves on it, what the players choose, attack and say."""

    truth: GroundTruth
    teller: Teller
    dialogue: Dialogue
    outcomes: Outcomes
    choices: Choices
    settling: Settling
    attacks: Attacks


class Plays(Protocol):
    """The playing of cards, for texts that play others."""

    def played(self, seat: Seat, card: Component, *, from_hand: bool = True) -> Iterator[Act]:
        """Carry out a card that has come into play."""
        ...

    def text(self, kind: Kind, seat: Seat, source: Component) -> Iterator[Act]:
        """Carry out the text of a kind as the card ``source``."""
        ...
