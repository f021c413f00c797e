"""The part of a table that pages ask for: the running one, or one of a past match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from lairkeeper.core.game import Game
from lairkeeper.core.ids import Seat
from lairkeeper.core.state import State


class Present(Protocol):
    """A source of the state that is shown."""

    @property
    def state(self) -> State:
        """Return the state."""


class Laid(Protocol):
    """A game, the crests of its seats, and a state."""

    @property
    def game(self) -> Game:
        """Return the game that is played."""

    @property
    def crests(self) -> Mapping[Seat, int]:
        """Return the colour and symbol of each seat, by number."""

    @property
    def history(self) -> Present:
        """Return the source of the state."""
